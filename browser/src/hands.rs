//! Hands that play: they tap what a person could tap, one thing after the other, until the game is over.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::engine;
use crate::page::BrowserPage;

/// A tap that has done nothing by then has missed.
const MISSED: Duration = Duration::from_secs(3);

/// The sheet, grown under a finger.
const GROWN: &str = ".sheet-frame.grown";

/// What a person sees of a game at a glance.
const GLANCE: &str = r#"
const main = document.querySelector("main[data-page=play][data-awaits]");
if (!main) return null;
const seen = (css) => [...document.querySelectorAll(css)].filter((one) => one.checkVisibility() && !one.disabled
  && one.getAttribute("aria-disabled") !== "true" && !one.closest("[aria-hidden=true], [inert]"));
return {
  step: Number(main.dataset.step),
  awaits: main.dataset.awaits,
  cells: seen("[data-zone][data-cell].legal").map((one) => `[data-zone="${one.dataset.zone}"][data-cell="${one.dataset.cell}"].legal`),
  dice: seen("button[data-die][data-place]").map((one) => `button[data-die="${one.dataset.die}"]`),
  unframed: seen("button[data-die][data-place]:not(.usable)").map((one) => one.dataset.die),
  powers: seen("[data-power].legal").map((one) => `[data-power="${one.dataset.power}"].legal`),
  answers: seen("[data-do=answer]").length,
  numbers: seen("[data-do=number][aria-pressed=false]").map((one) => `[data-do=number][aria-label="${one.ariaLabel}"]`),
  drafted: seen("[data-zone][data-cell].drafted").length,
  buttons: seen("main [data-do]").map((one) => one.dataset.do),
  entries: seen("[data-enter]").map((one) => one.dataset.enter),
  sorts: seen("[data-sort]").map((one) => one.dataset.sort),
  falling: !!document.querySelector(".falling"),
};
"#;

/// The state of a game, as seen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SeenGame {
    pub(crate) step: u64,
    pub(crate) awaits: String,
    cells: Vec<String>,
    dice: Vec<String>,
    powers: Vec<String>,
    answers: usize,
    /// What may be written in a cell that is chosen, and is not yet.
    numbers: Vec<String>,
    /// How many cells are chosen and not written yet.
    drafted: usize,
    buttons: Vec<String>,
    entries: Vec<String>,
    sorts: Vec<String>,
    /// Do dice or cards still move?
    pub(crate) falling: bool,
}

impl SeenGame {
    /// Is a person to choose, and no question open?
    pub(crate) fn asks_for_a_cell(&self) -> bool {
        self.awaits == "people" && self.answers == 0 && !self.falling
    }

    /// The cells that can be tapped.
    pub(crate) fn cells(&self) -> &[String] {
        &self.cells
    }

    fn of(value: &Value) -> Option<SeenGame> {
        let texts = |key: &str| -> Vec<String> {
            let list = value[key].as_array().into_iter().flatten();
            list.filter_map(|one| one.as_str().map(str::to_owned)).collect()
        };
        Some(SeenGame {
            step: value["step"].as_u64()?,
            awaits: value["awaits"].as_str()?.to_owned(),
            cells: texts("cells"),
            dice: texts("dice"),
            powers: texts("powers"),
            answers: usize::try_from(value["answers"].as_u64()?).ok()?,
            numbers: texts("numbers"),
            drafted: usize::try_from(value["drafted"].as_u64()?).ok()?,
            buttons: texts("buttons"),
            entries: texts("entries"),
            sorts: texts("sorts"),
            falling: value["falling"].as_bool()?,
        })
    }

    pub(crate) fn offers(&self, what: &str) -> bool {
        self.buttons.iter().any(|button| button == what)
    }
}

/// Somebody's hands at a page. What they do is chance, the same for the same seed.
pub(crate) struct Hands<'p, 'd> {
    page: &'p BrowserPage<'d>,
    chance: Cell<u64>,
    /// Is everything done by keys?
    keys_only: bool,
    /// Do they never hurry bots?
    patient: bool,
}

impl<'p, 'd> Hands<'p, 'd> {
    pub(crate) fn new(page: &'p BrowserPage<'d>, seed: u64) -> Hands<'p, 'd> {
        Hands {
            page,
            chance: Cell::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            keys_only: false,
            patient: false,
        }
    }

