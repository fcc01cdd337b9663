//! The scripted first turn of a game: one thing is lit, everything else waits, and the player makes a chain happen.

mod script;

use finaud_players::Bot;
use finaud_table::{GameError, Table};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::play::Game;
use crate::catalog;
use crate::describe::describe;
use crate::dice_table::in_sight;
use crate::fetch::{self, Texts};
use crate::guide;
use crate::messages::{Language, language, t};
use crate::motion::listen;
use crate::new_game::{NewGame, me_and_bots};
use crate::pages::lost::Lost;
use crate::saved::{self, LESSON, Saved};
use crate::session::GameSession;
use crate::settings::in_one_column;
use script::{Asks, ME, Scene, Step, lit, read};

/// What a card says: in the game’s own words, else in those of its family.
fn text_of(language: Language, game: &str, key: &str) -> Option<&'static str> {
    let own = language.find(&format!("games.{game}.lesson.{key}"));
    own.or_else(|| catalog::sources(game).find_map(|from| language.find(&format!("lesson.{from}.{key}"))))
}

/// The scripted first turn of a game.
#[component]
pub fn LessonPage(
    /// The id of the game.
    game: String,
) -> impl IntoView {
    let Some(entry) = catalog::game(&game) else {
        return Lost().into_any();
    };
    let game = entry.id.as_str();
    if !entry.lesson {
        return free(game, NewGame::go_in_place).unwrap_or_else(|| Lost().into_any());
    }
    let script = RwSignal::new(None::<Option<&'static str>>);
    spawn_local(async move {
        let text = fetch::file_text(&format!("./lessons/{game}.txt")).await;
        // A page of text, for as long as the app is open.
        let text = text.map(|text| &*Box::leak(text.into_boxed_str()));
        script.try_set(Some(text));
    });
    let waiting = |why: &'static str| {
        view! { <main id="content" class="how" data-page="learn"><p class="muted" role="status">{why}</p></main> }
            .into_any()
    };
    (move || match (script.get(), fetch::long_texts(language())) {
        (Some(Some(text)), Texts::Here) => lesson(game, read(text)),
        (Some(None), _) | (_, Texts::Missing) => waiting(t("common.not-loaded")),
        _ => waiting(t("common.loading")),
    })
    .into_any()
}

/// Leaves the script for a free game in which things are explained when they come up. What hinders it is shown.
fn free(game: &'static str, go: fn(NewGame) -> Result<(), GameError>) -> Option<AnyView> {
    saved::forget(&format!("{LESSON}{game}"));
    guide::begin(game);
    let error = go(NewGame::guided(game)).err()?;
    Some(
        view! { <main id="content" class="narrow"><p role="alert">{describe(&error.message())}</p></main> }
            .into_any(),
    )
}

/// Goes on where the script was left, or begins it.
fn lesson(game: &'static str, scenes: Vec<Scene>) -> AnyView {
    let id = format!("{LESSON}{game}");
    let laid = |scene: &Scene| scene.table(&me_and_bots(scene.players(), Bot::Novice));
    let kept = saved::load(&id).ok().and_then(|kept| {
        let first = kept.table().ok()?.until(0).position_text();
        let scene = scenes
            .iter()
            .position(|scene| laid(scene).is_some_and(|table| table.position_text() == first))?;
        Some((scene, kept))
    });
    let begun = kept.or_else(|| {
        saved::forget(&id);
        let mut new = Saved::new(&scenes.first().and_then(laid)?, None);
        new.id = id;
        new.coach = false;
        let _ = saved::save(&mut new);
        Some((0, new))
    });
    let session = begun.and_then(|(scene, kept)| Some((scene, GameSession::open(kept).ok()?)));
    let Some((scene, session)) = session else {
        return free(game, NewGame::go_in_place).unwrap_or_else(|| Lost().into_any());
    };
    let lesson = Lesson {
        game,
        scenes: StoredValue::new(scenes),
        session,
        scene: RwSignal::new(scene),
        passed: RwSignal::new((0, 0, 0)),
        missed: RwSignal::new(0),
    };
    let card = lesson.card();
    view! { <Game session lesson=card/> }.into_any()
}

/// A script that is being played.
#[derive(Clone, Copy)]
struct Lesson {
    game: &'static str,
    scenes: StoredValue<Vec<Scene>>,
    session: GameSession,
    scene: RwSignal<usize>,
    /// The cards read and dice chosen since something last happened: in which scene, at which step of the game, how many.
    passed: RwSignal<(usize, usize, usize)>,
    /// How often something else was tapped than what is lit.
    missed: RwSignal<usize>,
}

