//! Real dice: people enter what they rolled.

use std::sync::Arc;

use finaud_rules::{Chance, DICE, Dice, Die, DieSet, Face, Outcome, SLOTS, Sheet, Sorted, Sorting};
use finaud_table::AnyOutcome;
use leptos::prelude::*;

use super::tray::face_view;
use super::words;
use crate::at_step::DicePosition;
use crate::colours;
use crate::describe::describe;
use crate::messages::{language, t, tf};
use crate::session::GameSession;

/// What was entered last: whoever takes it back finds it again and changes what was wrong.
#[derive(Clone, Default)]
pub struct Entered {
    /// The game before it.
    before: Option<DicePosition>,
    faces: [Option<Face>; DICE],
    sorted: Vec<Die>,
}

/// Asks for what real dice did.
#[component]
pub fn TypedDice(
    /// The game.
    session: GameSession,
    /// The sheet.
    sheet: Arc<Sheet>,
    /// What is to be entered.
    chance: Chance,
    /// The game as it is.
    position: DicePosition,
    /// What was entered last.
    entered: StoredValue<Entered>,
) -> impl IntoView {
    let dice = *position.dice();
    let again = entered.with_value(|last| match last.before == Some(position) {
        true => last.clone(),
        false => Entered::default(),
    });
    let keep = move |faces: [Option<Face>; DICE], sorted: Vec<Die>| {
        entered.set_value(Entered {
            before: Some(position),
            faces,
            sorted,
        });
    };
    let alert = RwSignal::new(None::<String>);
    let enter = move |outcome: Outcome| {
        if let Err(refusal) = session.apply_chance(AnyOutcome::Dice(outcome)) {
            let why = describe(&refusal.message());
            alert.set(Some(tf("dice.typed.wrong", &[("why", &why)])));
        }
    };
    view! {
        <section class="typed" aria-label=t("dice.typed.title")>
            {match chance {
                Chance::Roll(rolled) => roll_pad(sheet, rolled, again.faces, move |faces| {
                    keep(faces, Vec::new());
                    enter(Outcome::Roll(faces));
                }),
                Chance::Sort(sorting) => sort_pad(sheet, sorting, dice, again.sorted, move |sorted, tapped| {
                    keep([None; DICE], tapped);
                    enter(Outcome::Sort(sorted));
                }),
            }}
            <p class="error" role="alert">{move || alert.get()}</p>
        </section>
    }
    .into_any()
}

/// A column for each die, a row for each face.
fn roll_pad(
    sheet: Arc<Sheet>,
    rolled: DieSet,
    again: [Option<Face>; DICE],
    enter: impl Fn([Option<Face>; DICE]) + Copy + Send + Sync + 'static,
) -> AnyView {
    let faces = RwSignal::new(again);
    let complete = move || faces.with(|faces| rolled.iter().all(|die| faces[die.index()].is_some()));
    let columns: Vec<AnyView> = rolled
        .iter()
        .map(|die| {
            let name = sheet.dice[die.index()].name.clone();
            let colour = colours::of_die(&sheet, die);
            let letter = words::letter(language(), &sheet, die);
            let spoken = words::die(language(), &sheet, die);
            let buttons: Vec<AnyView> = Face::ALL
                .into_iter()
                .map(|face| {
                    let chosen = move || faces.with(|faces| faces[die.index()] == Some(face));
                    let label = tf("dice.typed.column", &[("die", &spoken), ("n", &face.pips())]);
                    view! {
                        <button
                            type="button"
                            class=format!("die {colour}")
                            class:selected=chosen
                            data-enter=format!("{name} {}", face.pips())
                            aria-label=label
                            aria-pressed=move || chosen().to_string()
                            on:click=move |_| faces.update(|faces| faces[die.index()] = Some(face))
                        >
                            {face_view(Some(face), letter)}
                            <span class="die-letter" aria-hidden="true">{letter.to_string()}</span>
                        </button>
                    }
                    .into_any()
                })
                .collect();
            view! { <div class="column" role="group" aria-label=spoken>{buttons}</div> }.into_any()
        })
        .collect();
    view! {
        <div class="spread">
        <p>{t("dice.typed.roll")}</p>
        <button
            type="button"
            class="button small primary"
            data-do="enter"
            disabled=move || !complete()
            on:click=move |_| enter(faces.get_untracked())
        >
            {t("dice.typed.done")}
        </button>
        </div>
        <div class="pad">{columns}</div>
    }
    .into_any()
}

