//! Everybody around the table, small, and one bench large.

use finaud_rules::push::{Card, Colour, NumberCards};
use finaud_rules::{PushAction, Seat};
use leptos::prelude::*;

use super::context::PushContext;
use super::drawing;
use super::log::cards_of;
use super::scene::{Now, PushScene};
use super::sentence::{card_names, colour_name};
use super::visit::visits;
use crate::face;
use crate::handover::{seat_colour, turn_of};
use crate::messages::{Argument, language, t, tf, tn};

/// Where a seat stands in the ring around the table, and on which side the next one sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RingPlace {
    row: usize,
    column: usize,
    span: usize,
    next: &'static str,
}

/// The ring has six columns. Up to three sit in one row; more sit in two, clockwise.
fn place(seats: usize, index: usize) -> RingPlace {
    let top = if seats <= 3 { seats } else { seats.div_ceil(2) };
    let bottom = seats - top;
    if index < top {
        let span = 6 / top.max(1);
        let turns = index + 1 == top && bottom > 0;
        return RingPlace {
            row: 1,
            column: index * span + 1,
            span,
            next: if turns { "down" } else { "right" },
        };
    }
    let span = 6 / bottom.max(1);
    RingPlace {
        row: 2,
        column: (seats - 1 - index) * span + 1,
        span,
        next: if index + 1 == seats { "up" } else { "left" },
    }
}

/// Everybody, in the order of play.
pub(super) fn seats(context: PushContext) -> AnyView {
    let count = context
        .scene
        .with_untracked(|scene| scene.as_ref().map_or(0, PushScene::seats));
    let counter = move || context.look(|scene| !scene.clockwise);
    let taking = move || context.look(|scene| !scene.takers.is_empty());
    view! {
        <div
            class=format!("push-seats n{count}")
            class:counter=counter
            class:taking=taking
            style=format!("--seats:{count}")
        >
            {(0..count).map(|index| seat(context, Seat(index as u8), place(count, index), count)).collect_view()}
        </div>
    }
    .into_any()
}

fn seat(context: PushContext, seat: Seat, place: RingPlace, count: usize) -> AnyView {
    let bench = Memo::new(move |_| context.look(|scene| *scene.state.bench(seat)));
    let name = Memo::new(move |_| context.look(|scene| scene.name(seat).to_owned()));
    let current = move || context.look(|scene| scene.state.current() == seat && scene.now != Now::Over);
    let asked = move || {
        context.look(|scene| match scene.now {
            Now::Person(asked)
            | Now::Bot(asked)
            | Now::Elsewhere(asked)
            | Now::Tap(asked)
            | Now::Rolling(asked)
            | Now::EnterDie(asked) => asked == seat,
            Now::Turning | Now::EnterCard(_) => scene.state.current() == seat,
            Now::Over => false,
        })
    };
    let order = move || {
        context.look(|scene| {
            scene
                .takers
                .iter()
                .position(|taker| *taker == seat)
                .map(|at| at + 1)
        })
    };
    let pressed = move || context.shown.get() == Some(seat);
    let label = move || {
        let bench = bench.get();
        let blanks: [(&str, &dyn Argument); 4] = [
            ("name", &name.get()),
            ("points", &bench.points()),
            ("open", &bench.zone().points()),
            ("safe", &bench.protected().points()),
        ];
        let mut said = tf("push.bench.show", &blanks);
        if current() {
            said = format!("{said} {}", turn_of(language(), &name.get()));
        }
        match order() {
            Some(n) => format!("{said}, {}", tf("push.way.order", &[("n", &n)])),
            None => said,
        }
    };
    let heap = move |colour: Colour| {
        let cards = bench.get().zone().of(colour);
        view! {
            <span class=format!("push-small {}", colour.word()) class:none=cards.is_empty()>
                {drawing::shape(colour)}
                <b>{if cards.is_empty() { "·".to_owned() } else { cards.points().to_string() }}</b>
                <span class="push-mini">{fan(cards)}</span>
            </span>
        }
    };
    let safe = move || {
        let points = bench.get().protected().points();
        view! {
            <span class="push-small safe" class:none=points == 0>
                {drawing::shield()}<b>{if points == 0 { "·".to_owned() } else { points.to_string() }}</b>
            </span>
        }
    };
    let style = format!(
        "--row:{};--col:{};--s:{};{}",
        place.row,
        place.column,
        place.span,
        seat_colour(seat)
    );
    view! {
        <div class="push-place" style=style>
            <button
                type="button"
                class="push-seat"
                class:current=current
                class:asked=asked
                data-seat=(seat.0 + 1).to_string()
                data-do="bench"
                aria-pressed=move || pressed().to_string()
                aria-label=label
                on:click=move |_| context.shown.update(|shown| *shown = if *shown == Some(seat) { None } else { Some(seat) })
            >
                <span class="push-who">
                    {move || order().map(|n| view! { <i class="push-order">{n}</i> })}
                    {context.session.table.with_untracked(|table| face::of_seat(table, seat))}
                    <span class="push-name">{move || name.get()}</span>
                    <b class="push-points">{move || bench.get().points()}</b>
                </span>
                <span class="push-smalls">
                    {move || Colour::ALL.into_iter().map(heap).collect_view()}
                    {safe}
                </span>
            </button>
            {(count > 2).then(|| view! { <span class=format!("push-to {}", place.next) aria-hidden="true">{drawing::arrow()}</span> })}
        </div>
    }
    .into_any()
}

