//! The first guided game: each thing is explained when it first happens.

use finaud_record::Notation;
use finaud_rules::push::{COLUMNS, Card, PushPhase};
use finaud_rules::{
    Action, Award, Effect as DiceEffect, Game, Origin, Phase, Push, PushEffect, Seat, Stage, TableGame,
};
use finaud_table::{AnyAction, AnyChance, AnyEvent, Awaits, GameTable, Table};
use leptos::prelude::*;

use crate::catalog;
use crate::dice_table::in_sight;
use crate::fetch::{self, Texts};
use crate::messages::{Language, language, t};
use crate::session::GameSession;
use crate::storage;

/// Explains a game from the beginning again.
pub fn begin(game: &str) {
    let _ = storage::write(&key(game), "");
}

/// Where is kept what was explained of a game.
fn key(game: &str) -> String {
    format!("guide.{game}")
}

/// Somebody wants no more tips.
const OFF: &str = "off";

/// Is the first seat taken by the only person?
fn for_one(table: &Table) -> bool {
    table
        .all_seats()
        .all(|seat| table.is_person(seat) == (seat == Seat(0)))
}

/// What is said about a topic: in the game’s own words, else in those of its family.
fn tip_text(language: Language, game: &str, topic: &str) -> Option<&'static str> {
    let own = language.find(&format!("games.{game}.guide.{topic}"));
    own.or_else(|| catalog::sources(game).find_map(|from| language.find(&format!("guide.{from}.{topic}"))))
}

/// Everything that happened in a game so far.
struct History<E> {
    effects: Vec<E>,
    /// Where the turn begins that goes on, or the last one ended.
    turn: usize,
    /// Where the last event begins.
    last: usize,
}

impl<E: Copy> History<E> {
    /// The history of a table; `borders` says what begins or ends a turn.
    fn of<G: Notation + Game<Effect = E>>(table: &GameTable<G>, borders: fn(&E) -> bool) -> History<E> {
        let mut effects = Vec::new();
        // A game that was set up in the middle has no beginning to tell.
        let start = table.game().start_observed(&mut effects);
        if table.states().first() != Some(&start) {
            effects.clear();
        }
        let mut last = 0;
        for step in 0..table.log().len() {
            last = effects.len();
            effects.extend(table.effects(step));
        }
        let turn = effects.iter().rposition(borders).unwrap_or(0);
        History { effects, turn, last }
    }

    /// Did it ever happen?
    fn ever(&self, what: impl Fn(&E) -> bool) -> bool {
        self.effects.iter().any(what)
    }

    /// Did it happen in this turn?
    fn this_turn(&self, what: impl Fn(&E) -> bool) -> bool {
        self.effects[self.turn..].iter().any(what)
    }

    /// What the last event did, or what happened before the first.
    fn just_now(&self) -> &[E] {
        &self.effects[self.last..]
    }
}

/// What can be explained now, the most urgent first.
pub fn topics(table: &Table) -> Vec<&str> {
    let mut topics = match (table.dice(), table.push()) {
        (Some(dice), _) => dice_topics(table, dice),
        (None, Some(push)) => push_topics(push),
        (None, None) => Vec::new(),
    };
    topics.retain(|(_, holds)| *holds);
    topics.into_iter().map(|(topic, _)| topic).collect()
}

