//! A game step by step: the table as it was, what was chosen, and what else there was.

use std::sync::Arc;

use finaud_rules::push::Card;
use finaud_rules::{Die, DieSet, Outcome, Score, Seat};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::any_table::{AnyEvent, AnyOutcome, AnyTable};
use crate::chart::{Stretch, shown, signed};
use crate::dice_table::{Lights, Powers, SheetView, Tray};
use crate::finish;
use crate::messages::{Language, language, t, tf};
use crate::reviewed::{Moment, Reviewed, Terms, Whose};
use crate::settings::settings;
use crate::tell;

/// A part of a game while it is looked for: its round or whose turn it is, and its steps.
type Found = ((usize, Option<Seat>), std::ops::Range<usize>);

/// The parts of a game: the rounds of a dice game, the turns of PUSH.
pub fn stretches(language: Language, table: &AnyTable) -> Vec<Stretch> {
    let part = |step: usize| match (table.dice_at(step), table.push_at(step)) {
        (Some(view), _) => (usize::from(view.round), None),
        (None, Some((_, state))) => (0, Some(state.current())),
        (None, None) => (0, None),
    };
    let mut parts: Vec<Found> = Vec::new();
    for step in 0..table.steps() {
        let now = part(step);
        match parts.last_mut() {
            Some((before, steps)) if *before == now => steps.end = step + 1,
            _ => parts.push((now, step..step + 1)),
        }
    }
    let named = |(index, ((round, turn), steps)): (usize, Found)| match turn {
        None => Stretch {
            short: round.to_string(),
            name: language.fill("review.round", &[("n", &round)]),
            steps,
        },
        Some(seat) => Stretch {
            short: (index + 1).to_string(),
            name: language.fill(
                "review.turn",
                &[("n", &(index + 1)), ("name", &tell::seat(language, table, seat))],
            ),
            steps,
        },
    };
    parts.into_iter().enumerate().map(named).collect()
}

