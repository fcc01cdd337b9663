//! The picture as SVG, drawn from the sheet's data.

use std::fmt::Write as _;

use finaud_rules::zone::{BonusStatus, CellStatus, Printed, Written, ZoneView};
use finaud_rules::{Award, Die, Player, Seat, Sheet};
use finaud_table::Table;

use crate::at_step::dice_now;
use crate::colours;
use crate::dice_table::plan::{self, SheetPlan, ZonePlan};
use crate::dice_table::words;
use crate::messages::Language;
use crate::tell;

/// How wide the picture is, in dots.
pub(super) const WIDTH: u32 = 1080;
/// How high it is.
pub(super) const HEIGHT: u32 = 1350;
const FONT: &str = "ui-rounded, 'SF Pro Rounded', 'Segoe UI', system-ui, sans-serif";
/// Where the sheet begins, and the room it has.
const SHEET_TOP: f32 = 372.0;
const SHEET_ROOM: (f32, f32) = (1016.0, 900.0);

/// A text as it may stand in SVG.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A line of text: its place, its size, its colour, where it is anchored.
fn line(out: &mut String, (x, y): (f32, f32), size: u32, fill: &str, anchor: &str, text: &str) {
    let _ = write!(
        out,
        r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="700" fill="{fill}" text-anchor="{anchor}">{}</text>"#,
        plain(text)
    );
}

/// The whole picture; `colour` tells what a colour of the style sheet is.
pub(super) fn drawn(
    language: Language,
    table: &Table,
    seat: Seat,
    hints: u32,
    when: &str,
    colour: &dyn Fn(&str) -> String,
) -> String {
    let (ink, muted, accent) = (colour("ink"), colour("muted"), colour("accent"));
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{}"/>"#,
        colour("paper")
    );
    // The head: whose it is, and what was played.
    out += r##"<g transform="translate(70 66) scale(.95)" stroke-linejoin="round"><path d="M-30-31L-12-18h24L30-31 29 1 0 31-29 1z" fill="#d9692a" stroke="#d9692a" stroke-width="3"/><path d="M-29 1l19 1L0 31zM29 1l-19 1L0 31z" fill="#fff3e4"/><path d="M-10 2L0-9 10 2 0 31z" fill="#ea8747"/><ellipse cx="-12" cy="-3" rx="2.700" ry="3.400" fill="#2b1a10"/><ellipse cx="12" cy="-3" rx="2.700" ry="3.400" fill="#2b1a10"/><path d="M-5 25h10L0 31z" fill="#2b1a10"/></g>"##;
    line(&mut out, (112.0, 84.0), 50, &ink, "start", "Finaud");
    line(&mut out, (1040.0, 84.0), 44, &muted, "end", table.name());
    let middle = WIDTH as f32 / 2.0;
    let foot = match table.sheet() {
        Some(_) => "share.picture.foot",
        None => "share.picture.foot-cards",
    };
    let help = match hints {
        0 => language.text("share.unaided").into(),
        hints => language.fill("daily.hints", &[("n", &hints)]),
    };
    if table.seats() == 1 {
        let points = table.points(Seat(0));
        line(
            &mut out,
            (middle, 222.0),
            128,
            &ink,
            "middle",
            &language.fill("common.points", &[("n", &points)]),
        );
        let rating = table
            .sheet()
            .and_then(|sheet| sheet.rating(i16::try_from(points).ok()?));
        let title = rating.and_then(|rating| rating.titles.get(language.code()));
        line(
            &mut out,
            (middle, 284.0),
            46,
            &accent,
            "middle",
            title.unwrap_or_default(),
        );
    } else if table.sheet().is_none() {
        // The bars below tell about the others.
        let points = language.fill("common.points", &[("n", &table.points(seat))]);
        line(&mut out, (middle, 222.0), 128, &ink, "middle", &points);
        let winners: Vec<String> = table
            .winners()
            .iter()
            .map(|seat| tell::seat(language, table, seat))
            .collect();
        line(
            &mut out,
            (middle, 284.0),
            46,
            &accent,
            "middle",
            &format!("★ {}", winners.join(", ")),
        );
    } else {
        standings(&mut out, language, table, seat, colour);
    }
    line(
        &mut out,
        (middle, 338.0),
        32,
        &muted,
        "middle",
        &format!("{help} · {when}"),
    );
    match (table.sheet(), dice_now(table)) {
        (Some(sheet), Some(position)) => {
            sheet_drawn(&mut out, language, sheet, position.player(seat), colour);
        }
        _ => bars(&mut out, language, table, colour),
    }
    line(
        &mut out,
        (middle, 1322.0),
        30,
        &muted,
        "middle",
        language.text(foot),
    );
    out + "</svg>"
}

