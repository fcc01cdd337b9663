//! The script of a first turn: what is lit, what is to be done, what is said. `games/ID/lesson.txt`, read.

use finaud_record::SeedString;
use finaud_rules::{PushAction, PushOutcome, Seat};
use finaud_table::{AnyAction, AnyEvent, AnyOutcome, Chair, Sitter, Table};

use crate::dice_table::choose;

/// Whoever is taught sits there.
pub(super) const ME: Seat = Seat(0);

/// A table with everything that is done at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scene {
    seed: &'static str,
    position: &'static str,
    pub(super) steps: Vec<Step>,
}

/// A card and what it asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The name of its text.
    pub(super) key: &'static str,
    pub(super) asks: Asks,
}

/// What a card asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asks {
    /// To be read, while this part of the table is lit.
    Reading(&'static str),
    /// To roll.
    Roll,
    /// To choose this die.
    Die(&'static str),
    /// To play this.
    Action(&'static str),
}

impl Step {
    /// Does the game go on with it?
    pub(super) fn is_event(self) -> bool {
        matches!(self.asks, Asks::Roll | Asks::Action(_))
    }
}

/// The scenes of a script. What cannot be read is left out.
pub(super) fn read(text: &'static str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((seed, position)) = line
            .strip_prefix("scene ")
            .and_then(|scene| scene.split_once(' '))
        {
            scenes.push(Scene {
                seed,
                position,
                steps: Vec::new(),
            });
        } else if let Some(scene) = scenes.last_mut() {
            let (key, what) = line.split_once(": ").unwrap_or((line, ""));
            let asks = match what.split_once(' ').unwrap_or((what, "")) {
                ("roll", _) => Asks::Roll,
                ("die", die) => Asks::Die(die),
                ("do", action) => Asks::Action(action),
                (_, lit) => Asks::Reading(lit),
            };
            scene.steps.push(Step { key, asks });
        }
    }
    scenes
}

impl Scene {
    /// How many sit at its table.
    pub(super) fn players(&self) -> usize {
        let seed = self.seed.parse::<SeedString>();
        seed.map_or(1, |seed| usize::from(seed.players()))
    }

    /// Its table, before anything is done.
    pub(super) fn table(&self, chairs: &[Chair]) -> Option<Table> {
        let seed: SeedString = self.seed.parse().ok()?;
        let mut record = format!(
            "finaud record 1\ngame: {}\nplayers: {}\nseed: {seed}\nposition: {}\n",
            seed.game(),
            seed.players(),
            self.position
        );
        for (seat, chair) in (1..).zip(chairs) {
            record += &format!("seat {seat}: {}\n", chair.name);
            if let Sitter::Bot(bot) = &chair.sitter {
                record += &format!("bot {seat}: {bot}\n");
            }
        }
        Table::restore(&record, None).ok()
    }

    /// The step that is due, when so many cards were read or dice chosen since something last happened.
    pub(super) fn due(&self, table: &Table, passed: usize) -> usize {
        let mut done = taps(table);
        let mut from = 0;
        for (index, step) in self.steps.iter().enumerate() {
            if done > 0 && step.is_event() {
                done -= 1;
                from = index + 1;
            }
        }
        let quiet = self.steps[from..].iter().take_while(|step| !step.is_event());
        from + passed.min(quiet.count())
    }
}

/// What whoever is taught did so far: choices and rolls. Cards turn and others move by themselves.
fn taps(table: &Table) -> usize {
    let mine = |step: &usize| match table.event(*step) {
        Some(AnyEvent::Choice(seat, _)) => seat == ME,
        Some(AnyEvent::Outcome(outcome)) => !matches!(outcome, AnyOutcome::Push(PushOutcome::Card(_))),
        None => false,
    };
    (0..table.steps()).filter(mine).count()
}

/// What is lit for a step, as a selector; empty if nothing is.
pub(super) fn lit(table: &Table, step: Step) -> String {
    match step.asks {
        Asks::Reading(lit) => lit.into(),
        Asks::Roll => "[data-do=roll]".into(),
        Asks::Die(die) => format!("[data-die={die}][data-place]"),
        Asks::Action(text) => match table.read_event(&format!("1 {text}")) {
            Ok(AnyEvent::Choice(_, action)) => lit_for(table, action),
            _ => String::new(),
        },
    }
}

fn lit_for(table: &Table, action: AnyAction) -> String {
    match action {
        AnyAction::Push(PushAction::Draw) => "[data-do=draw]".into(),
        AnyAction::Push(PushAction::Stop) => "[data-do=stop]".into(),
        AnyAction::Push(PushAction::PlaceNew) => ".push-column.new".into(),
        AnyAction::Push(PushAction::Place(column) | PushAction::Take(column)) => {
            format!("[data-column='{}']", column + 1)
        }
        AnyAction::Push(PushAction::Protect(colour)) => {
            format!("[data-do=protect][data-colour={}]", colour.word())
        }
        AnyAction::Dice(action) => {
            let Some(dice) = table.dice() else {
                return String::new();
            };
            let sheet = dice.game().sheet();
            let cells = choose::cells_of(sheet, dice.state().player(ME), action);
            let cells = cells.iter().map(|(zone, cell)| {
                let zone = &sheet.zones[usize::from(zone)].name;
                format!("[data-zone={zone}][data-cell='{cell}']")
            });
            cells.collect::<Vec<_>>().join(",")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    use finaud_rules::{Effect, Game, Origin, PushChance, PushEffect};
    use finaud_table::{AnyChance, AnyEffect, Awaits};

    use crate::catalog;
    use crate::messages::Language;
    use crate::pages::lesson::text_of;

    fn scenes(game: &str) -> Vec<Scene> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let text = std::fs::read_to_string(root.join(game).join("lesson.txt")).unwrap();
        read(Box::leak(text.into_boxed_str()))
    }

    fn chairs(scene: &Scene) -> Vec<Chair> {
        let all = [Chair::person("Ada"), Chair::bot("Renart", "novice")];
        all[..scene.players()].to_vec()
    }

    /// Plays a scene as its script has it; `look` sees every step before it is done, and what came of it.
    fn play(scene: &Scene, mut look: impl FnMut(&Table, Step)) -> Table {
        let mut table = scene.table(&chairs(scene)).expect("a table that can be laid");
        let mut passed = 0;
        loop {
            // Cards turn by themselves.
            if let Awaits::Seeded(AnyChance::Push(PushChance::Card)) = table.awaits() {
                table.apply_seeded().unwrap();
            }
            let at = scene.due(&table, passed);
            let Some(step) = scene.steps.get(at).copied() else {
                return table;
            };
            look(&table, step);
            match step.asks {
                Asks::Roll => {
                    assert!(
                        matches!(table.awaits(), Awaits::Seeded(_)),
                        "no roll is due: {step:?}"
                    );
                    table.apply_seeded().unwrap();
                    passed = 0;
                }
                Asks::Action(text) => {
                    let event = table.read_event(&format!("1 {text}"));
                    let event = event.unwrap_or_else(|error| panic!("{text}: {error:?}"));
                    table
                        .apply(event)
                        .unwrap_or_else(|error| panic!("{text}: {error:?}"));
                    passed = 0;
                }
                Asks::Reading(_) | Asks::Die(_) => passed += 1,
            }
            assert_ne!(
                (scene.due(&table, passed), passed),
                (at, 0),
                "no way on from {step:?}"
            );
        }
    }

    fn all() -> impl Iterator<Item = (&'static str, Vec<Scene>)> {
        let scripted = catalog::games().iter().filter(|game| game.lesson);
        scripted.map(|game| (game.id.as_str(), scenes(&game.id)))
    }

    #[test]
    fn every_game_begins_with_a_script_that_can_be_played() {
        assert_eq!(all().count(), catalog::ids().count());
        for (game, scenes) in all() {
            for scene in &scenes {
                let mut seen = Vec::new();
                play(scene, |table, step| {
                    seen.push(step);
                    if !matches!(step.asks, Asks::Reading("")) {
                        assert!(
                            !lit(table, step).is_empty(),
                            "{game}: nothing is lit for {step:?}"
                        );
                    }
                });
                assert_eq!(seen, scene.steps, "{game}");
            }
            let last = scenes.last().and_then(|scene| scene.steps.last()).unwrap();
            assert_eq!(
                last.asks,
                Asks::Reading(""),
                "{game}: the last card leads to a free game"
            );
        }
    }

    #[test]
    fn another_table_is_explained_before_anything_is_asked_at_it() {
        for (game, scenes) in all() {
            for scene in &scenes[1..] {
                let first = scene.steps[0];
                assert!(matches!(first.asks, Asks::Reading(_)), "{game}: `{}`", first.key);
            }
        }
    }

    #[test]
    fn every_card_has_words_in_every_language() {
        for (game, scenes) in all() {
            for step in scenes.iter().flat_map(|scene| &scene.steps) {
                for language in Language::all() {
                    let told = text_of(language, game, step.key);
                    assert!(told.is_some(), "{game}, {}: {}", language.code(), step.key);
                }
            }
        }
    }

    #[test]
    fn the_goal_comes_first_and_one_die_sets_off_a_chain() {
        for (game, scenes) in all().filter(|(_, scenes)| scenes[0].players() == 1) {
            assert_eq!(scenes[0].steps[0].key, "goal");
            let table = play(&scenes[0], |_, _| {});
            // From a choice of a die to the next roll: bonuses that cells gave.
            let (mut chain, mut longest) = (0, 0);
            for step in 0..table.steps() {
                if matches!(table.event(step), Some(AnyEvent::Outcome(_))) {
                    chain = 0;
                }
                let won = |effect: &AnyEffect| matches!(effect, AnyEffect::Dice(Effect::Won { seat: ME, origin, .. }) if !matches!(origin, Origin::Round(_)));
                chain += table.effects(step).iter().filter(|effect| won(effect)).count();
                longest = longest.max(chain);
            }
            assert!(longest >= 3, "{game}: a chain of {longest}");
            assert_eq!(table.dice().unwrap().state().player(ME).foxes(), 1, "{game}");
        }
    }

    /// With a die chosen, a tap on the lit cell means the scripted action and nothing else.
    #[test]
    fn a_lit_cell_asks_no_question() {
        for (game, scenes) in all().filter(|(_, scenes)| scenes[0].players() == 1) {
            let mut chosen = None;
            play(&scenes[0], |table, step| {
                let dice = table.dice().unwrap();
                let (sheet, player) = (dice.game().sheet(), dice.state().player(ME));
                match step.asks {
                    Asks::Die(die) => {
                        chosen = sheet.die_named(die);
                        assert!(chosen.is_some(), "{game}: no die `{die}`");
                    }
                    Asks::Action(text) => {
                        let Ok(AnyEvent::Choice(_, AnyAction::Dice(action))) =
                            table.read_event(&format!("1 {text}"))
                        else {
                            panic!("{game}: {text}");
                        };
                        let mut legal = Vec::new();
                        dice.game().legal(dice.state(), ME, &mut legal);
                        for cell in choose::cells_of(sheet, player, action).iter() {
                            let meant = choose::at_cell(sheet, player, &legal, chosen, cell);
                            assert_eq!(meant, [action], "{game}: {text}");
                        }
                        chosen = None;
                    }
                    Asks::Reading(_) | Asks::Roll => {}
                }
            });
        }
    }

    #[test]
    fn push_is_drawn_placed_stopped_busted_and_protected() {
        let scenes = scenes("push");
        let effects: Vec<PushEffect> = scenes
            .iter()
            .map(|scene| play(scene, |_, _| {}))
            .flat_map(|table| {
                (0..table.steps())
                    .flat_map(move |step| table.effects(step))
                    .collect::<Vec<_>>()
            })
            .filter_map(|effect| match effect {
                AnyEffect::Push(effect) => Some(effect),
                AnyEffect::Dice(_) => None,
            })
            .collect();
        let has = |what: fn(&PushEffect) -> bool| effects.iter().any(what);
        assert!(has(|effect| matches!(effect, PushEffect::Taken { .. })));
        assert!(has(|effect| matches!(effect, PushEffect::Bust(ME))));
        assert!(has(|effect| matches!(effect, PushEffect::Protected { .. })));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(read("nonsense\n# a comment\nscene\n"), []);
        let scenes = read("scene no-seed nowhere\nhello: wave\n");
        assert_eq!(scenes[0].table(&[]).map(|_| ()), None);
        assert_eq!(scenes[0].steps[0].asks, Asks::Reading(""));
    }
}