    /// Hands that wait for bots as long as it takes.
    pub(crate) fn patient(page: &'p BrowserPage<'d>, seed: u64) -> Hands<'p, 'd> {
        Hands {
            patient: true,
            ..Hands::new(page, seed)
        }
    }

    /// Hands that never touch the screen.
    pub(crate) fn on_keys(page: &'p BrowserPage<'d>, seed: u64) -> Hands<'p, 'd> {
        Hands {
            keys_only: true,
            ..Hands::new(page, seed)
        }
    }

    /// A number below this one.
    fn draw(&self, below: usize) -> usize {
        let mut bits = self.chance.get();
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        self.chance.set(bits);
        usize::try_from(bits >> 33).unwrap_or(0) % below.max(1)
    }

    fn one_of<'a>(&self, these: &'a [String]) -> &'a str {
        &these[self.draw(these.len())]
    }

    /// The game as it is seen now.
    pub(crate) fn look(&self) -> Result<SeenGame> {
        self.page.until("a game is on the table", || {
            let seen = self.page.read(GLANCE)?;
            // What can be tapped looks it.
            let unframed = seen["unframed"].as_array().map_or(0, Vec::len);
            ensure!(
                unframed == 0,
                "dice without a frame can be tapped: {}",
                seen["unframed"]
            );
            Ok(SeenGame::of(&seen))
        })
    }

    /// Taps, or goes there by keys and presses Enter.
    fn touch(&self, css: &str) -> Result<()> {
        if self.keys_only {
            reach(self.page, css)?;
            self.page.keys(&["Enter"])
        } else {
            self.page.tap(css)
        }
    }

    /// Taps a cell of the sheet, once more if the sheet only grew under the first tap.
    pub(crate) fn touch_cell(&self, css: &str) -> Result<()> {
        let was_grown = self.page.has(GROWN)?;
        // A puzzle is no game: nothing is seen of it at a glance, before and after.
        let before = SeenGame::of(&self.page.read(GLANCE)?);
        self.touch(css)?;
        if was_grown || self.keys_only {
            return Ok(());
        }
        self.page.drawn()?;
        if self.page.has(GROWN)? && SeenGame::of(&self.page.read(GLANCE)?) == before {
            self.touch(css)?;
        }
        Ok(())
    }

    fn button(&self, name: &str) -> Result<()> {
        self.touch(&format!(
            "main [data-do={name}]:not([disabled]):not([aria-disabled=true])"
        ))
    }

    /// Taps something that may go by itself before it is tapped.
    fn press_if_there(&self, name: &str) -> Result<()> {
        if let Some(button) = self.page.all(&format!("main [data-do={name}]"))?.first() {
            let _ = self.page.press(button);
        }
        Ok(())
    }

    /// Lets what happened elsewhere be shown at once, if it is not yet.
    pub(crate) fn hurry(&self) -> Result<()> {
        self.press_if_there("hurry")
    }

    /// Plays until the game is over.
    pub(crate) fn play_to_the_end(&self) -> Result<()> {
        self.play_until(|seen| seen.awaits == "over").map(|_| ())
    }

    /// Plays until the game looks like that.
    pub(crate) fn play_until(&self, enough: impl Fn(&SeenGame) -> bool) -> Result<SeenGame> {
        let mut seen = self.look()?;
        for _ in 0..1500 {
            if enough(&seen) {
                return Ok(seen);
            }
            ensure!(seen.awaits != "over", "the game is over too early");
            seen = self.act(&seen)?;
        }
        bail!("the game does not end: {seen:?}");
    }

    /// Does one thing and looks what came of it. A tap that did nothing for long has missed, and is tried again.
    pub(crate) fn act(&self, seen: &SeenGame) -> Result<SeenGame> {
        self.try_to_act(seen)?;
        let tapped = Cell::new(Instant::now());
        self.page.until("something happens in the game", || {
            let now = SeenGame::of(&self.page.read(GLANCE)?);
            let changed = now.filter(|now| now != seen);
            if changed.is_none() && seen.awaits == "people" && tapped.get().elapsed() > 3 * MISSED {
                self.try_to_act(seen)?;
                tapped.set(Instant::now());
            }
            Ok(changed)
        })
    }

    fn try_to_act(&self, seen: &SeenGame) -> Result<()> {
        if seen.offers("handover") && !self.keys_only {
            return self.press_if_there("handover");
        }
        match seen.awaits.as_str() {
            // What they mean is said when they lie.
            _ if seen.falling => {}
            "luck" if seen.offers("roll") => self.button("roll")?,
            "luck" if seen.offers("hurry") && !self.patient && !self.keys_only => {
                self.press_if_there("hurry")?;
            }
            "people" if seen.answers > 0 => self.answer(seen)?,
            "people" if seen.offers("confirm") || !seen.numbers.is_empty() || seen.drafted > 0 => {
                self.draft(seen)?;
            }
            "people"
                if seen.offers("draw")
                    || seen.offers("place")
                    || seen.offers("take")
                    || seen.offers("stop") =>
            {
                self.push(seen)?;
            }
            "people" => self.dice(seen)?,
            "typed" => self.enter(seen)?,
            // Bots and cards move by themselves.
            _ => {}
        }
        Ok(())
    }

    /// An entry that is put together on the sheet: more cells, another number, and then it is confirmed.
    fn draft(&self, seen: &SeenGame) -> Result<()> {
        if seen.offers("confirm") && self.draw(3) > 0 {
            return self.button("confirm");
        }
        if !seen.numbers.is_empty() {
            return self.touch(self.one_of(&seen.numbers));
        }
        ensure!(!seen.cells.is_empty(), "nothing can be chosen: {seen:?}");
        self.touch_cell(self.one_of(&seen.cells))
    }

    fn answer(&self, seen: &SeenGame) -> Result<()> {
        // Now and then what it costs is too much.
        if seen.answers == 1 && self.draw(3) == 0 {
            return self.button("cancel");
        }
        let which = self.draw(seen.answers) + 1;
        // The answers stand side by side.
        self.touch(&format!("[data-do=answer]:nth-of-type({which})"))
    }

    /// A choice at a dice game: mostly a cell, now and then something else.
    fn dice(&self, seen: &SeenGame) -> Result<()> {
        if !seen.powers.is_empty() {
            return self.touch(self.one_of(&seen.powers));
        }
        let leave: Vec<String> = ["done", "decline", "end-rolls", "roll", "forfeit"]
            .into_iter()
            .filter(|name| seen.offers(name))
            .map(str::to_owned)
            .collect();
        let writes = !seen.cells.is_empty() && (leave.is_empty() || self.draw(5) > 0);
        if writes && !seen.dice.is_empty() && self.draw(3) == 0 {
            // First the die, then one of the cells that light up for it.
            let die = self.one_of(&seen.dice);
            self.touch(die)?;
            let now = self.after_or_pressed(seen, die)?;
            if now.step != seen.step {
                return Ok(());
            }
            if !now.cells.is_empty() {
                return self.touch_cell(self.one_of(&now.cells));
            }
            return self.touch(die);
        }
        if writes {
            return self.touch_cell(self.one_of(&seen.cells));
        }
        if !leave.is_empty() {
            return self.button(self.one_of(&leave));
        }
        ensure!(!seen.dice.is_empty(), "nothing can be done: {seen:?}");
        self.touch(self.one_of(&seen.dice))
    }

    /// Waits until a tap on a die has done something: it is chosen, or the game went on. Dice roll to their places; on a busy
    /// machine a tap may miss one that still moves, and is tried again as a person would.
    fn after_or_pressed(&self, before: &SeenGame, die: &str) -> Result<SeenGame> {
        let tapped = Cell::new(Instant::now());
        self.page.until("the die is chosen", || {
            let Some(now) = SeenGame::of(&self.page.read(GLANCE)?) else {
                return Ok(None);
            };
            let chosen = self.page.has(&format!("{die}[aria-pressed=true]"))?;
            let done = chosen || now.step != before.step;
            if !done && tapped.get().elapsed() > MISSED {
                self.touch(die)?;
                tapped.set(Instant::now());
            }
            Ok(done.then_some(now))
        })
    }

    fn push(&self, seen: &SeenGame) -> Result<()> {
        if seen.offers("protect") {
            return self.protect();
        }
        if seen.offers("choose-protect") && self.draw(3) == 0 {
            self.button("choose-protect")?;
            self.page.find("[data-do=protect]")?;
            return self.protect();
        }
        let columns = self.page.all("button[data-column].legal")?.len();
        if columns > 0 {
            let which = self.draw(columns);
            let numbers = self.page.read(
                "return [...document.querySelectorAll('button[data-column].legal')].map((one) => one.dataset.column)",
            )?;
            let number = numbers[which].as_str().context("a column")?;
            return self.touch(&format!("button[data-column='{number}'].legal"));
        }
        let draws = seen.offers("draw") && (!seen.offers("stop") || self.draw(5) < 3);
        self.button(if draws { "draw" } else { "stop" })
    }

    /// A bench that came to be looked at may lie above one's own: a tap sends it away.
    fn protect(&self) -> Result<()> {
        if let Some(visit) = self.page.all(".push-visit")?.first()
            && !self.keys_only
        {
            let _ = self.page.press(visit);
        }
        self.button("protect")
    }

    /// Real dice and cards: whatever chance gives.
    fn enter(&self, seen: &SeenGame) -> Result<()> {
        if !seen.sorts.is_empty() {
            return self.touch(&format!("[data-sort='{}']", self.one_of(&seen.sorts)));
        }
        if seen.entries.is_empty() {
            return self.enter_card(seen);
        }
        let mut dice: Vec<&str> = seen
            .entries
            .iter()
            .filter_map(|entry| entry.split(' ').next())
            .collect();
        dice.dedup();
        for die in dice {
            let face = self.draw(6) + 1;
            self.touch(&format!("[data-enter='{die} {face}']"))?;
        }
        self.button("enter")
    }

    fn enter_card(&self, seen: &SeenGame) -> Result<()> {
        if seen.offers("enter-colour") {
            let count = self.page.all("[data-do=enter-colour]:not(.none)")?.len();
            ensure!(count > 0, "no card is left to be entered");
            let which = self.draw(count);
            let colours = self.page.read(
                "return [...document.querySelectorAll('[data-do=enter-colour]:not(.none)')].map((one) => one.dataset.colour)",
            )?;
            let colour = colours[which].as_str().context("a colour")?;
            self.touch(&format!("[data-do=enter-colour][data-colour={colour}]"))?;
            return self.touch(".values [data-do=enter]:not(.none)");
        }
        self.touch("[data-do=enter]")
    }

    /// The game as the device keeps it.
    pub(crate) fn record(&self) -> Result<String> {
        let kept = self.page.read(
            "const id = location.hash.split('/')[2]; \
             return JSON.parse(localStorage.getItem(`finaud.game.${id}`) ?? 'null')?.record ?? null",
        )?;
        Ok(kept
            .as_str()
            .context("the game is not kept on the device")?
            .to_owned())
    }

    /// The end of a game: the totals shown are those the engine counts for the record.
    pub(crate) fn check_the_end(&self) -> Result<Vec<i32>> {
        self.page.find("[data-total]")?;
        let counted = engine::replay(&self.record()?)?;
        ensure!(
            counted.over,
            "the page says that the game is over, the engine does not"
        );
        let mut shown = Vec::new();
        for seat in 1..=counted.points.len() {
            let total = self.page.text(&format!("[data-total='{seat}']"))?;
            shown.push(
                total
                    .trim()
                    .parse::<i32>()
                    .with_context(|| format!("`{total}` is no total"))?,
            );
        }
        ensure!(
            shown == counted.points,
            "the page shows {shown:?}, the engine counts {:?}",
            counted.points
        );
        Ok(shown)
    }
}