/// Everybody's points in up to two columns, the winners first.
fn standings(
    out: &mut String,
    language: Language,
    table: &Table,
    own: Seat,
    colour: &dyn Fn(&str) -> String,
) {
    let winners = table.winners();
    let mut order: Vec<Seat> = table.all_seats().collect();
    order.sort_by_key(|seat| (!winners.contains(*seat), -table.points(*seat)));
    let columns = if order.len() > 3 { 2 } else { 1 };
    let rows = order.len().div_ceil(columns);
    for (place, seat) in order.into_iter().enumerate() {
        let (column, row) = (place / rows, place % rows);
        let width = 940.0 / columns as f32;
        let (x, y) = (70.0 + column as f32 * (width + 20.0), 160.0 + row as f32 * 58.0);
        let fill = if seat == own {
            colour("accent")
        } else {
            colour("ink")
        };
        let star = if winners.contains(seat) { "★ " } else { "" };
        let name: String = tell::seat(language, table, seat).chars().take(18).collect();
        line(out, (x, y), 46, &fill, "start", &format!("{star}{name}"));
        line(
            out,
            (x + width - 30.0, y),
            46,
            &fill,
            "end",
            &table.points(seat).to_string(),
        );
    }
}

/// Games without a sheet: a bar for each player.
fn bars(out: &mut String, language: Language, table: &Table, colour: &dyn Fn(&str) -> String) {
    const TINTS: [&str; 6] = ["yellow", "blue", "green", "red", "purple", "orange"];
    let most = table
        .all_seats()
        .map(|seat| table.points(seat))
        .max()
        .unwrap_or(1)
        .max(1) as f32;
    let count = table.seats() as f32;
    let each = (880.0 / count).min(170.0);
    for seat in table.all_seats() {
        let y = SHEET_TOP + 30.0 + seat.index() as f32 * each;
        let width = 990.0 * (table.points(seat).max(0) as f32 / most).max(0.12);
        let tint = TINTS[seat.index() % TINTS.len()];
        let _ = write!(
            out,
            r#"<rect x="45" y="{y}" width="990" height="{0}" rx="26" fill="{1}"/><rect x="45" y="{y}" width="{width}" height="{0}" rx="26" fill="{2}"/>"#,
            each - 22.0,
            colour("sunken"),
            colour(tint),
        );
        let base = y + (each - 22.0) / 2.0 + 18.0;
        let ink = colour(&format!("{tint}-ink"));
        line(
            out,
            (80.0, base),
            50,
            &ink,
            "start",
            &table.points(seat).to_string(),
        );
        if width > 700.0 {
            line(
                out,
                (45.0 + width - 30.0, base),
                44,
                &ink,
                "end",
                &tell::seat(language, table, seat),
            );
        } else {
            line(
                out,
                (45.0 + width + 24.0, base),
                44,
                &colour("ink"),
                "start",
                &tell::seat(language, table, seat),
            );
        }
    }
}