impl Lesson {
    fn in_scene<T>(self, look: impl FnOnce(&Scene) -> T) -> Option<T> {
        let scene = self.scene.get();
        self.scenes.with_value(|scenes| scenes.get(scene).map(look))
    }

    fn passed_here(self) -> usize {
        let here = (self.scene.get(), self.session.table.with(Table::steps));
        match self.passed.get() {
            (scene, step, passed) if (scene, step) == here => passed,
            _ => 0,
        }
    }

    /// The step that is due; none once a scene is over.
    fn step(self) -> Option<Step> {
        let passed = self.passed_here();
        self.in_scene(|scene| {
            let due = self.session.table.with(|table| scene.due(table, passed));
            scene.steps.get(due).copied()
        })
        .flatten()
    }

    fn is_last(self) -> bool {
        self.scenes.with_value(Vec::len) == self.scene.get() + 1
            && self.in_scene(|scene| scene.steps.last().copied()) == Some(self.step())
    }

    /// A card was read, or a die chosen.
    fn pass(self) {
        if untrack(|| self.is_last()) {
            free(self.game, NewGame::go);
            return;
        }
        let here = (
            self.scene.get_untracked(),
            self.session.table.with_untracked(Table::steps),
        );
        let passed = untrack(|| self.passed_here()) + 1;
        self.passed.set((here.0, here.1, passed));
    }

    /// Lays the table of the next scene once this one is over.
    fn follow(self) {
        Effect::new(move |_| {
            if self.step().is_some() {
                return;
            }
            let next = self.scene.get_untracked() + 1;
            let table = self.scenes.with_value(|scenes| {
                let scene = scenes.get(next)?;
                scene.table(&me_and_bots(scene.players(), Bot::Novice))
            });
            if let Some(table) = table {
                self.session.lay(table);
                self.scene.set(next);
            }
        });
        // What happens, and what is taken back, begins anew.
        Effect::new(move |_| {
            let here = (self.scene.get(), self.session.table.with(Table::steps));
            self.passed.set((here.0, here.1, 0));
        });
        // Others take what is left to them, and no turn of their own.
        Effect::new(move |_| {
            let theirs = |table: &Table| table.push().is_some_and(|push| push.state().current() != ME);
            if self.session.table.with(theirs) {
                self.session.pause();
            }
        });
    }

    /// May this be tapped now?
    fn allows(self, target: &Element, step: Step, lit: &str) -> bool {
        let within = |css: &str| target.closest(css).ok().flatten().is_some();
        let acts = !matches!(step.asks, Asks::Reading(_)) && !lit.is_empty();
        !within("main.game") || within(".lesson, dialog, .question, [data-do=undo]") || acts && within(lit)
    }

