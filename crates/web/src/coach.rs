//! The coach: a hint, and what each choice is worth and why.

use finaud_rules::Seat;
use finaud_table::{AnyAction, AnyEvent, Table};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::describe::Description;
use crate::messages::{Language, language, t, tf, tn};
use crate::new_game::name_of;
use crate::saved;
use crate::session::GameSession;
use crate::settings::in_one_column;
use crate::tell;
use crate::work::{self, Hint, Hints, Lane, WorkerRequest, WorkerResponse};

/// How many states the coach may look at for a hint: as many as `master`.
const NODES: u64 = 30_000;
/// How many choices the panel lists.
const LISTED: usize = 6;

/// What the coach said: at which step, to whom, and what.
type Said = (usize, Seat, Result<Hints, Description>);

/// The coach of a page.
#[derive(Clone, Copy)]
pub struct Coach {
    session: GameSession,
    /// Is the panel open?
    pub open: RwSignal<bool>,
    analysis: RwSignal<Option<Said>>,
    busy: RwSignal<bool>,
    /// What is lit without being asked for: the better choice at a puzzle that was answered.
    lit: RwSignal<Option<AnyAction>>,
}

impl Coach {
    /// A coach for a game.
    pub fn new(session: GameSession) -> Coach {
        let coach = Coach {
            session,
            open: RwSignal::new(false),
            analysis: RwSignal::new(None),
            busy: RwSignal::new(false),
            lit: RwSignal::new(None),
        };
        // An open panel follows the game beside the table; on a phone it lies where the game goes on, and has been read.
        let last = StoredValue::new(session.table.with_untracked(Table::steps));
        Effect::new(move |_| {
            let step = session.table.with(Table::steps);
            if last.get_value() != step && in_one_column() {
                coach.open.set(false);
            }
            last.set_value(step);
            if coach.open.get() {
                coach.ask();
            }
        });
        coach
    }

    /// A coach who says nothing and lights this choice, if there is one.
    pub fn lights(session: GameSession, lit: RwSignal<Option<AnyAction>>) -> Coach {
        Coach {
            lit,
            ..Coach::new(session)
        }
    }

    /// Is the coach at this table at all?
    pub fn allowed(self) -> bool {
        self.session.saved.with(|saved| saved.coach)
    }

    /// Who is asked, if it is a person.
    fn asked(self) -> Option<Seat> {
        self.session
            .table
            .with(|table| self.session.asked_here(table).first())
    }

    fn ask(self) {
        let Some(seat) = untrack(|| self.asked()) else {
            return;
        };
        let step = self.session.table.with_untracked(Table::steps);
        let known = self.analysis.with_untracked(|analysis| {
            analysis
                .as_ref()
                .is_some_and(|known| (known.0, known.1) == (step, seat))
        });
        if known || self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        // Kept at once: whoever leaves the page now was helped all the same.
        self.session.saved.update(|saved| {
            saved.hints += 1;
            let _ = saved::save(saved);
        });
        let request = WorkerRequest::Analyse {
            at: self.session.seat_to_choose(seat),
            nodes: NODES,
        };
        spawn_local(async move {
            let said = match work::ask(Lane::Quick, request, |_| ()).await {
                WorkerResponse::Hints(hints) => Ok(hints),
                other => Err(other.failure()),
            };
            self.busy.try_set(false);
            self.analysis.try_set(Some((step, seat, said)));
            // The game may have gone on meanwhile.
            if self.open.try_get_untracked() == Some(true) {
                self.ask();
            }
        });
    }

    /// The analysis of what is asked now.
    fn now(self) -> Option<Result<Hints, Description>> {
        let step = self.session.table.with(Table::steps);
        let seat = self.asked()?;
        self.analysis.with(|analysis| match analysis {
            Some((at, whose, said)) if *at == step && *whose == seat => Some(said.clone()),
            _ => None,
        })
    }

    /// The best action, while the panel is open, or the one that is lit.
    pub fn best(self) -> Option<AnyAction> {
        if let Some(lit) = self.lit.get() {
            return Some(lit);
        }
        if !self.open.get() {
            return None;
        }
        let hints = self.now()?.ok()?;
        let best = hints.hints.first()?;
        self.session.table.with(|table| action_of(table, best))
    }

    /// The button that opens the panel.
    pub fn button(self) -> impl IntoView {
        move || {
            self.allowed().then(|| {
                view! {
                    <button
                        type="button"
                        class="button small quiet"
                        data-do="hint"
                        aria-expanded=move || self.open.get().to_string()
                        disabled=move || self.asked().is_none()
                        on:click=move |_| self.open.update(|open| *open = !*open)
                    >
                        <svg class="bulb" viewBox="0 0 16 16" aria-hidden="true">
                            <path d="M8 1.2a4.6 4.6 0 0 0-2.6 8.4c.5.4.8.9.8 1.5v.4h3.6v-.4c0-.6.3-1.1.8-1.5A4.6 4.6 0 0 0 8 1.2zM6.4 12.6h3.2v.9c0 .7-.6 1.3-1.3 1.3h-.6c-.7 0-1.3-.6-1.3-1.3z"/>
                        </svg>
                        <span class="word">{t("dice.hint")}</span>
                    </button>
                }
            })
        }
    }
}

