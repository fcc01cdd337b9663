//! What a report says, part by part: the terminal and the page show the same.

use finaud_messages::Argument;
use finaud_rules::builtin;

use super::names::Words;
use super::{Figures, QuestionReport, built_in};

/// A part of a report.
pub(super) enum Part {
    /// A new chapter.
    Heading(String),
    /// A sentence or two.
    Sentence(String),
    /// Things of one kind.
    List(Vec<String>),
    /// A table: what stands above its columns, and its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// How the results spread.
    Results,
    /// How often each cell is filled.
    Cells,
}

/// The whole report.
pub(super) fn outline(words: &Words<'_>) -> Vec<Part> {
    let mut parts = vec![Part::Sentence(words.played())];
    if words.report.games == 0 {
        return parts;
    }
    results(words, &mut parts);
    zones(words, &mut parts);
    bonuses(words, &mut parts);
    cells(words, &mut parts);
    choices(words, &mut parts);
    luck(words, &mut parts);
    seats(words, &mut parts);
    comparison(words, &mut parts);
    parts
}

fn heading(words: &Words<'_>, key: &str, parts: &mut Vec<Part>) {
    parts.push(Part::Heading(words.words(&format!("report.heading.{key}"))));
}

fn heads(words: &Words<'_>, keys: &[&str]) -> Vec<String> {
    let head = |key: &&str| match *key {
        "" => String::new(),
        key => words.words(&format!("report.head.{key}")),
    };
    keys.iter().map(head).collect()
}

fn results(words: &Words<'_>, parts: &mut Vec<Part>) {
    let results = &words.report.results;
    heading(words, "results", parts);
    let (mean, error) = (
        words.number(results.mean, 1),
        words.number(results.standard_error, 1),
    );
    let sd = words.number(results.sd, 1);
    let arguments: [(&str, &dyn Argument); 8] = [
        ("mean", &mean),
        ("error", &error),
        ("sd", &sd),
        ("min", &results.min),
        ("p10", &results.p10),
        ("median", &results.median),
        ("p90", &results.p90),
        ("max", &results.max),
    ];
    parts.push(Part::Sentence(words.say("report.results", &arguments)));
    parts.push(Part::Results);
}

fn zones(words: &Words<'_>, parts: &mut Vec<Part>) {
    let report = words.report;
    heading(words, "zones", parts);
    let share = |points: f64| words.percent((points / report.results.mean.max(1e-9)).max(0.0));
    let zones = report.zones.iter().enumerate().map(|(index, zone)| {
        vec![
            words.zone(index),
            words.number(zone.points, 1),
            words.number(zone.sd, 1),
            share(zone.points),
            words.percent(zone.filled),
            words.percent(zone.lowest),
        ]
    });
    let foxes = &report.foxes;
    let fox_row = vec![
        words.words("report.foxes-row"),
        words.number(foxes.points, 1),
        String::new(),
        share(foxes.points),
        String::new(),
        String::new(),
    ];
    let rows = zones.chain((foxes.printed > 0).then_some(fox_row)).collect();
    let keys = ["", "points", "sd", "share", "filled", "lowest"];
    parts.push(Part::Table(heads(words, &keys), rows));
    if foxes.printed == 0 {
        return parts.push(Part::Sentence(words.words("report.no-foxes")));
    }
    let shares = foxes.shares.iter().enumerate();
    let shares: Vec<String> = shares
        .map(|(n, share)| {
            words.say(
                "report.fox-share",
                &[("n", &n), ("share", &words.percent(*share))],
            )
        })
        .collect();
    let count = words.number(foxes.count, 2);
    let arguments: [(&str, &dyn Argument); 3] = [
        ("count", &count),
        ("printed", &foxes.printed),
        ("shares", &shares.join(", ")),
    ];
    parts.push(Part::Sentence(words.say("report.foxes", &arguments)));
}

fn bonuses(words: &Words<'_>, parts: &mut Vec<Part>) {
    heading(words, "bonuses", parts);
    let bonuses = &words.report.bonuses;
    if bonuses.is_empty() {
        return parts.push(Part::Sentence(words.words("report.no-bonuses")));
    }
    let late = bonuses.iter().any(|bonus| bonus.lost > 0.0);
    let rows = bonuses.iter().map(|bonus| {
        let mut row = vec![
            words.place(bonus.place),
            words.award(&bonus.award),
            words.percent(bonus.won),
            bonus
                .round
                .map_or_else(|| "–".into(), |round| words.number(round, 1)),
        ];
        if late {
            row.push(match bonus.lost {
                lost if lost > 0.0 => words.percent(lost),
                _ => String::new(),
            });
        }
        row
    });
    let keys = ["place", "gives", "won", "round", "late"];
    let keys = if late { &keys[..] } else { &keys[..4] };
    parts.push(Part::Table(heads(words, keys), rows.collect()));
}

fn cells(words: &Words<'_>, parts: &mut Vec<Part>) {
    heading(words, "cells", parts);
    parts.push(Part::Cells);
    let unreached: Vec<String> = words
        .report
        .unreached()
        .map(|(zone, cell)| {
            let arguments: [(&str, &dyn Argument); 2] = [
                ("cell", &words.cell(zone, cell)),
                ("share", &words.percent(cell.filled)),
            ];
            words.say("report.unreached-cell", &arguments)
        })
        .collect();
    if unreached.is_empty() {
        return parts.push(Part::Sentence(words.words("report.all-reached")));
    }
    parts.push(Part::Sentence(
        words.say("report.unreached", &[("n", &unreached.len())]),
    ));
    parts.push(Part::List(unreached));
}