/// Steps through a game: buttons, a slider, arrow keys, the table, what happened, and all moves.
#[component]
pub fn Steps(
    /// The game.
    table: StoredValue<AnyTable>,
    /// Before which event the table is shown.
    at: RwSignal<usize>,
    /// What a review says, once there is one.
    #[prop(into)]
    reviewed: Signal<Option<Arc<Reviewed>>>,
) -> impl IntoView {
    let language = language();
    let steps = table.with_value(AnyTable::steps);
    let parts = table.with_value(|table| stretches(language, table));
    let go = move |to: usize| at.set(to.min(steps));
    follow_arrow_keys(move |key| {
        let now = at.get_untracked();
        match key {
            "ArrowLeft" => go(now.saturating_sub(1)),
            "ArrowRight" => go(now + 1),
            "Home" => go(0),
            "End" => go(steps),
            _ => return false,
        }
        true
    });
    let place = StoredValue::new(parts.clone());
    let where_now = move || {
        let at = at.get();
        let part = place.with_value(|parts| {
            let part = parts
                .iter()
                .find(|part| part.steps.contains(&at))
                .or(parts.last())?;
            Some(part.name.clone())
        });
        let counted = tf("review.step", &[("n", &at), ("all", &steps)]);
        match part {
            Some(part) if at < steps => format!("{part} · {counted}"),
            _ => format!("{} · {counted}", t("review.end")),
        }
    };
    let button = move |mark: &'static str,
                       name: &'static str,
                       picture: &'static str,
                       off: Signal<bool>,
                       to: Signal<usize>| {
        view! {
            <button type="button" class="icon-button" data-do=mark aria-label=name title=name
                prop:disabled=move || off.get() on:click=move |_| go(to.get_untracked())>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=picture/></svg>
            </button>
        }
    };
    let at_start = Signal::derive(move || at.get() == 0);
    let at_end = Signal::derive(move || at.get() >= steps);
    let seat = Signal::derive(move || {
        let reviewed = reviewed.get().map(|reviewed| Seat(reviewed.seat));
        reviewed.unwrap_or_else(|| {
            table.with_value(|table| finish::own_seat(table, &settings().name.get_untracked()))
        })
    });
    view! {
        <section class="steps" data-step=move || at.get() data-steps=steps aria-label=t("review.steps")>
            <div class="steps-bar">
                <p class="steps-where" aria-live="polite">{where_now}</p>
                <div class="steps-buttons">
                    {button("first", t("review.first"), "M6 5v14M19 5l-9 7 9 7z", at_start, Signal::derive(|| 0))}
                    {button("back", t("review.back"), "M16 5l-9 7 9 7z", at_start, Signal::derive(move || at.get().saturating_sub(1)))}
                    <input type="range" min="0" max=steps step="1" aria-label=t("review.slider")
                        prop:value=move || at.get().to_string()
                        aria-valuetext=where_now
                        on:input:target=move |event| if let Ok(to) = event.target().value().parse() { go(to) }/>
                    {button("forward", t("review.forward"), "M8 5l9 7-9 7z", at_end, Signal::derive(move || at.get() + 1))}
                    {button("last", t("review.last"), "M18 5v14M5 5l9 7-9 7z", at_end, Signal::derive(move || steps))}
                </div>
            </div>
            <div class="steps-told" aria-live="polite">
                {move || {
                    let step = at.get();
                    let reviewed = reviewed.get();
                    table.with_value(|table| told(language, table, step, reviewed.as_deref()))
                }}
            </div>
            <div class="steps-table"><Still table=table at=at seat=seat/></div>
            <Moves table=table at=at reviewed=reviewed parts=parts/>
        </section>
    }
    .into_any()
}

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
    table: StoredValue<AnyTable>,
    /// Before which event.
    at: RwSignal<usize>,
) -> impl IntoView {
    let language = language();
    move || {
        let step = at.get();
        table.with_value(|table| {
            let (_, state) = table.push_at(step.min(table.steps()))?;
            let columns = state.columns().iter().enumerate().map(|(index, column)| {
                view! {
                    <div class="still-column">
                        <span class="muted small">{language.fill("review.column", &[("n", &(index + 1)), ("points", &column.points())])}</span>
                        {cards(language, column.cards())}
                    </div>
                }
            });
            let benches = (0..table.seats() as u8).map(Seat).map(|seat| {
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
fn Still(
    /// The game.
    table: StoredValue<AnyTable>,
    /// Before which event.
    at: RwSignal<usize>,
    /// Whose sheet, as long as nobody asks for another.
    #[prop(into)]
    seat: Signal<Seat>,
) -> impl IntoView {
    let Some(sheet) = table.with_value(|table| table.sheet().cloned()).map(Arc::new) else {
        return view! { <PushStill table=table at=at/> }.into_any();
    };
    let language = language();
    let steps = table.with_value(AnyTable::steps);
    let view = Memo::new(move |_| {
        let step = at.get().min(steps);
        table
            .with_value(|table| table.dice_at(step))
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
    let player = Memo::new(move |_| view.with(|view| view.players[shown.get().index()]));
    let count = table.with_value(AnyTable::seats);
    let tabs = (count > 1).then(|| {
        let tab = |seat: Seat| {
            let name = table.with_value(|table| tell::seat(language, table, seat));
            let points = {
                let sheet = Arc::clone(&sheet);
                move || view.with(|view| Score::of(&sheet, &view.players[seat.index()]).total)
            };
            view! {
                <button type="button" class="seat-tab" aria-pressed=move || (shown.get() == seat).to_string()
                    on:click=move |_| wanted.update(|wanted| *wanted = if *wanted == Some(seat) { None } else { Some(seat) })>
                    <span class="who">{name}</span>
                    <b>{points}</b>
                </button>
            }
        };
        let tabs = (0..count as u8).map(|seat| tab(Seat(seat))).collect_view();
        view! { <div class="seat-tabs" role="group" aria-label=t("review.sheets")>{tabs}</div> }
    });
    let sheet_view = {
        let sheet = Arc::clone(&sheet);
        move || {
            let name = table.with_value(|table| tell::seat(language, table, shown.get()));
            let label = tf("dice.sheet_of", &[("name", &name)]);
            view! {
                <SheetView sheet=Arc::clone(&sheet) player=player lights=Signal::derive(Lights::default)
                    on_tap=Callback::new(|_| ()) label=label/>
            }
        }
    };
    view! {
        <div class="still">
            {tabs}
            <Tray sheet=Arc::clone(&sheet) view=view usable=Signal::derive(|| DieSet::EMPTY)
                leaving=Signal::derive(|| DieSet::EMPTY) selected=Signal::derive(|| None) hint=Signal::derive(|| None)
                on_tap=Callback::new(|_| ())/>
            <Powers sheet=Arc::clone(&sheet) player=player lit=Signal::derive(Vec::new) on_tap=Callback::new(|_| ())/>
            {sheet_view}
        </div>
    }
    .into_any()
}

/// What happens at a step, and what a review says about it.
fn told(language: Language, table: &AnyTable, step: usize, reviewed: Option<&Reviewed>) -> AnyView {
    let Some(event) = table.event(step) else {
        let key = if table.is_over() {
            "review.over"
        } else {
            "review.so-far"
        };
        return view! { <p class="told">{language.text(key)}</p> }.into_any();
    };
    let moment = reviewed.and_then(|reviewed| reviewed.moments.get(step));
    let terms = reviewed.map(Reviewed::terms).unwrap_or_default();
    let who = match event {
        AnyEvent::Choice(seat, _) => {
            view! { <strong>{tell::seat(language, table, seat)}</strong> }.into_any()
        }
        AnyEvent::Outcome(_) => {
            view! { <span class="muted">{language.text(luck_word(table))}</span> }.into_any()
        }
    };
    let badge = moment.and_then(|moment| moved_badge(language, terms, moment));
    let detail = moment.filter(|moment| moment.whose == Whose::Own && moment.choices > 1);
    let detail = detail
        .zip(reviewed)
        .map(|(moment, reviewed)| alternatives(language, table, terms, step, Seat(reviewed.seat), moment));
    view! {
        <p class="told">
            <span class="who">{who}</span>
            <span class="what">{what(language, table, step, event)}</span>
            {badge}
        </p>
        {detail}
    }
    .into_any()
}

fn luck_word(table: &AnyTable) -> &'static str {
    if table.sheet().is_some() {
        "review.dice"
    } else {
        "review.cards"
    }
}

/// An event: dice as dice, everything else in words.
fn what(language: Language, table: &AnyTable, step: usize, event: AnyEvent) -> AnyView {
    let spoken = tell::event(language, table, step);
    match (event, table.sheet()) {
        (AnyEvent::Outcome(AnyOutcome::Dice(Outcome::Roll(faces))), Some(sheet)) => {
            let dice = Die::ALL.into_iter().zip(faces).filter_map(|(die, face)| {
                let face = face?.pips();
                let colours = format!(
                    "background:var(--{0});color:var(--{0}-ink)",
                    sheet.dice[die.index()].name
                );
                let letter = tell::letter(language, sheet, die);
                Some(view! { <span class="chip die" style=colours><small>{letter}</small>{face}</span> })
            });
            view! {
                <span class="visually-hidden">{spoken}</span>
                <span class="dice-row" aria-hidden="true">{dice.collect_view()}</span>
            }
            .into_any()
        }
        _ => view! { <span>{spoken}</span> }.into_any(),
    }
}

/// What an event moved, if it is anything.
fn moved_badge(language: Language, terms: Terms, moment: &Moment) -> Option<AnyView> {
    let moved = moment.moved.in_terms(terms);
    let (class, key) = match moment.whose {
        Whose::Luck => ("moved by-luck", "review.moved.luck"),
        Whose::Others => ("moved by-others", "review.moved.others"),
        Whose::Own if moment.choices < 2 => return None,
        Whose::Own if signed(language, terms, moved).starts_with('±') => {
            return Some(
                view! { <span class="moved best">{language.text("review.moved.best")}</span> }.into_any(),
            );
        }
        Whose::Own => ("moved by-own", "review.moved.own"),
    };
    let amount = signed(language, terms, moved);
    (!amount.starts_with('±'))
        .then(|| view! { <span class=class>{language.fill(key, &[("n", &amount)])}</span> }.into_any())
}

/// The choice that was made among the best others, best first.
fn alternatives(
    language: Language,
    table: &AnyTable,
    terms: Terms,
    step: usize,
    seat: Seat,
    moment: &Moment,
) -> AnyView {
    struct Line {
        what: String,
        worth: f64,
        points: f64,
        why: String,
        chosen: bool,
    }
    let mut lines: Vec<Line> = moment
        .others
        .iter()
        .filter_map(|other| {
            Some(Line {
                what: tell::action(
                    language,
                    table,
                    step,
                    seat,
                    table.action_from_index(other.number)?,
                ),
                worth: other.worth.in_terms(terms),
                points: other.worth.points,
                why: other.why.clone(),
                chosen: false,
            })
        })
        .collect();
    let worth = moment.worth.unwrap_or(moment.after);
    lines.push(Line {
        what: tell::event(language, table, step),
        worth: worth.in_terms(terms),
        points: worth.points,
        why: moment.why.clone(),
        chosen: true,
    });
    lines.sort_by(|one, other| {
        other
            .worth
            .total_cmp(&one.worth)
            .then(other.points.total_cmp(&one.points))
    });
    let left_out = moment.choices.saturating_sub(lines.len());
    let line = |line: Line| {
        let class = if line.chosen { "choice chosen" } else { "choice" };
        view! {
            <li class=class>
                <span class="choice-what">
                    {line.what}
                    {line.chosen.then(|| view! { <span class="tag">{language.text("review.chosen")}</span> })}
                </span>
                <span class="choice-worth">{shown(language, terms, line.worth)}</span>
                <span class="choice-why">{line.why}</span>
            </li>
        }
    };
    let worth_of = match terms {
        Terms::Points => language.text("review.worth.points"),
        Terms::Win => language.text("review.worth.win"),
    };
    view! {
        <div class="choices">
            <p class="choices-head"><span>{language.text("review.choices-there")}</span><span>{worth_of}</span></p>
            <ol>{lines.into_iter().map(line).collect_view()}</ol>
            {(left_out > 0).then(|| view! { <p class="muted small">{crate::messages::tn("review.left-out", left_out as i64)}</p> })}
        </div>
    }
    .into_any()
}

/// All moves; a tap goes there.
#[component]
fn Moves(
    /// The game.
    table: StoredValue<AnyTable>,
    /// The step that is shown.
    at: RwSignal<usize>,
    /// What a review says.
    reviewed: Signal<Option<Arc<Reviewed>>>,
    /// The rounds or turns.
    parts: Vec<Stretch>,
) -> impl IntoView {
    let language = language();
    let list: NodeRef<html::Div> = NodeRef::new();
    Effect::new(move |_| {
        let step = at.get();
        let Some(list) = list.get() else { return };
        let Ok(Some(current)) = list.query_selector(&format!("[data-to='{step}']")) else {
            return;
        };
        let current: web_sys::HtmlElement = current.unchecked_into();
        let (top, bottom) = (
            current.offset_top(),
            current.offset_top() + current.offset_height(),
        );
        if top < list.scroll_top() || bottom > list.scroll_top() + list.client_height() {
            list.set_scroll_top(top - list.client_height() / 3);
        }
    });
    let moves = parts
        .into_iter()
        .map(|part| {
            let lines = part.steps.clone().map(|step| {
                let line = table.with_value(|table| {
                    let event = table.event(step)?;
                    let who = match event {
                        AnyEvent::Choice(seat, _) if table.seats() > 1 => {
                            format!("{} · ", tell::seat(language, table, seat))
                        }
                        _ => String::new(),
                    };
                    let is_luck = matches!(event, AnyEvent::Outcome(_));
                    Some((who + &tell::event(language, table, step), is_luck))
                });
                let (text, is_luck) = line.unwrap_or_default();
                let badge = move || {
                    let reviewed = reviewed.get()?;
                    let moment = reviewed.moments.get(step)?;
                    let amount = signed(
                        language,
                        reviewed.terms(),
                        moment.moved.in_terms(reviewed.terms()),
                    );
                    let class = match moment.whose {
                        Whose::Own => "amount by-own",
                        Whose::Luck => "amount by-luck",
                        Whose::Others => "amount by-others",
                    };
                    (!amount.starts_with('±')).then(|| view! { <span class=class>{amount}</span> })
                };
                view! {
                    <li>
                        <button type="button" data-to=step class:by-luck=is_luck
                            aria-current=move || (at.get() == step).then_some("step")
                            on:click=move |_| at.set(step)>
                            <span>{text}</span>
                            {badge}
                        </button>
                    </li>
                }
            });
            view! {
                <h3>{part.name}</h3>
                <ol>{lines.collect_view()}</ol>
            }
        })
        .collect_view();
    view! {
        <details class="moves">
            <summary>{t("review.moves")}</summary>
            <div class="moves-list" node_ref=list tabindex="0" role="group" aria-label=t("review.moves")>{moves}</div>
        </details>
    }
    .into_any()
}

/// Listens to arrow keys that no other control needs; `act` says whether it took one.
fn follow_arrow_keys(act: impl Fn(&str) -> bool + 'static) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented()
            || event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
            || event.shift_key()
        {
            return;
        }
        let busy = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .is_some_and(|element| {
                let kind = element.tag_name();
                let in_group = element
                    .closest("[role=radiogroup], .moves-list")
                    .ok()
                    .flatten()
                    .is_some();
                in_group || ["INPUT", "TEXTAREA", "SELECT"].contains(&kind.as_str())
            });
        if !busy && act(&event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::tests::played;

    #[test]
    fn every_step_is_in_one_part() {
        for (game, players, seed) in [("tres-fute", 1, 3), ("hyper-fute", 3, 3), ("push", 4, 3)] {
            let table = played(game, players, seed);
            let parts = stretches(Language::En, &table);
            let covered: Vec<usize> = parts.iter().flat_map(|part| part.steps.clone()).collect();
            assert_eq!(covered, (0..table.steps()).collect::<Vec<_>>());
        }
        let rounds = stretches(Language::En, &played("tres-fute", 1, 3));
        assert_eq!(rounds.len(), 6);
        assert_eq!(rounds[1].name, "Round 2");
    }
}
