//! Reading a sheet: TOML in, a checked [`Sheet`] out, or everything that is wrong with it at once.

mod actions;
mod balance;
mod bonus;
mod dice;
mod expectation;
mod grid;
mod location;
mod nearest;
mod problem;
mod ratings;
mod regions;
mod square;
mod syntax;
mod track;
mod walk;
mod zones;

pub use expectation::{Expectations, Expected, Step, ValuePath};
pub use nearest::nearest;
pub use problem::{Problem, ProblemKind};

use toml::de::DeTable;

use crate::Message;
use crate::bonus::Award;
use crate::die::{DICE, ZONES};
use crate::sheet::{MAX_SEATS, Provenance, Rulings, Sheet};
use crate::zone::Zone;
use actions::Actions;
use bonus::Bonuses;
use expectation::Notes;
use location::{Location, Noun};
use problem::{Report, quote};
use walk::{Fields, Node};
use zones::Draft;

/// The version of the format this reader knows.
const FORMAT: i64 = 1;
/// The longest text that is read, in bytes.
const LONGEST_TEXT: usize = 1_000_000;
/// The longest name or title, in characters.
const LONGEST_NAME: usize = 40;
/// The longest sentence on where a sheet comes from.
const LONGEST_SOURCE: usize = 400;
/// The most rounds of a game.
const MOST_ROUNDS: i64 = 9;

/// What came out of reading a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The sheet, unless there was an error.
    pub sheet: Option<Sheet>,
    /// All errors and warnings, in the order of the lines.
    pub problems: Vec<Problem>,
}

impl Sheet {
    /// Reads a sheet from TOML and checks everything that can be wrong with it.
    ///
    /// ```
    /// use finaud_rules::Sheet;
    /// let reading = Sheet::read("format = 1\nid = \"my sheet\"");
    /// assert!(reading.sheet.is_none());
    /// let problem = reading.problems.last().unwrap();
    /// assert!(problem.to_string().starts_with("id (line 2): \"my sheet\" should be"));
    /// ```
    pub fn read(text: &str) -> Reading {
        read(text, Notes::default()).0
    }

    /// Reads a sheet, and tells what could have been written at every place: for whoever edits it.
    ///
    /// ```
    /// use finaud_rules::{Expected, Sheet, Step};
    /// let (_, expectations) = Sheet::read_closely("numbered_slots = true");
    /// let path = [Step::Key("numbered_slots".into())];
    /// assert!(expectations.at(&path).any(|expected| *expected == Expected::Flag));
    /// ```
    pub fn read_closely(text: &str) -> (Reading, Expectations) {
        read(text, Notes::wanted())
    }
}

fn read(text: &str, notes: Notes) -> (Reading, Expectations) {
    let report = Report::new(if text.len() > LONGEST_TEXT { "" } else { text }, notes);
    let sheet = if text.len() > LONGEST_TEXT {
        let what = Message::new(
            "sheet.long",
            "the text is {long} bytes long; a sheet may have at most {longest}",
        );
        let what = what.with("long", text.len()).with("longest", LONGEST_TEXT);
        report.error(&Location::default(), None, &[], what);
        None
    } else {
        read_text(text, &report)
    };
    let sheet = sheet.filter(|_| !report.failed());
    let expectations = report.notes.take();
    let problems = report.into_problems();
    (Reading { sheet, problems }, expectations)
}

fn read_text(text: &str, report: &Report) -> Option<Sheet> {
    let (document, mut mistakes) = DeTable::parse_recoverable(text);
    // After the first mistake the reader misunderstands what follows: only that one is worth telling.
    mistakes.truncate(1);
    for mistake in &mistakes {
        let at = mistake.span().map(|span| span.start);
        let what = syntax::explain(text, at.unwrap_or(text.len()));
        report.error(&Location::default(), at, &[], what);
    }
    // With broken syntax the rest of the tree says little about what its author meant.
    if !mistakes.is_empty() {
        return None;
    }
    let sheet = read_sheet(document.get_ref(), report);
    if let Some(sheet) = sheet.as_ref().filter(|_| !report.failed()) {
        balance::check(sheet, report);
    }
    sheet
}

