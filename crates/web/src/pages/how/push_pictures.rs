//! The pictures of PUSH.

use finaud_rules::push::{Card as RulesCard, Colour, Column, Kind};
use leptos::prelude::*;

use crate::push_table::drawing::outline;

/// A card: its colour and its number.
type Card = (Colour, u8);

const RED: Colour = Colour::Red;
const BLUE: Colour = Colour::Blue;
const GREEN: Colour = Colour::Green;
const YELLOW: Colour = Colour::Yellow;
const PURPLE: Colour = Colour::Purple;

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
            (GREEN, 5),
            [&[(RED, 5), (BLUE, 2)], &[(YELLOW, 4), (GREEN, 6)], &[(PURPLE, 3)]],
        ),
        PushPicture::Bust => tried(
            (GREEN, 3),
            [&[(BLUE, 3), (RED, 5)], &[(YELLOW, 4), (GREEN, 6)], &[(PURPLE, 3)]],
        ),
        PushPicture::Stop => taken([
            &[(RED, 5), (BLUE, 4), (YELLOW, 6)],
            &[(GREEN, 6), (PURPLE, 3)],
            &[(RED, 3)],
        ]),
        PushPicture::Die => die(&[(BLUE, 4), (RED, 5), (RED, 2), (GREEN, 6)]),
        PushPicture::Switch => switch(),
        PushPicture::Protect => protect(&[(GREEN, 5), (GREEN, 6)], &[(YELLOW, 4), (RED, 1)]),
    };
    view! { <div class="how-push" aria-hidden="true">{drawn}</div> }.into_any()
}

fn paint(colour: Colour) -> String {
    let colour = colour.word();
    format!("--c: var(--{colour}); --c-ink: var(--{colour}-ink)")
}

fn card((colour, number): Card) -> AnyView {
    view! {
        <span class="how-card" style=paint(colour)>
            <b>{number}</b>
            <svg viewBox="0 0 24 24"><path d=outline(colour)/></svg>
        </span>
    }
    .into_any()
}

fn column(cards: &[Card]) -> AnyView {
    let cards = cards.iter().map(|this| card(*this)).collect_view();
    view! { <span class="how-column">{cards}</span> }.into_any()
}

fn card_of((colour, number): Card) -> RulesCard {
    RulesCard::Number(Kind::new(colour, number).expect("the pictures show cards that exist"))
}

fn laid(cards: &[Card]) -> Column {
    cards
        .iter()
        .fold(Column::EMPTY, |column, card| column.with(card_of(*card)))
}

fn tried(drawn: Card, columns: [&[Card]; 3]) -> AnyView {
    let columns = columns
        .map(|cards| {
            let fits = laid(cards).accepts(card_of(drawn));
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
            let lost = this.0 == RED;
            view! { <span class="how-own" class:lost=lost>{card(*this)}</span> }
        })
        .collect_view();
    view! {
        <span class="how-push-die" style=paint(RED)>
            <svg viewBox="0 0 24 24"><path d=outline(RED)/></svg>
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
