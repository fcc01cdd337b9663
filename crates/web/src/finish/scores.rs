//! The score table.

use finaud_rules::{Die, Score, Seat, Seats};
use finaud_table::{Sitter, Table};
use leptos::prelude::*;

use crate::at_step::push_now;
use crate::colours;
use crate::face;
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
                    {face::of_seat(&table, *seat)}
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
        let total = table.points(*seat);
        let grows = format!("--to:{total};--grow:{}", growth(&parts(&table, *seat)));
        view! {
            <td data-total=u32::from(seat.0) + 1 class:winner=winners.contains(*seat)>
                <span class="count" style=grows>{total}</span>
            </td>
        }
    });
    let rows_counted = format!("--rows:{}", counted_rows(&table));
    let (solo, crowded) = (seats.len() == 1, seats.len() > 3);
    view! {
        <div class="score-card card" style=rows_counted>
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

/// How long a row is counted, in seconds; as in the style sheet.
pub(super) const ROW_TIME: f64 = 0.3;

/// How long the points are counted, in seconds.
pub(super) fn counting_time(table: &Table) -> f64 {
    ROW_TIME * (counted_rows(table) as f64 + 1.0)
}

/// How many rows are counted, one after the other.
pub(super) fn counted_rows(table: &Table) -> usize {
    parts(table, Seat(0)).len()
}

/// What the points of a seat are made of, in the order in which they are counted.
fn parts(table: &Table, seat: Seat) -> Vec<i32> {
    if let Some((sheet, score)) = table.sheet().zip(table.score(seat)) {
        let zones = score.zones.iter().take(sheet.zones.len());
        let zones = zones.map(|zone| i32::from(*zone));
        return zones.chain([i32::from(score.fox_points)]).collect();
    }
    let bench = push_now(table).map(|(_, state)| *state.bench(seat));
    bench.map_or(Vec::new(), |bench| {
        vec![
            i32::from(bench.zone().points()),
            i32::from(bench.protected().points()),
            0,
        ]
    })
}

/// How a total grows while its parts are counted, as an easing of the style sheet.
fn growth(parts: &[i32]) -> String {
    let total: i32 = parts.iter().sum();
    let mut sum = 0;
    let mut stops = String::from("linear(0");
    for part in parts {
        sum += part;
        let share = if total == 0 {
            1.0
        } else {
            f64::from(sum) / f64::from(total)
        };
        stops += &format!(", {share:.3}");
    }
    stops + ")"
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
            view! { <td>{bar}<span class="score-number"><span class="count" style=format!("--to:{points}")>{points}</span></span></td> }
        });
        view! {
            <tr style=format!("--row:{index}")>
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
                <span class="count" style=format!("--to:{}", score.fox_points)>{score.fox_points}</span>
            </td>
        }
    });
    view! {
        {zones.collect_view()}
        <tr class="fox-row" style=format!("--row:{}", sheet.zones.len())>
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
    let row = |index: usize, name: &'static str, value: &dyn Fn(Seat) -> i64| {
        let cell = |seat: &Seat| {
            let value = value(*seat);
            view! { <td><span class="count" style=format!("--to:{value}")>{value}</span></td> }
        };
        let cells = seats.iter().map(cell).collect_view();
        view! { <tr style=format!("--row:{index}")><th scope="row">{name}</th>{cells}</tr> }
    };
    view! {
        {row(0, t("finish.open"), &|seat| i64::from(state.bench(seat).zone().points()))}
        {row(1, t("finish.protected"), &|seat| i64::from(state.bench(seat).protected().points()))}
        {row(2, t("finish.cards"), &|seat| i64::from(state.bench(seat).cards()))}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;

    #[test]
    fn a_total_grows_part_by_part_to_all_of_it() {
        assert_eq!(growth(&[10, 0, 30]), "linear(0, 0.250, 0.250, 1.000)");
        assert_eq!(growth(&[-5, 15]), "linear(0, -0.500, 1.000)");
        // Nothing is no reason to divide by it.
        assert_eq!(growth(&[0, 0]), "linear(0, 1.000, 1.000)");
    }

    #[test]
    fn the_parts_that_are_counted_make_the_total() {
        for (game, players) in [("tres-fute", 2), ("hyper-fute", 1), ("push", 3)] {
            let table = played(game, players, 5);
            for seat in table.all_seats() {
                assert_eq!(
                    parts(&table, seat).iter().sum::<i32>(),
                    table.points(seat),
                    "{game}"
                );
            }
            assert!(counting_time(&table) <= 3.0, "{game}");
        }
    }
}