/// Which of the equal dice lie nearest, and in which order the slots are filled.
fn sort_pad(
    sheet: Arc<Sheet>,
    sorting: Sorting,
    dice: Dice,
    mut again: Vec<Die>,
    enter: impl Fn(Sorted, Vec<Die>) + Copy + Send + Sync + 'static,
) -> AnyView {
    // All but the last tap: that one would enter everything at once.
    again.pop();
    let tapped = RwSignal::new(again);
    let wanted = if sorting.tied.is_empty() {
        0
    } else {
        sorting.wanted()
    };
    let needed = wanted + if sorting.ordered { SLOTS } else { 0 };
    let open = move || -> Vec<Die> {
        let tapped = tapped.get();
        let from = if tapped.len() < wanted {
            sorting.tied
        } else {
            let platter: DieSet = tapped[..wanted]
                .iter()
                .copied()
                .chain(sorting.sure.iter())
                .collect();
            DieSet::ALL.minus(platter)
        };
        from.iter().filter(|die| !tapped.contains(die)).collect()
    };
    let tap = move |die: Die| {
        tapped.update(|tapped| tapped.push(die));
        let tapped = tapped.get_untracked();
        if tapped.len() == needed {
            enter(sorted(&sorting, &tapped, wanted), tapped);
        }
    };
    let lying = {
        let sheet = Arc::clone(&sheet);
        move |die: Die| {
            let colour = colours::of_die(&sheet, die);
            view! {
                <span class=format!("die {colour}") role="img" aria-label=words::rolled(language(), &sheet, die, dice.pips(die))>
                    {face_view(dice.face(die), words::letter(language(), &sheet, die))}
                </span>
            }
            .into_any()
        }
    };
    // What is sorted already: the platter, and the slots one by one.
    let places = move || {
        let tapped = tapped.get();
        let (near, far) = tapped.split_at(tapped.len().min(wanted));
        let platter = sorting.sure.iter().chain(near.iter().copied());
        let platter = platter.map(&lying).collect_view();
        let slots = sorting.ordered.then(|| {
            ["I", "II", "III"]
                .into_iter()
                .enumerate()
                .map(|(slot, name)| {
                    let die = far.get(slot).map_or_else(
                        || view! { <span class="no-die"></span> }.into_any(),
                        |die| lying(*die),
                    );
                    view! { <li data-slot=slot + 1><span>{name}</span>{die}</li> }
                })
                .collect_view()
        });
        view! {
            <ul class="sorted" aria-live="polite">
                <li data-sorted="platter"><span>{t("dice.platter")}</span>{platter}</li>
                {slots}
            </ul>
        }
    };
    view! {
        {places}
        <p>
            {move || {
                if tapped.with(Vec::len) < wanted {
                    tf("dice.typed.sort_platter", &[("n", &wanted)])
                } else {
                    t("dice.typed.sort_slots").to_owned()
                }
            }}
        </p>
        <div class="row">
            {move || {
                open()
                    .into_iter()
                    .map(|die| {
                        let name = sheet.dice[die.index()].name.clone();
                        let colour = colours::of_die(&sheet, die);
                        let label = words::rolled(language(), &sheet, die, dice.pips(die));
                        view! {
                            <button
                                type="button"
                                class=format!("die {colour} usable")
                                data-sort=name
                                aria-label=label
                                on:click=move |_| tap(die)
                            >
                                {face_view(dice.face(die), words::letter(language(), &sheet, die))}
                                <span class="die-letter" aria-hidden="true">
                                    {words::letter(language(), &sheet, die).to_string()}
                                </span>
                            </button>
                        }
                    })
                    .collect_view()
            }}
            <button type="button" class="button small quiet" data-do="start-over" on:click=move |_| tapped.set(Vec::new())>
                {t("dice.typed.again")}
            </button>
        </div>
    }
    .into_any()
}

/// The sorting that follows from the dice tapped: first those of the platter, then those of the slots.
fn sorted(sorting: &Sorting, tapped: &[Die], wanted: usize) -> Sorted {
    let mut ranking: Vec<Die> = tapped[..wanted].to_vec();
    ranking.extend(sorting.sure.iter());
    ranking.extend(&tapped[wanted..]);
    for die in Die::ALL {
        if !ranking.contains(&die) {
            ranking.push(die);
        }
    }
    let mut all = [Die::White; DICE];
    all.copy_from_slice(&ranking[..DICE]);
    sorting.by_distance(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_record::Notation;
    use finaud_rules::{Game, Next, SoloGame, builtin};

    #[test]
    fn the_nearest_of_equal_dice_go_to_the_platter() {
        for (id, platter, slots) in [("tres-fute", 2, 0), ("hyper-fute", 2, 3)] {
            let game = SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap();
            let letters: Vec<char> = game.sheet().dice.iter().map(|die| die.letter).collect();
            let mut state = game
                .read_position(&format!("{id} turn=2 roll=1"))
                .unwrap_or_else(|_| panic!("the solo passive turn of {id} can be written"));
            // One low die, four equal ones, one high die.
            let roll: Vec<String> = letters
                .iter()
                .zip([1, 3, 3, 3, 3, 6])
                .map(|(letter, face)| format!("{letter}{face}"))
                .collect();
            game.apply_chance(&mut state, game.read_outcome(&roll.join(" ")).unwrap())
                .unwrap();
            let Next::Chance(Chance::Sort(sorting)) = game.next(&state) else {
                panic!("distance decides")
            };
            assert_eq!(sorting.wanted(), platter);
            let tied: Vec<Die> = sorting.tied.iter().collect();
            let mut tapped = vec![tied[3], tied[1]];
            if slots > 0 {
                tapped.extend([tied[2], Die::ALL[5], tied[0]]);
            }
            let luck = sorted(&sorting, &tapped, platter);
            assert!(luck.platter.contains(tied[3]) && luck.platter.contains(tied[1]));
            if slots > 0 {
                assert_eq!(luck.slots, [tied[2], Die::ALL[5], tied[0]]);
            }
            game.apply_chance(&mut state, Outcome::Sort(luck)).unwrap();
        }
    }
}