fn sheet_drawn(
    out: &mut String,
    language: Language,
    sheet: &Sheet,
    player: &Player,
    colour: &dyn Fn(&str) -> String,
) {
    let plan = SheetPlan::of(sheet);
    let scale = (SHEET_ROOM.0 / plan::WIDTH).min(SHEET_ROOM.1 / plan.height);
    let left = (WIDTH as f32 - scale * plan::WIDTH) / 2.0;
    let top = SHEET_TOP + (SHEET_ROOM.1 - scale * plan.height) / 2.0;
    let _ = write!(
        out,
        r#"<g transform="translate({left:.1} {top:.1}) scale({scale:.3})">"#
    );
    for zone in &plan.zones {
        let view = sheet.zones[zone.zone].view(player.ink(zone.zone));
        zone_drawn(out, language, sheet, zone, &view, player, colour);
    }
    *out += "</g>";
}

fn zone_drawn(
    out: &mut String,
    language: Language,
    sheet: &Sheet,
    zone: &ZonePlan,
    view: &ZoneView,
    player: &Player,
    colour: &dyn Fn(&str) -> String,
) {
    let tint = colours::of_zone(sheet, zone.zone);
    let (fill, on_fill) = (colour(&tint), colour(&format!("{tint}-ink")));
    let (soft, deep) = (colour(&format!("{tint}-soft")), colour(&format!("{tint}-deep")));
    let (card, ink) = (colour("card"), colour("ink"));
    let frame = zone.frame;
    let _ = write!(
        out,
        r#"<rect x="{0}" y="{1}" width="{2}" height="{3}" rx="8" fill="{fill}"/><path d="M{4} {5}h{6}a7 7 0 0 1 7 7v{7}a7 7 0 0 1-7 7h-{6}z" fill="{soft}"/>"#,
        frame.x,
        frame.y,
        frame.w,
        frame.h,
        frame.x + 20.0,
        frame.y + 1.5,
        frame.w - 28.5,
        frame.h - 17.0,
    );
    let letter = Die::of_zone(zone.zone as u8).map_or(' ', |die| words::letter(language, sheet, die));
    let points = sheet.zones[zone.zone].score(player.ink(zone.zone));
    line(
        out,
        (frame.x + 10.0, frame.y + 17.0),
        14,
        &on_fill,
        "middle",
        &letter.to_string(),
    );
    line(
        out,
        (frame.x + 10.0, frame.y + frame.h - 7.0),
        9,
        &on_fill,
        "middle",
        &points.to_string(),
    );
    for print in &zone.prints {
        line(out, (print.x, print.y), 8, &deep, "middle", &print.text);
    }
    for cell in &zone.cells {
        let rect = cell.rect;
        let (cx, cy) = rect.middle();
        let known = view.cell(cell.id);
        let written = known.and_then(|cell| cell.written);
        let filled = known.is_some_and(|cell| cell.status == CellStatus::Filled);
        let back = if filled { &fill } else { &card };
        let on_back = if filled { &on_fill } else { &deep };
        let _ = write!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="5" fill="{back}" stroke="{deep}" stroke-opacity=".35" stroke-width=".8"/>"#,
            rect.x + 1.0,
            rect.y + 1.0,
            rect.w - 2.0,
            rect.h - 2.0,
        );
        // The shades of a map, the lightest first.
        let shade = cell.part.filter(|_| !filled).map_or(0, |part| part.shade);
        if shade > 0 {
            let _ = write!(
                out,
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}" fill-opacity="{}"/>"#,
                rect.x,
                rect.y,
                rect.w,
                rect.h,
                if shade == 1 { ".3" } else { ".7" },
            );
        }
        let printed = match cell.printed {
            Printed::Number(number) | Printed::Centre(number) => number.to_string(),
            Printed::AtLeast { least, factor: 0 | 1 } => format!("≥{least}"),
            Printed::AtLeast { factor, .. } | Printed::Times(factor) | Printed::HalfOrTimes(factor) => {
                format!("×{factor}")
            }
            Printed::Half => "½".into(),
            Printed::Blank | Printed::Cross => String::new(),
        };
        match written {
            Some(Written::Number(number)) => {
                line(out, (cx, cy + 6.0), 17, on_back, "middle", &number.to_string());
            }
            Some(Written::Circle) => {
                let _ = write!(
                    out,
                    r#"<circle cx="{cx}" cy="{cy}" r="{}" fill="none" stroke="{deep}" stroke-width="2.5"/>"#,
                    rect.w * 0.38,
                );
                line(out, (cx, cy + 4.8), 13, &deep, "middle", &printed);
            }
            Some(Written::Cross) => {
                let half = rect.w * 0.24;
                let _ = write!(
                    out,
                    r#"<path d="M{} {}l{d} {d}m0-{d}l-{d} {d}" fill="none" stroke="{on_back}" stroke-width="3" stroke-linecap="round"/>"#,
                    cx - half,
                    cy - half,
                    d = 2.0 * half,
                );
            }
            None if cell.printed == Printed::Cross => {
                let half = rect.w * 0.2;
                let _ = write!(
                    out,
                    r#"<path d="M{} {}l{d} {d}m0-{d}l-{d} {d}" fill="none" stroke="{deep}" stroke-opacity=".4" stroke-width="2" stroke-linecap="round"/>"#,
                    cx - half,
                    cy - half,
                    d = 2.0 * half,
                );
            }
            None => line(out, (cx, cy + 4.8), 13, &deep, "middle", &printed),
        }
    }
    if !zone.borders.is_empty() {
        let _ = write!(
            out,
            r#"<path d="{}" fill="none" stroke="{deep}" stroke-width="2"/>"#,
            zone.borders
        );
    }
    for badge in &zone.badges {
        let won = view
            .bonuses()
            .any(|(spot, bonus)| spot == badge.spot && bonus.status == BonusStatus::Paid);
        let _ = write!(out, r#"<g opacity="{}">"#, if won { "1" } else { ".38" });
        if badge.award == Award::Fox {
            let _ = write!(
                out,
                r##"<path transform="translate({} {})" d="M1.500 1.500L6 4.600h4l4.500-3.100L14.200 9 8 14.800 1.800 9z" fill="#d9601f"/>"##,
                badge.x - 8.0,
                badge.y - 8.0
            );
        } else {
            let sign = words::sign(language, sheet, badge.award);
            let wide = if sign.chars().count() > 2 { 11.5 } else { 8.5 };
            let (fill, text) = match badge.award {
                Award::Gift(_) => {
                    let tint = words::award_colour(sheet, badge.award);
                    (colour(&tint), colour(&format!("{tint}-ink")))
                }
                _ => (card.clone(), ink.clone()),
            };
            let _ = write!(
                out,
                r#"<rect x="{}" y="{}" width="{}" height="15" rx="7.500" fill="{fill}" stroke="{ink}" stroke-opacity=".5" stroke-width=".8"/>"#,
                badge.x - wide,
                badge.y - 7.5,
                2.0 * wide,
            );
            line(out, (badge.x, badge.y + 3.4), 9, &text, "middle", &sign);
        }
        *out += "</g>";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::french;
    use crate::new_game::tests::played;

    fn of(table: &Table) -> String {
        drawn(french(), table, Seat(0), 0, "16 novembre", &|name| {
            format!("c-{name}")
        })
    }

    #[test]
    fn every_game_has_a_picture_with_its_points() {
        for game in crate::catalog::ids() {
            let players = *crate::new_game::players_of(game).start();
            let table = played(game, players, 3);
            let svg = of(&table);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(svg.contains(&table.points(Seat(0)).to_string()) && svg.contains("sans conseil"));
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count(), "{game}");
            assert!(!svg.contains("NaN"));
        }
    }

    #[test]
    fn names_cannot_break_the_picture() {
        let mut table = played("push", 3, 3);
        table.rename(Seat(0), "<script>&\"");
        let svg = of(&table);
        assert!(svg.contains("&lt;script&gt;&amp;") && !svg.contains("<script"));
    }
}