fn dice_topics<'t>(table: &'t Table, dice: &'t GameTable<TableGame>) -> Vec<(&'t str, bool)> {
    let me = Seat(0);
    let (position, sheet) = (dice.state(), dice.game().sheet());
    let (player, phase, roll) = (position.player(me), position.phase(), position.roll());
    let history = History::of(dice, |effect| {
        matches!(effect, DiceEffect::TurnBegins(_) | DiceEffect::TurnEnds(_))
    });
    let won = |from: fn(&Origin) -> bool| move |effect: &DiceEffect| matches!(effect, DiceEffect::Won { seat, origin, .. } if *seat == me && from(origin));
    let by_round = won(|origin| matches!(origin, Origin::Round(_)));
    // What a round gives needs no cell and no row: it explains nothing about those.
    let by_the_sheet = won(|origin| !matches!(origin, Origin::Round(_)));
    let a_fox = |effect: &DiceEffect| matches!(effect, DiceEffect::Won { seat, award: Award::Fox, .. } if *seat == me);
    let to_platter = |effect: &DiceEffect| matches!(effect, DiceEffect::ToPlatter(_));
    let mine = position.active() == Some(me);
    let asked = table.awaits().people().contains(me);
    let legal = if asked { table.legal(me) } else { Vec::new() };
    let has = |wanted: fn(&AnyAction) -> bool| legal.iter().any(wanted);
    let written = history.just_now().iter().find_map(|effect| match effect {
        DiceEffect::Written { seat, zone, .. } if *seat == me => Some(*zone),
        _ => None,
    });
    let zone = written.map_or("", |zone| &sheet.zones[usize::from(zone)].name);
    let rolls = |wanted: u8| mine && roll == wanted && phase == Phase::Rolled;
    let rolling = mine
        && matches!(
            table.awaits(),
            Awaits::Seeded(AnyChance::Dice(_)) | Awaits::Typed(_)
        );
    vec![
        ("end", phase == Phase::Over),
        ("fox", history.ever(a_fox)),
        (
            "pending_bonus",
            asked && !player.pending().is_empty() && phase != Phase::RoundStart,
        ),
        ("first_roll", rolling && roll <= 1),
        (
            "round_bonus",
            history.just_now().iter().any(by_round) || phase == Phase::RoundStart,
        ),
        ("pick_die", rolls(1) && asked),
        (zone, written.is_some()),
        ("to_platter", mine && history.this_turn(to_platter)),
        ("first_bonus", history.ever(by_the_sheet)),
        ("column", history.ever(|effect| matches!(effect, DiceEffect::Completed { seat, points, .. } if *seat == me && *points > 0))),
        ("second_roll", rolling && roll == 2),
        ("sum", rolls(2) && asked),
        ("white", mine && asked && phase == Phase::Rolled && roll > 1),
        ("third_roll", rolls(3) && asked),
        (
            "passive",
            position.active().is_none() && asked && player.stage() == Stage::Pick,
        ),
        ("slots", mine && phase == Phase::Window),
        (
            "circle",
            has(|action| matches!(action, AnyAction::Dice(Action::Circle { .. }))),
        ),
        (
            "takeback",
            has(|action| matches!(action, AnyAction::Dice(Action::TakeBack(_)))),
        ),
        (
            "polish",
            has(|action| matches!(action, AnyAction::Dice(Action::Pick(entry)) if entry.polish > 0)),
        ),
        (
            "joker",
            has(|action| matches!(action, AnyAction::Dice(Action::Pick(entry)) if entry.joker.is_some())),
        ),
        (
            "reroll",
            has(|action| matches!(action, AnyAction::Dice(Action::Reroll))),
        ),
        (
            "extra",
            has(|action| matches!(action, AnyAction::Dice(Action::Extra(_)))),
        ),
        (
            "forfeit",
            has(|action| matches!(action, AnyAction::Dice(Action::Forfeit))),
        ),
    ]
}

fn push_topics(table: &GameTable<Push>) -> Vec<(&'static str, bool)> {
    let me = Seat(0);
    let state = table.state();
    let (phase, mine) = (state.phase(), state.current() == me);
    let history = History::of(table, |effect| {
        matches!(effect, PushEffect::TurnBegins(_) | PushEffect::TurnEnds(_))
    });
    let die_card = state.columns().iter().any(|column| column.has_die()) || state.card() == Some(Card::Die);
    vec![
        ("end", phase == PushPhase::Over),
        (
            "bust",
            history.this_turn(|effect| *effect == PushEffect::Bust(me)),
        ),
        ("draw", mine && phase == PushPhase::Turn),
        (
            "risk",
            mine && table.game().variant() == finaud_rules::push::Variant::Risk,
        ),
        ("place", mine && phase == PushPhase::Placing),
        (
            "stop",
            mine && phase == PushPhase::AfterCard && state.columns().len() > 1,
        ),
        (
            "full",
            mine && phase == PushPhase::AfterCard && state.columns().len() == COLUMNS,
        ),
        (
            "bench",
            history.ever(|effect| matches!(effect, PushEffect::Taken { seat, .. } if *seat == me)),
        ),
        (
            "switch",
            history.this_turn(|effect| matches!(effect, PushEffect::Switched { .. })),
        ),
        ("die_card", die_card),
        ("take", mine && phase == PushPhase::Taking && state.taker() == me),
        (
            "others",
            mine && phase == PushPhase::Taking && state.taker() != me,
        ),
        ("die", phase == PushPhase::Rolling),
        (
            "protect",
            mine && phase == PushPhase::Turn && state.bench(me).zone().points() >= 12,
        ),
    ]
}