/// Goes to an element with the Tab key alone.
pub(crate) fn reach(page: &BrowserPage<'_>, css: &str) -> Result<()> {
    page.find(css)?;
    page.until(&format!("`{css}` is reached by Tab"), || {
        // How far it is, counted as a person would by looking: then as many presses, and a look where that led.
        let away = page.read_with(
            r#"
            const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
              .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"));
            const target = document.querySelector(arguments[0]);
            if (document.activeElement === target) return 0;
            const to = all.indexOf(target);
            const from = all.indexOf(document.activeElement);
            if (to < 0) return -1;
            return to > from ? to - from : all.length - from + to;
            "#,
            &serde_json::json!([css]),
        )?;
        match away.as_i64() {
            Some(0) => Ok(Some(())),
            Some(away @ 1..) => {
                page.keys(&vec!["Tab"; usize::try_from(away)?])?;
                Ok(None)
            }
            _ => bail!("`{css}` cannot be reached by the keyboard"),
        }
    })
}

/// Lets bots play at once and dice wait for a tap, the way a person sets it.
pub(crate) fn in_a_hurry(page: &BrowserPage<'_>, address_of_settings: &str) -> Result<()> {
    page.go(address_of_settings)?;
    page.tap("[data-do=pace-instant]")?;
    page.find("[data-do=pace-instant][aria-checked=true]")?;
    Ok(())
}