    /// A tap beside what is lit does nothing but show it once more.
    fn guard(self, lit: Memo<String>) {
        let refuses = move |event: &Event| {
            let target = event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok());
            let (Some(target), Some(step)) = (target, untrack(|| self.step())) else {
                return false;
            };
            let lit = lit.get_untracked();
            let allowed = self.allows(&target, step, &lit);
            if !allowed {
                event.stop_propagation();
                event.prevent_default();
            }
            !allowed
        };
        listen("click", move |event| {
            if refuses(event) {
                self.missed.update(|missed| *missed += 1);
            } else if let Some(Asks::Die(_)) = untrack(|| self.step()).map(|step| step.asks) {
                request_animation_frame(move || {
                    // The page may have been left before the frame came.
                    let Some(lit) = lit.try_get_untracked() else {
                        return;
                    };
                    let chosen = format!("{lit}[aria-pressed=true]");
                    if document().query_selector(&chosen).ok().flatten().is_some() {
                        self.pass();
                    }
                });
            }
        });
        listen("keydown", move |event| {
            let key = event.unchecked_ref::<KeyboardEvent>().key();
            match key.as_str() {
                // A press on something that waits is a tap on it.
                "Enter" | " " => {
                    if refuses(event) {
                        self.missed.update(|missed| *missed += 1);
                    }
                }
                "Tab" | "Shift" | "u" | "U" => {}
                _ if in_dialog() => {}
                // The keys of the table would do what is not lit.
                _ => event.stop_propagation(),
            }
        });
    }

    fn card(self) -> AnyView {
        let lit = Memo::new(move |_| {
            let step = self.step();
            step.map_or_else(String::new, |step| {
                self.session.table.with(|table| lit(table, step))
            })
        });
        self.follow();
        self.guard(lit);
        let step = Memo::new(move |_| {
            self.step()
                .map(|step| (step.key, matches!(step.asks, Asks::Reading(_))))
        });
        Effect::new(move |_| {
            step.track();
            lit.track();
            self.missed.set(0);
            request_animation_frame(move || {
                if let Some(lit) = lit.try_get_untracked() {
                    show(&lit);
                }
            });
        });
        let last = Memo::new(move |_| self.is_last());
        let words = move || {
            step.get()
                .and_then(|(key, _)| text_of(language(), self.game, key))
        };
        let missed = move || {
            (self.missed.get() > 0 && !lit.get().is_empty())
                .then(|| view! { <p class="missed">{t("lesson.missed")}</p> })
        };
        let next = move || {
            let reads = step.get().is_some_and(|(_, reads)| reads);
            reads.then(|| {
                let label = if last.get() { t("lesson.free") } else { t("lesson.next") };
                view! {
                    <button type="button" class="button small primary" data-do="next" on:click=move |_| self.pass()>{label}</button>
                }
            })
        };
        view! {
            <style>{move || style(&lit.get(), self.missed.get())}</style>
            <aside class="guide card lesson" aria-label=t("lesson.title") data-lesson=move || step.get().map(|(key, _)| key) data-lit=move || lit.get()>
                <div aria-live="polite"><p>{words}</p>{missed}</div>
                <div class="row">
                    {next}
                    {move || (!last.get()).then(|| view! {
                        <button type="button" class="button small quiet" data-do="skip" on:click=move |_| { free(self.game, NewGame::go); }>
                            {t("lesson.skip")}
                        </button>
                    })}
                </div>
            </aside>
        }
        .into_any()
    }
}

/// What waits while one thing is lit.
const WAITS: &str = ".zone, .cell, .die, .place, .power-row, .round-bar, .tally, .ticker, .prompt, .bar-buttons > *, \
    [data-do=roll], \
    .push-seat, .push-news, .push-pile, .push-count, .push-die, .push-column, .push-bench, .push-heap, \
    .push-prompt, .push-buttons > *";

/// The light: everything but the lit thing is dimmed. It is written as a style, so that it follows whatever is drawn anew.
fn style(lit: &str, missed: usize) -> String {
    let lit = if lit.is_empty() { ".nothing" } else { lit };
    format!(
        ".lesson-on :is({WAITS}):not({lit},:is({lit}) *,:has({lit}),.selected,[data-do=undo]){{opacity:.3;filter:saturate(.6)}}\
         .lesson-on :is({lit}){{animation:lit{} .45s ease-in-out 2}}\
         .lesson-on :is(button,div):is({lit}){{outline:3px solid var(--glow);outline-offset:3px}}\
         .lesson-on g:is({lit})>rect{{stroke:var(--glow);stroke-width:3.5}}",
        missed % 2
    )
}

/// Is a dialog open above the table?
fn in_dialog() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Leads the focus to what is to be done, and brings it into sight.
fn show(lit: &str) {
    let find = |css: &str| document().query_selector(css).ok().flatten();
    let next = find(".lesson [data-do=next]");
    let Some(first) = next.or_else(|| find(lit)) else {
        return;
    };
    if in_dialog() {
        return;
    }
    let _ = first.unchecked_into::<HtmlElement>().focus();
    let shown = if lit.is_empty() { None } else { find(lit) };
    if let (Some(shown), Some(card)) = (shown, find(".lesson")) {
        let (place, card) = (shown.get_bounding_client_rect(), card.get_bounding_client_rect());
        let (top, bottom) = if in_one_column() {
            in_sight::room_for(&shown)
        } else {
            (0.0, in_sight::window_height())
        };
        let covered = place.top() < card.bottom()
            && place.bottom() > card.top()
            && place.left() < card.right()
            && place.right() > card.left();
        if covered || place.top() < top || place.bottom() > bottom {
            let middle = f64::midpoint(place.top(), place.bottom());
            window().scroll_by_with_x_and_y(0.0, middle - f64::midpoint(top, bottom));
        }
    }
}