/// What is explained now.
#[derive(Clone, PartialEq, Debug)]
struct Tip {
    topic: String,
    /// When it was first shown.
    step: usize,
    /// Is it about something that others do and that is soon over? Then it stays until it is one's own turn to act.
    passing: bool,
}

impl Tip {
    fn still_holds(&self, table: &Table, topics: &[&str]) -> bool {
        let acted = || {
            (self.step..table.steps())
                .any(|step| matches!(table.event(step), Some(AnyEvent::Choice(seat, _)) if seat == Seat(0)))
        };
        topics.contains(&self.topic.as_str()) || self.passing && !acted()
    }
}

/// Whether bots or dice go on without waiting for the person who is guided.
fn hurries_on(awaits: Awaits) -> bool {
    awaits.bot().is_some() || matches!(awaits, Awaits::Seeded(_))
}

/// A small card beside the table that explains what is new.
#[component]
pub fn Guide(
    /// The game.
    session: GameSession,
) -> impl IntoView {
    // What was never met in the first game is explained in a later one, and everything once.
    let name = session.table.with_untracked(|table| key(table.id()));
    let known = storage::read(&name);
    let guided = known.is_some() || session.saved.with_untracked(|saved| saved.guided);
    let wanted = guided && session.table.with_untracked(for_one);
    let seen = RwSignal::new(read(&known.unwrap_or_default()));
    let now = Memo::new(move |before: Option<&Option<Tip>>| {
        let off = || seen.with(|seen| seen.iter().any(|known| known == OFF));
        if !wanted || off() || fetch::long_texts(language()) != Texts::Here {
            return None;
        }
        let hurries = !session.waits_for_tap();
        session.table.with(|table| {
            let new = |topic: &str| {
                seen.with(|seen| !seen.iter().any(|known| known == topic))
                    && tip_text(language(), table.id(), topic).is_some()
            };
            let topics = topics(table);
            before
                .and_then(Option::as_ref)
                .filter(|tip| new(&tip.topic) && tip.still_holds(table, &topics))
                .cloned()
                .or_else(|| {
                    Some(Tip {
                        topic: topics
                            .iter()
                            .find(|topic| new(topic))
                            .map(|topic| (*topic).to_owned())?,
                        step: table.steps(),
                        passing: hurries && hurries_on(table.awaits()),
                    })
                })
        })
    });
    let learned = move |topic: String| {
        seen.update(|seen| seen.push(topic));
        let text = seen.with_untracked(|seen| seen.join(" "));
        let _ = storage::write(&name, &text);
    };
    move || {
        // A card takes room that cells may need.
        in_sight::later();
        let (learned, off) = (learned.clone(), learned.clone());
        now.get().map(|Tip { topic, .. }| {
            let text = session.table.with_untracked(|table| tip_text(language(), table.id(), &topic));
            let name = topic.clone();
            view! {
                <aside class="guide card" aria-label=t("guide.title") aria-live="polite" data-guide=name>
                    <p>{text}</p>
                    <div class="row">
                        <button type="button" class="button small primary" data-do="got-it" on:click=move |_| learned(topic.clone())>
                            {t("guide.got_it")}
                        </button>
                        <button
                            type="button"
                            class="button small quiet"
                            data-do="no-guide"
                            aria-label=t("guide.stop")
                            on:click=move |_| off(OFF.to_owned())
                        >
                            <span class="in-words">{t("guide.stop")}</span>
                            <span class="in-short" aria-hidden="true">"×"</span>
                        </button>
                    </div>
                </aside>
            }
        })
    }
}

