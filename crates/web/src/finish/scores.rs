//! The score table.

use finaud_rules::{Die, Score, Seat, Seats};
use finaud_table::{Sitter, Table};
use leptos::prelude::*;

use crate::at_step::push_now;
use crate::colours;
use crate::messages::{Language, language, t};
use crate::tell;

/// All scores with what they are made of.
#[component]
pub fn ScoreTable(
    /// The game.
    table: Table,
) -> impl IntoView {
    let language = language();
    let seats: Vec<Seat> = table.all_seats().collect();
    let over = table.is_over();
    let winners = if over && seats.len() > 1 {
        table.winners()
    } else {
        Seats::default()
    };
    let heads = (seats.len() > 1).then(|| {
        let heads = seats.iter().map(|seat| {
            let won = winners.contains(*seat);
            let bot = match &table.chairs()[seat.index()].sitter {
                Sitter::Person => None,
                Sitter::Bot(bot) => Some(tell::level(language, bot)),
            };
            view! {
                <th scope="col" class:winner=won>
                    {won.then(|| view! { <span class="crown" role="img" aria-label=t("finish.winner")>"★"</span> })}
                    {tell::seat(language, &table, *seat)}
                    {bot.map(|level| view! { <small class="muted">{level}</small> })}
                </th>
            }
        });
        view! { <thead><tr><th scope="col"><span class="visually-hidden">{t("finish.zone")}</span></th>{heads.collect_view()}</tr></thead> }
    });
    let rows = if table.sheet().is_some() {
        dice_rows(language, &table, &seats)
    } else {
        push_rows(&table, &seats)
    };
    let totals = seats.iter().map(|seat| {
        view! { <td data-total=u32::from(seat.0) + 1 class:winner=winners.contains(*seat)>{table.points(*seat)}</td> }
    });
    let (solo, crowded) = (seats.len() == 1, seats.len() > 3);
    view! {
        <div class="score-card card">
            <table class="figures scores" class:solo=solo class:many=crowded>
                <caption class="visually-hidden">{t("finish.scores")}</caption>
                {heads}
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row">{t("finish.total")}</th>{totals.collect_view()}</tr></tfoot>
            </table>
        </div>
    }
    .into_any()
}

fn dice_rows(language: Language, table: &Table, seats: &[Seat]) -> AnyView {
    let Some(sheet) = table.sheet() else {
        return ().into_any();
    };
    let scores: Vec<_> = seats.iter().filter_map(|seat| table.score(*seat)).collect();
    let most = scores
        .iter()
        .flat_map(|score| score.zones)
        .max()
        .unwrap_or(0)
        .max(1);
    let zones = sheet.zones.iter().enumerate().map(|(index, _)| {
        let letter = Die::of_zone(index as u8).map(|die| tell::letter(language, sheet, die));
        let colour = colours::of_zone(sheet, index);
        let chip = format!("background:var(--{colour});color:var(--{colour}-ink)");
        let cells = scores.iter().map(|score| {
            let points = score.zones[index];
            let bar = (seats.len() == 1).then(|| {
                let width = 100.0 * f64::from(points.max(0)) / f64::from(most);
                view! { <span class="score-bar" aria-hidden="true"><i style=format!("width:{width:.1}%;background:var(--{colour})")></i></span> }
            });
            view! { <td>{bar}<span class="score-number">{points}</span></td> }
        });
        view! {
            <tr>
                <th scope="row"><span class="chip" style=chip aria-hidden="true">{letter}</span>{tell::zone(language, sheet, index)}</th>
                {cells.collect_view()}
            </tr>
        }
    });
    let foxes = scores.iter().map(|score| {
        // What one fox is worth, or would be.
        let worth = Score::from_zones(sheet, score.zones, 1).fox_points;
        view! {
            <td>
                <span class="muted small foxes">{format!("{} × {worth}", score.foxes)}</span>
                {score.fox_points}
            </td>
        }
    });
    view! {
        {zones.collect_view()}
        <tr class="fox-row">
            <th scope="row"><span class="chip fox" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M3 3l5 4h8l5-4v9c0 4-5 9-9 9s-9-5-9-9z"/></svg></span>{t("finish.foxes")}</th>
            {foxes.collect_view()}
        </tr>
    }
    .into_any()
}

fn push_rows(table: &Table, seats: &[Seat]) -> AnyView {
    let Some((_, state)) = push_now(table) else {
        return ().into_any();
    };
    let row = |name: &'static str, value: &dyn Fn(Seat) -> i64| {
        let cells = seats
            .iter()
            .map(|seat| view! { <td>{value(*seat)}</td> })
            .collect_view();
        view! { <tr><th scope="row">{name}</th>{cells}</tr> }
    };
    view! {
        {row(t("finish.open"), &|seat| i64::from(state.bench(seat).zone().points()))}
        {row(t("finish.protected"), &|seat| i64::from(state.bench(seat).protected().points()))}
        {row(t("finish.cards"), &|seat| i64::from(state.bench(seat).cards()))}
    }
    .into_any()
}