fn choices(words: &Words<'_>, parts: &mut Vec<Part>) {
    let report = words.report;
    heading(words, "choices", parts);
    let length = &report.length;
    let [turns, rolls, actions, decisions] =
        [length.turns, length.rolls, length.actions, length.decisions].map(|number| words.number(number, 1));
    let arguments: [(&str, &dyn Argument); 5] = [
        ("turns", &turns),
        ("rolls", &rolls),
        ("actions", &actions),
        ("decisions", &decisions),
        ("players", &report.players),
    ];
    parts.push(Part::Sentence(words.say("report.length", &arguments)));
    if report.questions.is_empty() {
        return parts.push(Part::Sentence(words.words("report.no-questions")));
    }
    let within = words.number(report.close_within, 1);
    let close = words.percent(report.close());
    parts.push(Part::Sentence(
        words.say("report.close", &[("within", &within), ("close", &close)]),
    ));
    let rows = report.questions.iter().map(|asked| {
        vec![
            words.question(asked.question),
            words.number(asked.per_game, 1),
            words.number(asked.options, 1),
            words.percent(asked.close),
            words.number(asked.median_margin, 1),
        ]
    });
    let keys = ["", "per-game", "options", "close", "margin"];
    parts.push(Part::Table(heads(words, &keys), rows.collect()));
    let name = |asked: &QuestionReport| words.question(asked.question);
    let no_choices: Vec<String> = report.no_choices().map(name).collect();
    if no_choices.is_empty() {
        parts.push(Part::Sentence(words.words("report.all-choices")));
    } else {
        parts.push(Part::Sentence(words.words("report.no-choices")));
        parts.push(Part::List(no_choices));
    }
}

fn luck(words: &Words<'_>, parts: &mut Vec<Part>) {
    let (report, luck) = (words.report, &words.report.luck);
    heading(words, "luck", parts);
    if luck.games > 1 {
        let (share, sd) = (words.percent(luck.share), words.number(luck.sd_without, 1));
        let arguments: [(&str, &dyn Argument); 3] = [("share", &share), ("sd", &sd), ("games", &luck.games)];
        parts.push(Part::Sentence(words.say("report.luck", &arguments)));
    }
    let mean = words.number(luck.beginner, 1);
    let less = words.number(report.results.mean - luck.beginner, 1);
    let (wins, skill) = (words.percent(luck.beginner_wins), words.percent(luck.skill_share));
    let arguments: [(&str, &dyn Argument); 5] = [
        ("mean", &mean),
        ("less", &less),
        ("wins", &wins),
        ("skill", &skill),
        ("players", &report.players),
    ];
    parts.push(Part::Sentence(words.say("report.skill", &arguments)));
}

fn seats(words: &Words<'_>, parts: &mut Vec<Part>) {
    let report = words.report;
    if report.players < 2 {
        return;
    }
    heading(words, "seats", parts);
    let rows = report.seats.iter().enumerate().map(|(index, seat)| {
        vec![
            words.say("report.seat", &[("n", &(index + 1))]),
            words.number(seat.mean, 1),
            words.percent(seat.wins),
        ]
    });
    parts.push(Part::Table(heads(words, &["", "points", "wins"]), rows.collect()));
    // A victory is drawn with this spread if all seats are alike.
    let even = 1.0 / report.players as f64;
    let error = (even * (1.0 - even) / report.games.max(1) as f64).sqrt();
    let (even, error) = (words.percent(even), words.number(200.0 * error, 1));
    parts.push(Part::Sentence(
        words.say("report.seats", &[("even", &even), ("error", &error)]),
    ));
}

fn comparison(words: &Words<'_>, parts: &mut Vec<Part>) {
    let report = words.report;
    let others = built_in(report.players).into_iter();
    let others: Vec<Figures> = others.filter(|figures| figures.game != report.game).collect();
    if others.is_empty() {
        return;
    }
    heading(words, "comparison", parts);
    let row = |name: String, figures: &Figures| {
        let mut row = vec![
            name,
            words.number(figures.mean, 1),
            words.number(figures.sd, 1),
            words.percent(figures.luck),
            words.percent(figures.skill),
            words.number(figures.decisions, 1),
            words.percent(figures.close),
            words.number(figures.foxes, 1),
            figures.unreached.to_string(),
        ];
        if report.players > 1 {
            row.push(words.percent(figures.first));
        }
        row
    };
    let name = |figures: &Figures| {
        let known = builtin(&figures.game).map(|sheet| sheet.name.clone());
        known.unwrap_or_else(|| figures.game.clone())
    };
    let own = row(report.name.clone(), &Figures::of(report));
    let others = others.iter().map(|figures| row(name(figures), figures));
    let keys = [
        "",
        "mean",
        "sd",
        "luck",
        "skill",
        "decisions",
        "close",
        "foxes",
        "empty",
        "first",
    ];
    let keys = if report.players > 1 { &keys[..] } else { &keys[..9] };
    parts.push(Part::Table(
        heads(words, keys),
        [own].into_iter().chain(others).collect(),
    ));
    parts.push(Part::Sentence(words.words("report.comparison")));
}