fn read(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use finaud_players::seated;
    use finaud_rules::Power;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    /// The first seat is taken by this bot, or by a person; the others by bots.
    fn table(game: &str, players: usize, first: Option<&str>, seed: u64) -> Table {
        let chairs = (0..players).map(|seat| match (seat, first) {
            (0, None) => Chair::person("Ada"),
            (0, Some(bot)) => Chair::bot("Ada", bot),
            _ => Chair::bot("Renart", "club"),
        });
        Table::new(
            &GameSpec::plain(game, players),
            chairs.collect(),
            ChanceSource::Seed(seed),
        )
        .unwrap()
    }

    /// A bot's game, event by event, as a person in its place would see it.
    fn as_person(game: &str, players: usize, seed: u64, mut look: impl FnMut(&Table)) {
        let bot = if seed.is_multiple_of(2) {
            "novice"
        } else {
            "random"
        };
        let mut played = table(game, players, Some(bot), seed);
        while seated::advance(&mut played).is_some() {}
        let mut person = table(game, players, None, seed);
        look(&person);
        for step in 0..played.steps() {
            person.apply(played.event(step).unwrap()).unwrap();
            look(&person);
        }
    }

    /// Everything some bots' games go through.
    fn met(game: &str, players: usize) -> BTreeSet<String> {
        let mut met = BTreeSet::new();
        for seed in 0..12 {
            as_person(game, players, seed, |table| {
                met.extend(topics(table).into_iter().map(str::to_owned));
            });
        }
        met
    }

    #[test]
    fn a_rounds_bonus_is_not_explained_as_one_that_cells_gave() {
        let mut seen = 0;
        for seed in 0..40 {
            as_person("tres-fute", 1, seed, |table| {
                let dice = table.dice().unwrap();
                let won_by_cells = (0..table.steps()).flat_map(|step| dice.effects(step)).any(|effect| {
                    matches!(effect, DiceEffect::Won { origin, .. } if !matches!(origin, Origin::Round(_)))
                });
                let explained = topics(table).contains(&"first_bonus");
                assert_eq!(explained, won_by_cells, "{}", table.position_text());
                // The third round's reroll is the second box of its row, whether the sheet gave anything or not.
                let player = dice.state().player(Seat(0));
                let two = Power::ALL
                    .into_iter()
                    .any(|power| player.boxes(power).circled() > 1);
                seen += usize::from(two && !won_by_cells);
            });
        }
        assert!(
            seen > 0,
            "no game reached the third round without a bonus of the sheet"
        );
    }

    #[test]
    fn a_rounds_bonus_is_explained_when_the_round_begins() {
        as_person("tres-fute", 1, 3, |table| {
            let dice = table.dice().unwrap();
            let gave = match table.steps().checked_sub(1) {
                None => true,
                Some(last) => dice.effects(last).iter().any(|effect| {
                    matches!(
                        effect,
                        DiceEffect::Won {
                            origin: Origin::Round(_),
                            ..
                        }
                    )
                }),
            };
            let chosen = dice.state().phase() == Phase::RoundStart;
            assert_eq!(topics(table).contains(&"round_bonus"), gave || chosen);
        });
    }

    /// Has every game words in every language for what it meets, and does it meet all it has words for?
    fn check(game: &str, players: usize, wanted: &[&str]) {
        let met = met(game, players);
        for language in Language::all() {
            for topic in &met {
                assert!(
                    tip_text(language, game, topic).is_some(),
                    "{game}: no words for {topic}"
                );
            }
        }
        for topic in wanted {
            assert!(met.contains(*topic), "{game}: {topic} was never met");
        }
    }

    const DICE: [&str; 12] = [
        "first_roll",
        "pick_die",
        "to_platter",
        "second_roll",
        "third_roll",
        "white",
        "sum",
        "passive",
        "fox",
        "pending_bonus",
        "reroll",
        "end",
    ];

    #[test]
    fn a_first_game_of_the_star_sheets_explains_everything_that_happens_in_it() {
        for game in ["tres-fute", "tres-fute-deluxe"] {
            check(game, 1, &DICE);
            check(game, 1, &["yellow", "blue", "green", "orange", "violet"]);
        }
    }

    #[test]
    fn a_first_game_of_melange_fute_explains_everything_that_happens_in_it() {
        check("melange-fute", 1, &DICE);
        check(
            "melange-fute",
            1,
            &["yellow", "blue", "green", "orange", "violet"],
        );
        check("melange-fute", 1, &["circle", "takeback", "polish", "joker"]);
    }

    #[test]
    fn a_first_game_of_hyper_fute_explains_everything_that_happens_in_it() {
        check("hyper-fute", 1, &DICE);
        check("hyper-fute", 1, &["yellow", "turquoise", "blue", "brown", "pink"]);
        check("hyper-fute", 1, &["joker", "slots"]);
    }

    #[test]
    fn a_first_game_of_push_explains_everything_that_happens_in_it() {
        let wanted = [
            "draw", "place", "stop", "take", "others", "bust", "die", "die_card", "switch", "protect", "end",
        ];
        check("push", 3, &wanted);
    }
}