/// The panel of the coach.
#[component]
pub fn CoachPanel(
    /// The coach.
    coach: Coach,
) -> impl IntoView {
    move || {
        // While nobody is asked there is nothing to say.
        if !coach.open.get() || !coach.allowed() || coach.asked().is_none() {
            return ().into_any();
        }
        let inside = match coach.now() {
            None => view! { <p class="muted" data-coach="busy">{t("coach.thinking")}</p> }.into_any(),
            Some(Err(why)) => {
                view! { <p class="muted">{tf("coach.failed", &[("why", &why.text)])}</p> }.into_any()
            }
            Some(Ok(hints)) => list(coach, &hints),
        };
        view! {
            <aside class="coach card" aria-label=t("coach.title") data-panel="coach">
                <div class="spread">
                    <h2>{t("coach.title")}</h2>
                    <button type="button" class="icon-button" data-do="close-coach" aria-label=t("common.close") on:click=move |_| coach.open.set(false)>
                        "×"
                    </button>
                </div>
                {inside}
            </aside>
        }
        .into_any()
    }
}

/// The choice of a hint.
fn action_of(table: &Table, hint: &Hint) -> Option<AnyAction> {
    match table.read_event(&hint.event) {
        Ok(AnyEvent::Choice(_, action)) => Some(action),
        _ => None,
    }
}

fn list(coach: Coach, hints: &Hints) -> AnyView {
    let language = language();
    let doubt = match &hints.borrowed {
        _ if hints.rough => Some(t("coach.unknown").to_owned()),
        Some((game, sure)) => {
            let key = format!("coach.borrowed_{sure}");
            Some(language.fill(&key, &[("game", &name_of(game))]))
        }
        None => None,
    };
    let doubt = doubt.map(|told| view! { <p class="small muted" data-coach="doubt">{told}</p> });
    let head = match hints.win {
        Some(win) => tf(
            "coach.expected_win",
            &[
                ("points", &rounded(hints.points)),
                (
                    "win",
                    &language.fill("language.percent", &[("n", &rounded(100.0 * win))]),
                ),
            ],
        ),
        None => tf("coach.expected", &[("points", &rounded(hints.points))]),
    };
    let seat = coach.asked();
    let best = hints.hints.first().map(worth);
    let rows: Vec<AnyView> = hints
        .hints
        .iter()
        .take(LISTED)
        .enumerate()
        .map(|(index, hint)| {
            let best = best.filter(|_| index > 0);
            row(coach, seat, language, best, hint, figures(hints))
        })
        .collect();
    let more = hints.hints.len().saturating_sub(LISTED);
    view! {
        {(!hints.rough).then(|| view! { <p class="small">{head}</p> })}
        {doubt}
        <ol class="advice">{rows}</ol>
        {(more > 0).then(|| view! { <p class="small muted">{tn("coach.more", more as i64)}</p> })}
    }
    .into_any()
}

/// Does the coach say what choices are worth?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Figures {
    Shown,
    /// Reasons only: he does not know the sheet.
    Unknown,
}

fn figures(hints: &Hints) -> Figures {
    match hints.rough {
        true => Figures::Unknown,
        false => Figures::Shown,
    }
}

/// What a choice is worth, as it is shown: a chance of winning in per cent where there is one, else points.
fn worth(hint: &Hint) -> f64 {
    hint.win.map_or(hint.points, |win| 100.0 * win)
}

/// What a choice loses: the difference of the two numbers as they are shown. `None` if that is nothing.
fn loss_shown(best: f64, this: f64) -> Option<f64> {
    let tenths = |number: f64| (10.0 * number).round();
    let loss = tenths(best) - tenths(this);
    (loss > 0.0).then_some(loss / 10.0)
}

fn row(
    coach: Coach,
    seat: Option<Seat>,
    language: Language,
    // What the best choice is worth, for any other one.
    best: Option<f64>,
    hint: &Hint,
    figures: Figures,
) -> AnyView {
    let session = coach.session;
    let action = session.table.with_untracked(|table| action_of(table, hint));
    let name = action.zip(seat).map(|(action, seat)| {
        session
            .table
            .with_untracked(|table| tell::action(language, table, table.steps(), seat, action))
    });
    let shown = |number: f64| match hint.win {
        Some(_) => percent(language, number / 100.0),
        None => language.decimal(number),
    };
    let loss = best.and_then(|best| loss_shown(best, worth(hint)));
    let loss = loss.map(|loss| format!("−{}", shown(loss)));
    let worth = shown(worth(hint));
    let play = move |_| {
        if let (Some(seat), Some(action)) = (seat, action) {
            let _ = session.play(seat, action);
        }
    };
    view! {
        <li class:best=best.is_none()>
            <button type="button" class="advice-row" data-do="advised" on:click=play>
                <span class="what">{name}</span>
                {(figures == Figures::Shown).then(|| view! { <span class="worth">{worth}</span> <span class="loss">{loss}</span> })}
                <span class="why">{hint.why.clone()}</span>
            </button>
        </li>
    }
    .into_any()
}

/// A number of which somebody says "about".
fn rounded(number: f64) -> i64 {
    number.round() as i64
}

/// A chance in per cent.
pub fn percent(language: Language, chance: f64) -> String {
    let n = language.decimal(100.0 * chance);
    language.fill("language.percent", &[("n", &n)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_choice_loses_is_the_difference_of_the_numbers_beside_it() {
        // 0.149 less, but 292.9 and 292.8 are what can be read.
        assert_eq!(loss_shown(292.949, 292.8), Some(0.1));
        // 0.051 less, but the same number twice.
        assert_eq!(loss_shown(292.949, 292.898), None);
        // 0.06 less, and two numbers that differ by 0.1.
        assert_eq!(loss_shown(292.951, 292.891), Some(0.1));
        assert_eq!(loss_shown(50.0, 50.4), None);
    }
}