fn read_sheet(document: &DeTable<'_>, report: &Report) -> Option<Sheet> {
    let mut root = Fields::root(document, report);
    let format: Option<i64> = root
        .need("format", "1")
        .and_then(|format| format.number(FORMAT, FORMAT));
    let id = root.need("id", "\"my-sheet\"").and_then(|id| read_id(&id));
    let name = root
        .need("name", "\"My sheet\"")
        .and_then(|name| name.line_of_text(LONGEST_NAME));
    let provenance = root
        .need("provenance", "\"custom\"")
        .and_then(|provenance| read_provenance(&provenance));
    let source = root
        .need("source", "\"my own idea\"")
        .and_then(|source| source.line_of_text(LONGEST_SOURCE));
    let rounds = root
        .need("rounds", "[6, 6, 5, 4]")
        .and_then(|rounds| read_rounds(&rounds));
    let round_bonuses = root.maybe("round_bonuses");
    let numbered_slots = root
        .maybe("numbered_slots")
        .map_or(Some(false), |slots| slots.flag());
    let dice = root.maybe("dice");
    let zones = root.maybe("zones");
    let actions = root.maybe("actions");
    let ratings = root.maybe("ratings");
    let rulings = root.maybe("rulings");
    root.finish(Message::new("sheet.table.sheet", "a sheet"));

    let zones = read_tables(&root, zones, Tables::Zones, ZONES);
    let drafts: Vec<Draft<'_>> = zones.iter().filter_map(Draft::read).collect();
    let dice = read_tables(&root, dice, Tables::Dice, DICE);
    let dice = dice::read(&root, &dice, &drafts);
    let names: Vec<&str> = drafts.iter().map(|zone| zone.name.as_str()).collect();
    let actions = Actions::read(actions, &names);
    let mut bonuses = Bonuses::new(&drafts, &actions);
    report.notes.note_bonuses(|| bonuses.known_words());
    // In this order gifts are numbered: rounds, ends of action rows, zones.
    let round_awards = read_round_bonuses(round_bonuses, rounds.as_ref(), &mut bonuses);
    let powers = actions.finish(&mut bonuses);
    let names: Vec<String> = drafts.iter().map(|zone| zone.name.clone()).collect();
    let zones = drafts.into_iter();
    let zones: Vec<Option<Zone>> = zones.map(|zone| zone.finish(&names, &mut bonuses)).collect();
    let ratings = ratings::read(ratings);
    let rulings = read_rulings(&root, rulings);
    if numbered_slots == Some(false) {
        check_access(&root, &zones);
    }

    format?;
    Some(Sheet {
        id: id?,
        name: name?,
        provenance: provenance?,
        source: source?,
        dice: dice?,
        rounds: rounds?,
        round_awards,
        numbered_slots: numbered_slots?,
        powers,
        zones: zones.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()?,
        gifts: bonuses.into_gifts(),
        ratings,
        rulings: rulings?,
        own_rulings: rulings?,
    })
}

/// Where rows go by slots, the slots have to go by rolls.
fn check_access(root: &Fields<'_>, zones: &[Option<Zone>]) {
    for zone in zones.iter().flatten() {
        if zone.goes_by_slot() {
            let what = Message::new(
                "sheet.needs-numbered-slots",
                "access \"by slot\" needs slots that go by rolls; write at the head of the sheet: numbered_slots = true",
            );
            root.error_at(&Location::zone(&zone.name), what);
        }
    }
}

fn read_id(node: &Node<'_>) -> Option<String> {
    let id = node.text()?;
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=LONGEST_NAME).contains(&id.len()) && id.bytes().all(fits) {
        return Some(id.to_string());
    }
    let what = Message::new(
        "sheet.bad-id",
        "{id} should be 1 to {longest} of a-z, 0-9 and -, such as \"my-sheet\"",
    );
    node.error(what.with("id", quote(id)).with("longest", LONGEST_NAME));
    None
}

fn read_provenance(node: &Node<'_>) -> Option<Provenance> {
    let all = [
        Provenance::Printed,
        Provenance::Inferred,
        Provenance::Reconstruction,
        Provenance::Custom,
    ];
    node.one_of(&all.map(|provenance| (provenance.word(), provenance)))
}

