//! The stories: what people do with the app, from the first tap to what they see in the end.

mod choices;
pub(crate) mod comeback;
mod feel;
pub(crate) mod flow;
mod gallery;
mod games;
mod learn;
pub(crate) mod lessons;
mod offline;
pub(crate) mod online;
pub(crate) mod own_sheets;
mod pages;
pub(crate) mod records;
mod sight;
mod standing;
mod tables;
pub(crate) mod trouble;
mod truth;
mod workshop;

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};

use crate::context::StoryContext;
use crate::driver::Driver;

/// The dice games, for what has to hold at each of them.
pub(crate) const DICE_GAMES: [&str; 6] = [
    "tres-fute",
    "tres-fute-deluxe",
    "melange-fute",
    "hyper-fute",
    "vraiment-tres-fute",
    "clever-4ever",
];

/// At most this many stories at a time: each opens browsers of its own.
const TELLERS: usize = 2;

/// A story: its name and what happens.
struct Story {
    name: &'static str,
    run: fn(&StoryContext<'_>) -> Result<()>,
}

macro_rules! stories {
    ($($module:ident: $($story:ident),+ $(,)?;)+) => {
        &[$($(Story { name: concat!(stringify!($module), "::", stringify!($story)), run: $module::$story }),+),+]
    };
}

static STORIES: &[Story] = stories! {
    pages: the_first_page_speaks_the_browsers_language, a_language_is_chosen_and_remembered,
        no_text_is_missing_in_any_language, every_page_is_accessible,
        every_table_is_told_and_accessible_on_a_phone, every_table_is_told_and_accessible_on_a_desk;
    games: tres_fute_alone, tres_fute_deluxe_alone, melange_fute_alone, hyper_fute_alone,
        vraiment_tres_fute_alone, clever_4ever_alone, push_against_bots, push_with_risk, two_people_and_a_bot, by_keyboard_alone, a_guided_game;
    choices: what_costs_a_box_asks_first, a_double_tap_rolls_once_and_spends_nothing, more_crosses_are_tapped_on_the_sheet,
        two_ways_are_chosen_on_the_sheet, everything_says_what_it_is,
        everything_is_explained_without_a_pointer, many_dice_on_the_platter_are_large_enough, a_tap_beside_a_small_cell_hits_it,
        every_target_is_large_enough, a_phone_on_its_side_needs_no_scrolling, dice_taken_back_keep_their_values;
    sight: every_lit_cell_is_seen_on_a_small_phone, the_coach_and_celebrations_leave_the_card_alone,
        names_are_whole_at_a_full_table;
    feel: sounds_begin_with_a_tap_and_one_tap_silences_them, cells_light_when_the_dice_lie_and_a_tap_skips,
        nothing_moves_where_nobody_wants_it, a_card_is_turned_before_it_is_told, points_are_counted_to_the_true_score,
        a_cascade_is_counted_and_summed_up, the_first_fox_is_celebrated, a_record_is_celebrated,
        the_top_rating_step_is_celebrated;
    flow: bots_begin_by_themselves, a_choice_is_taken_back_before_the_bot_rolls, a_tap_hurries_the_others,
        the_pace_is_set_at_the_table_and_kept, the_device_is_handed_over, what_bots_write_slides_in_on_a_phone,
        what_bots_take_slides_in_on_a_phone, a_hint_leaves_the_cards_in_sight,
        why_a_turn_ended_is_said, push_fits_every_screen, push_at_a_shared_table_fits_every_screen;
    learn: the_first_turn_of_tres_fute, the_first_turn_of_tres_fute_deluxe, the_first_turn_of_melange_fute,
        the_first_turn_of_hyper_fute, the_first_turn_of_vraiment_tres_fute,
        the_first_turn_of_clever_4ever, the_first_turn_of_push, a_wrong_tap_does_nothing_bad, a_script_is_skipped,
        the_rules_open_above_a_game, the_level_offered_follows_results, a_dice_game_by_screen_reader,
        a_card_game_by_screen_reader, puzzles_and_achievements_by_screen_reader;
    offline: works_under_a_sub_path, opens_without_a_network, an_update_waits_and_is_let_in;
    online: a_dice_game_by_link, three_friends_finish_a_game, cards_by_link_in_french_and_a_rematch, a_line_breaks_in_mid_turn,
        a_tab_is_closed_before_its_choice_was_sent, whoever_looks_away_is_not_there,
        the_server_is_killed_in_mid_cascade, somebody_leaves_and_comes_back,
        somebody_watches_and_nobody_forges_a_seat, my_tables_wait_on_the_first_page, without_a_server_the_page_says_so;
    standing: a_ranked_try_stands_on_the_board, who_one_is_moves_to_another_device, my_data_are_deleted,
        notifications_are_offered_and_never_forced, a_push_becomes_a_notification, a_table_counts_if_everybody_agrees;
    tables: undo_goes_back_to_the_last_luck, a_reload_in_a_cascade_resumes_there, real_dice, real_cards,
        the_coach_is_asked_and_obeyed, the_coach_can_be_forbidden, a_sheet_of_ones_own, a_game_from_a_folder;
    own_sheets: the_coach_borrows_from_the_nearest_sheet, a_corrected_sheet_is_counted_apart_from_the_guess,
        bots_are_taught_and_go_on_after_the_page_was_closed, what_bots_learned_goes_to_another_browser, a_report_tells_how_a_sheet_plays,
        of_a_sheet_like_no_other_there_are_reasons_and_no_numbers, after_a_broken_file_nothing_starts_by_mistake,
        a_hint_leaves_the_dice_in_sight;
    gallery: a_sheet_of_the_gallery_is_played_to_its_end;
    records: a_replay_link_opens_elsewhere, a_broken_record_is_refused_kindly, all_games_go_to_another_device,
        a_copied_game_is_known_at_home, a_game_is_reviewed, a_dare_is_taken_up;
    lessons: from_mistake_to_mistake_and_on_from_there, a_puzzle_of_each_game_is_solved, a_lesson_comes_back;
    trouble: storage_is_forbidden, storage_is_full, two_tabs_play_the_same_game, an_update_in_the_middle_of_a_game,
        the_clock_passes_midnight, games_of_other_versions, the_server_sends_rubbish, a_part_of_the_program_is_missing;
    truth: what_a_review_shows_adds_up;
    comeback: records_are_ones_own, hints_are_told_everywhere, a_replay_is_watched, the_table_tells_the_next_title,
        old_games_have_earned_something, the_calendar_tells_the_streak, the_day_is_shared_in_squares,
        bots_have_faces_and_say_a_word, a_result_becomes_a_picture;
    workshop: an_owner_corrects_a_guess_and_plays_it, a_sheet_is_built_from_nothing, a_broken_sheet_is_mended,
        a_sheet_goes_by_link_to_another_browser, a_sheet_sent_by_link_is_played_online,
         grey_cells_letters_and_the_order_are_changed_on_the_sheet,
        two_tabs_never_overwrite_each_other_in_the_workshop, rubbish_in_the_workshop_does_no_harm;
};

/// Runs the stories whose names contain the filter.
pub(crate) fn tell(app: &Path, filter: &str) -> Result<ExitCode> {
    let wanted: Vec<&Story> = STORIES
        .iter()
        .filter(|story| story.name.contains(filter))
        .collect();
    if wanted.is_empty() {
        bail!("no story is called `{filter}`");
    }
    let evidence = crate::target().join("browser");
    let driver = Driver::start()?;
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(0);
    // A browser waits more than it works: two stories at a time take little longer than one.
    let tellers = std::thread::available_parallelism()
        .map_or(1, NonZero::get)
        .clamp(1, TELLERS);
    std::thread::scope(|scope| {
        for _ in 0..tellers {
            scope.spawn(|| {
                while let Some(story) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if !story.tell(&driver, app, &evidence) {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    println!(
        "{} of {} stories passed in {:.0} s",
        wanted.len() - failed,
        wanted.len(),
        start.elapsed().as_secs_f64()
    );
    if failed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("pictures of the failures are in {}", evidence.display());
    Ok(ExitCode::FAILURE)
}

impl Story {
    /// Runs it and prints how it went. A failure leaves pictures behind.
    fn tell(&self, driver: &Driver, app: &Path, evidence: &Path) -> bool {
        let begun = Instant::now();
        let stage = StoryContext::new(driver, app);
        let told = catch_unwind(AssertUnwindSafe(|| (self.run)(&stage))).unwrap_or_else(|panic| {
            let why = panic.downcast_ref::<String>().cloned();
            Err(anyhow!("the story panicked: {}", why.unwrap_or_default()))
        });
        let told = told.and_then(|()| stage.all_quiet());
        let seconds = begun.elapsed().as_secs_f64();
        let Err(error) = told else {
            println!("passed  {:58}{seconds:6.1} s", self.name);
            return true;
        };
        let name = self.name.replace("::", "-");
        let kept = stage.keep_evidence(evidence, &name);
        let kept = kept.map_or_else(
            |error| format!("\n        no picture: {error:#}"),
            |()| String::new(),
        );
        println!("FAILED  {:58}{seconds:6.1} s\n        {error:#}{kept}", self.name);
        false
    }
}
