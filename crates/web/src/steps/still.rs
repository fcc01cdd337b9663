//! The table as it was at a step; nothing on it can be tapped but whose sheet is shown.

use std::sync::Arc;

use finaud_rules::push::Card;
use finaud_rules::{DieSet, Score, Seat};
use finaud_table::{AnyEvent, Table};
use leptos::prelude::*;

use super::marks::Marks;
use crate::at_step::{dice_at, push_at};
use crate::dice_table::{Lights, Powers, SheetView, Tray};
use crate::messages::{Language, language, t, tf};
use crate::tell;

/// Cards as small chips with their names for the ear.
fn cards(language: Language, cards: impl Iterator<Item = Card>) -> AnyView {
    let chips = cards.map(|card| {
        let name = tell::card(language, card);
        match card {
            Card::Number(kind) => {
                let colours = format!("background:var(--{0});color:var(--{0}-ink)", kind.colour().word());
                view! { <span class="chip" style=colours role="img" aria-label=name.clone() title=name>{kind.value()}</span> }.into_any()
            }
            Card::Die => view! { <span class="chip plain" role="img" aria-label=name.clone() title=name>"⚄"</span> }.into_any(),
            Card::Switch => view! { <span class="chip plain" role="img" aria-label=name.clone() title=name>"⇄"</span> }.into_any(),
        }
    });
    view! { <span class="dice-row">{chips.collect_view()}</span> }.into_any()
}

/// The table of PUSH as it was: the turned card, the columns, and what lies before everybody.
#[component]
fn PushStill(
    /// The game.
    table: StoredValue<Table>,
    /// Before which event.
    at: RwSignal<usize>,
    /// What stands out.
    marks: Memo<Marks>,
) -> impl IntoView {
    let language = language();
    move || {
        let step = at.get();
        let marks = marks.get();
        table.with_value(|table| {
            let (_, state) = push_at(table, step.min(table.steps()))?;
            let columns = state.columns().iter().enumerate().map(|(index, column)| {
                let told = [(marks.is_played(index), "review.column-played"), (marks.is_better(index), "review.column-better")];
                let told = told.into_iter().filter(|(holds, _)| *holds).map(|(_, key)| language.text(key));
                let told = told.map(|told| view! { <span class="visually-hidden">{format!(", {told}")}</span> });
                view! {
                    <div class="still-column" class:played=marks.is_played(index) class:better=marks.is_better(index)>
                        <span class="muted small">{language.fill("review.column", &[("n", &(index + 1)), ("points", &column.points())])}{told.collect_view()}</span>
                        {cards(language, column.cards())}
                    </div>
                }
            });
            let benches = table.all_seats().map(|seat| {
                let bench = state.bench(seat);
                let open = bench.zone().iter().flat_map(|(kind, count)| (0..count).map(move |_| Card::Number(kind)));
                let protected = bench.protected().points();
                view! {
                    <tr class:now=state.current() == seat>
                        <th scope="row">{tell::seat(language, table, seat)}</th>
                        <td class="open">{cards(language, open)}</td>
                        <td>{protected}</td>
                        <td><b>{bench.points()}</b></td>
                    </tr>
                }
            });
            Some(
                view! {
                    <div class="still still-push">
                        <p class="muted small">{language.fill("review.pile", &[("n", &state.unseen().len())])}</p>
                        {state.card().map(|card| view! { <p class="still-card"><span class="muted small">{language.text("review.turned")}</span>{cards(language, std::iter::once(card))}</p> })}
                        <div class="still-columns">{columns.collect_view()}</div>
                        <div class="scroll-x">
                            <table class="figures">
                                <thead><tr>
                                    <th scope="col">{language.text("review.player")}</th>
                                    <th scope="col" class="open">{language.text("finish.open")}</th>
                                    <th scope="col">{language.text("finish.protected")}</th>
                                    <th scope="col">{language.text("finish.total")}</th>
                                </tr></thead>
                                <tbody>{benches.collect_view()}</tbody>
                            </table>
                        </div>
                    </div>
                }
                .into_any(),
            )
        })
    }
}

/// The table as it was; nothing on it can be tapped but whose sheet is shown.
#[component]
pub fn Still(
    /// The game.
    table: StoredValue<Table>,
    /// Before which event.
    at: RwSignal<usize>,
    /// Whose sheet, as long as nobody asks for another.
    #[prop(into)]
    seat: Signal<Seat>,
    /// What stands out: what was played, and what was better.
    marks: Memo<Marks>,
) -> impl IntoView {
    let Some(sheet) = table.with_value(|table| table.sheet().cloned()).map(Arc::new) else {
        return view! { <PushStill table=table at=at marks=marks/> }.into_any();
    };
    let language = language();
    let steps = table.with_value(Table::steps);
    let position = Memo::new(move |_| {
        let step = at.get().min(steps);
        table
            .with_value(|table| dice_at(table, step).copied())
            .expect("a dice game has a state at every step")
    });
    // Whoever chooses next is looked at, unless somebody asks for another sheet.
    let wanted = RwSignal::new(None::<Seat>);
    let shown = Memo::new(move |_| {
        let chooser = match table.with_value(|table| table.event(at.get())) {
            Some(AnyEvent::Choice(seat, _)) => Some(seat),
            _ => None,
        };
        wanted.get().or(chooser).unwrap_or(seat.get())
    });
    let player = Memo::new(move |_| position.with(|position| *position.player(shown.get())));
    let count = table.with_value(Table::seats);
    let tabs = (count > 1).then(|| {
        let tab = |seat: Seat| {
            let name = table.with_value(|table| tell::seat(language, table, seat));
            let points = {
                let sheet = Arc::clone(&sheet);
                move || position.with(|position| Score::of(&sheet, position.player(seat)).total)
            };
            view! {
                <button type="button" class="seat-tab" aria-pressed=move || (shown.get() == seat).to_string()
                    on:click=move |_| wanted.update(|wanted| *wanted = if *wanted == Some(seat) { None } else { Some(seat) })>
                    <span class="who">{name}</span>
                    <b>{points}</b>
                </button>
            }
        };
        let tabs = table.with_value(Table::all_seats).map(tab).collect_view();
        view! { <div class="seat-tabs" role="group" aria-label=t("review.sheets")>{tabs}</div> }
    });
    let lights = {
        let sheet = Arc::clone(&sheet);
        Memo::new(move |_| {
            let marks = Some(marks.get()).filter(|marks| marks.seat == Some(shown.get()));
            marks.map_or_else(Lights::default, |marks| {
                player.with(|player| marks.lights(&sheet, player))
            })
        })
    };
    let sheet_view = {
        let sheet = Arc::clone(&sheet);
        move || {
            let name = table.with_value(|table| tell::seat(language, table, shown.get()));
            let label = tf("dice.sheet_of", &[("name", &name)]);
            view! {
                <SheetView sheet=Arc::clone(&sheet) player=player lights=lights
                    on_tap=Callback::new(|_| ()) label=label/>
            }
        }
    };
    view! {
        <div class="still">
            {tabs}
            <div class="still-dice">
                <Tray sheet=Arc::clone(&sheet) position=position usable=Signal::derive(|| DieSet::EMPTY)
                    leaving=Signal::derive(|| DieSet::EMPTY) selected=Signal::derive(move || marks.get().played_die())
                    hint=Signal::derive(move || marks.get().better_die()) on_tap=Callback::new(|_| ())/>
            </div>
            <Powers sheet=Arc::clone(&sheet) player=player lit=Signal::derive(Vec::new) on_tap=Callback::new(|_| ())/>
            {sheet_view}
        </div>
    }
    .into_any()
}