fn read_rounds(node: &Node<'_>) -> Option<[u8; MAX_SEATS]> {
    let why = Message::new("sheet.why.rounds", "the rounds for 1, 2, 3 and 4 players");
    let rounds = node.list_of(Noun::Entry, MAX_SEATS, why)?;
    let rounds: Vec<Option<u8>> = rounds.iter().map(|entry| entry.number(1, MOST_ROUNDS)).collect();
    rounds.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()
}

fn read_round_bonuses(
    node: Option<Node<'_>>,
    rounds: Option<&[u8; MAX_SEATS]>,
    bonuses: &mut Bonuses,
) -> Vec<Option<Award>> {
    let most = rounds
        .and_then(|rounds| rounds.iter().max())
        .map(|most| usize::from(*most));
    let entries = node
        .as_ref()
        .and_then(|node| node.list(Noun::Round))
        .unwrap_or_default();
    if let (Some(node), Some(most)) = (node, most)
        && entries.len() > most
    {
        let what = Message::new(
            "sheet.more-bonuses-than-rounds",
            "has {count} entries, but no game has more than {most} rounds",
        );
        node.error(what.with("count", entries.len()).with("most", most));
    }
    let mut awards: Vec<_> = entries.iter().map(|entry| bonuses.award(entry)).collect();
    awards.resize(most.unwrap_or(awards.len()), None);
    awards
}

/// What is written in double brackets, once for each.
#[derive(Clone, Copy)]
enum Tables {
    Dice,
    Zones,
}

/// The tables of `[[dice]]` or `[[zones]]`.
fn read_tables<'a>(root: &Fields<'a>, node: Option<Node<'a>>, tables: Tables, count: usize) -> Vec<Node<'a>> {
    let (noun, missing, single, why) = match tables {
        Tables::Dice => (
            Noun::Die,
            Message::new(
                "sheet.no-dice",
                "there are no dice; write [[dice]] {count} times, once for each die",
            ),
            Message::new(
                "sheet.dice-brackets",
                "write [[dice]] in double brackets, once for each die",
            ),
            Message::new("sheet.why.dice", "write [[dice]] once for each die"),
        ),
        Tables::Zones => (
            Noun::Zone,
            Message::new(
                "sheet.no-zones",
                "there are no zones; write [[zones]] {count} times, once for each zone",
            ),
            Message::new(
                "sheet.zone-brackets",
                "write [[zones]] in double brackets, once for each zone",
            ),
            Message::new("sheet.why.zones", "write [[zones]] once for each zone"),
        ),
    };
    let Some(node) = node else {
        root.error(missing.with("count", count));
        return Vec::new();
    };
    if !node.is_list() {
        node.error(single);
        return Vec::new();
    }
    let mut entries = node.list_of(noun, count, why).unwrap_or_default();
    for (index, entry) in entries.iter_mut().enumerate() {
        entry.place = Location::numbered(noun, index + 1);
    }
    entries
}

fn read_rulings(root: &Fields<'_>, node: Option<Node<'_>>) -> Option<Rulings> {
    let mut rulings = Rulings {
        forfeit_always: false,
        passive_must_pick: false,
        fallback_ignores_actions: false,
        solo_fallback: false,
        foxes_floor_zero: false,
        fallback_by_place: false,
        blue_bonus_adds_white: false,
        extra_once_per_round: false,
    };
    let Some(node) = node else {
        root.error(Message::new(
            "sheet.no-rulings",
            "[rulings] is missing: it says true or false for each reading of the rules",
        ));
        return None;
    };
    let mut fields = node.fields()?;
    for (index, key) in Rulings::KEYS.into_iter().enumerate() {
        let field = if index < Rulings::NEEDED {
            fields.need(key, "false")
        } else {
            fields.maybe(key)
        };
        let set = field.and_then(|switch| switch.flag());
        if let (Some(set), Some(switch)) = (set, rulings.switch(key)) {
            *switch = set;
        }
    }
    fields.finish("[rulings]".into());
    Some(rulings)
}
