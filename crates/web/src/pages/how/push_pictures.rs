//! The pictures of PUSH.

use leptos::prelude::*;

/// A card: its colour and its number.
type Card = (&'static str, u8);

/// Something drawn for PUSH. Its caption tells the same.
#[derive(Clone, Copy)]
pub(super) enum PushPicture {
    /// A card, and where it fits.
    Columns,
    /// Columns and what they are worth.
    Stop,
    /// A card that fits nowhere.
    Bust,
    /// What the die takes.
    Die,
    /// The direction.
    Switch,
    /// A colour face down.
    Protect,
}

pub(super) fn draw(picture: PushPicture) -> AnyView {
    let drawn = match picture {
        PushPicture::Columns => tried(
            ("green", 5),
            [
                &[("red", 5), ("blue", 2)],
                &[("yellow", 4), ("green", 6)],
                &[("purple", 3)],
            ],
        ),
        PushPicture::Bust => tried(
            ("green", 3),
            [
                &[("blue", 3), ("red", 5)],
                &[("yellow", 4), ("green", 6)],
                &[("purple", 3)],
            ],
        ),
        PushPicture::Stop => taken([
            &[("red", 5), ("blue", 4), ("yellow", 6)],
            &[("green", 6), ("purple", 3)],
            &[("red", 3)],
        ]),
        PushPicture::Die => die(&[("blue", 4), ("red", 5), ("red", 2), ("green", 6)]),
        PushPicture::Switch => switch(),
        PushPicture::Protect => protect(&[("green", 5), ("green", 6)], &[("yellow", 4), ("red", 1)]),
    };
    view! { <div class="how-push" aria-hidden="true">{drawn}</div> }.into_any()
}

/// The shape of a colour, in a square of 24: those of the table.
fn shape(colour: &str) -> &'static str {
    match colour {
        "red" => {
            "M12 21.2C5.3 15.8 2.3 12.3 2.3 8.4 2.3 5.3 4.6 3 7.5 3 9.4 3 11 4 12 5.6 13 4 14.6 3 16.5 3c2.9 0 5.2 2.3 5.2 5.4 0 3.9-3 7.4-9.7 12.8Z"
        }
        "blue" => "M12 1.8c0 0-7.4 8.3-7.4 13.2a7.4 7.4 0 0 0 14.8 0C19.400 10.100 12 1.8 12 1.8Z",
        "green" => {
            "M21.300 2.700C10.500 2 3 7.400 3 14.700c0 1.600.3 2.900.9 4L2 20.600 3.400 22l1.900-1.900c1.100.6 2.400.9 4 .9C16.600 21 22 13.500 21.300 2.700Z"
        }
        "yellow" => "M14.800 1 3.600 13.800H10L8.200 23 20.400 9.600h-7Z",
        "purple" => "M15.200 2.200A10 10 0 1 0 22 15.900 8.300 8.300 0 0 1 15.200 2.200Z",
        _ => "",
    }
}

fn paint(colour: &str) -> String {
    format!("--c: var(--{colour}); --c-ink: var(--{colour}-ink)")
}

fn card((colour, number): Card) -> AnyView {
    view! {
        <span class="how-card" style=paint(colour)>
            <b>{number}</b>
            <svg viewBox="0 0 24 24"><path d=shape(colour)/></svg>
        </span>
    }
    .into_any()
}

fn column(cards: &[Card]) -> AnyView {
    let cards = cards.iter().map(|this| card(*this)).collect_view();
    view! { <span class="how-column">{cards}</span> }.into_any()
}

/// Does a card fit in a column? No colour and no number twice.
fn fits((colour, number): Card, column: &[Card]) -> bool {
    column
        .iter()
        .all(|(other, same)| *other != colour && *same != number)
}

fn tried(drawn: Card, columns: [&[Card]; 3]) -> AnyView {
    let columns = columns
        .map(|cards| {
            let fits = fits(drawn, cards);
            view! {
                <span class="how-try">
                    {column(cards)}
                    <i class:yes=fits class:no=!fits>{if fits { "✓" } else { "✗" }}</i>
                </span>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <span class="how-drawn">{card(drawn)}</span>
        {columns}
    }
    .into_any()
}

fn taken(columns: [&[Card]; 3]) -> AnyView {
    columns
        .into_iter()
        .enumerate()
        .map(|(index, cards)| {
            let points: u8 = cards.iter().map(|(_, number)| number).sum();
            view! {
                <span class="how-try">
                    {column(cards)}
                    <i class="points" class:own=index == 0>{points}</i>
                </span>
            }
        })
        .collect_view()
        .into_any()
}

fn die(bench: &[Card]) -> AnyView {
    let cards = bench
        .iter()
        .map(|this| {
            let lost = this.0 == "red";
            view! { <span class="how-own" class:lost=lost>{card(*this)}</span> }
        })
        .collect_view();
    view! {
        <span class="how-push-die" style=paint("red")>
            <svg viewBox="0 0 24 24"><path d=shape("red")/></svg>
        </span>
        {cards}
    }
    .into_any()
}

fn switch() -> AnyView {
    view! {
        <svg class="how-switch" viewBox="0 0 150 74">
            <path d="M22 44a54 54 0 0 1 106 0m0 0l-13-9m13 9l9-13"/>
            <path class="other" d="M40 54a36 36 0 0 1 70 0M40 54l-8-12m8 12l12-7"/>
        </svg>
    }
    .into_any()
}

fn protect(hidden: &[Card], open: &[Card]) -> AnyView {
    let points: u8 = hidden.iter().map(|(_, number)| number).sum();
    let backs = hidden
        .iter()
        .map(|_| view! { <span class="how-card back"></span> })
        .collect_view();
    let open = open.iter().map(|this| card(*this)).collect_view();
    view! {
        <span class="how-try">
            <span class="how-pile">{backs}</span>
            <i class="points own">{points}</i>
        </span>
        {open}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_takes_no_colour_and_no_number_twice() {
        assert!(!fits(("green", 5), &[("red", 5)]));
        assert!(!fits(("green", 5), &[("green", 6)]));
        assert!(fits(("green", 5), &[("purple", 3)]));
    }
}