/// Cards laid over each other.
pub(super) fn fan(cards: NumberCards) -> impl IntoView + use<> {
    let cards = cards_of(cards);
    let last = cards.len().saturating_sub(1).max(1);
    let each = |(place, card): (usize, Card)| {
        view! { <span class="push-fanned" style=format!("--i:{place}")>{drawing::card(card, false)}</span> }
    };
    view! {
        <span class="push-fan" style=format!("--last:{last}")>
            {cards.into_iter().enumerate().map(each).collect_view()}
        </span>
    }
}

/// One bench, large: whoever is asked, or the one somebody tapped.
pub(super) fn bench(context: PushContext) -> AnyView {
    let seat = Memo::new(move |_| {
        let shown = context.shown.get();
        context.scene.with(|scene| {
            scene
                .as_ref()
                .map_or(Seat(0), |scene| shown.unwrap_or(scene.viewer))
        })
    });
    let name = move || context.look(|scene| scene.name(seat.get()).to_owned());
    let held = Memo::new(move |_| context.look(|scene| *scene.state.bench(seat.get())));
    let away = move || {
        let viewer = context.look(|scene| Some(scene.viewer))?;
        (seat.get() != viewer).then(|| {
            tf(
                "push.bench.close",
                &[("name", &context.look(|scene| scene.name(viewer).to_owned()))],
            )
        })
    };
    view! {
        <section
            class="push-bench"
            class:away=move || away().is_some()
            style=move || seat_colour(seat.get())
            data-bench=move || (seat.get().0 + 1).to_string()
            aria-label=move || tf("push.bench.title", &[("name", &name())])
        >
            <div class="push-bench-head">
                <b class="push-name">{name}</b>
                <span class="push-total">{move || tn("common.points", i64::from(held.get().points()))}</span>
                <span class="muted small">
                    {move || format!(
                        "{} · {} {}",
                        tn("push.bench.open", i64::from(held.get().zone().points())),
                        held.get().protected().points(), t("push.bench.protected"),
                    )}
                </span>
                {move || away().map(|text| view! {
                    <button type="button" class="push-close" data-do="close-bench" on:click=move |_| context.shown.set(None)>
                        {text}
                    </button>
                })}
            </div>
            <div class="push-heaps">
                {Colour::ALL.into_iter().map(|colour| heap(context, colour, seat, held)).collect_view()}
            </div>
            {visits(context)}
        </section>
    }
    .into_any()
}

fn heap(
    context: PushContext,
    colour: Colour,
    seat: Memo<Seat>,
    held: Memo<finaud_rules::push::Bench>,
) -> AnyView {
    let open = Memo::new(move |_| held.get().zone().of(colour));
    let safe = Memo::new(move |_| held.get().protected().of(colour));
    let legal = Memo::new(move |_| {
        let seat = seat.get();
        context.look(|scene| scene.now == Now::Person(seat) && scene.allows(PushAction::Protect(colour)))
    });
    let label = move || {
        let cards = open.get();
        let told = card_names(language(), &cards_of(cards));
        let blanks: [(&str, &dyn Argument); 3] = [
            ("colour", &colour_name(language(), colour)),
            ("cards", &told),
            ("points", &cards.points()),
        ];
        let mut said = match (legal.get(), cards.is_empty()) {
            (true, _) => tf("push.bench.protect", &blanks),
            (false, true) => tf("push.bench.none", &blanks),
            (false, false) => tf("push.bench.heap", &blanks),
        };
        if !safe.get().is_empty() {
            let blanks: [(&str, &dyn Argument); 2] = [blanks[0], ("points", &safe.get().points())];
            said = format!("{said}. {}", tf("push.bench.safe", &blanks));
        }
        said
    };
    let piled = move || {
        let cards = safe.get();
        (!cards.is_empty()).then(|| {
            let deep = cards.len().min(3);
            view! {
                <span class=format!("push-safe deep{deep}")>
                    {drawing::card_back()}<i>{drawing::shape(colour)}</i><b>{cards.points()}</b>
                </span>
            }
        })
    };
    view! {
        <button
            type="button"
            class=format!("push-heap {}", colour.word())
            class:legal=move || legal.get()
            class:none=move || open.get().is_empty()
            class:best=move || legal.get() && context.advised(PushAction::Protect(colour))
            data-colour=colour.word()
            data-do=move || legal.get().then_some("protect")
            aria-disabled=move || (!legal.get()).to_string()
            aria-label=label
            on:click=move |_| if legal.get_untracked() { context.play(PushAction::Protect(colour)) }
        >
            <span class="push-heap-head">
                {drawing::shape(colour)}
                <b>{move || open.get().points()}</b>
            </span>
            <span class="push-fan-place">{move || fan(open.get())}</span>
            <span class="push-safe-place">{piled}</span>
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(seats: usize) -> Vec<(usize, usize, &'static str)> {
        let at = |index| place(seats, index);
        (0..seats)
            .map(|index| (at(index).row, at(index).column, at(index).next))
            .collect()
    }

    #[test]
    fn up_to_three_sit_in_a_row() {
        assert_eq!(ring(2), [(1, 1, "right"), (1, 4, "right")]);
        assert_eq!(ring(3), [(1, 1, "right"), (1, 3, "right"), (1, 5, "right")]);
    }

    #[test]
    fn more_sit_around_the_table_clockwise() {
        assert_eq!(
            ring(4),
            [(1, 1, "right"), (1, 4, "down"), (2, 4, "left"), (2, 1, "up")]
        );
        let five = [
            (1, 1, "right"),
            (1, 3, "right"),
            (1, 5, "down"),
            (2, 4, "left"),
            (2, 1, "up"),
        ];
        assert_eq!(ring(5), five);
        assert_eq!(ring(6)[3..], [(2, 5, "left"), (2, 3, "left"), (2, 1, "up")]);
    }
}
