//! `workshop mutants`.

use crate::cli::args::MutantsArguments;
use crate::mutants::{
    Census, CensusRow, MutantNeed, OUT_OF_SCOPE, Smoke, SmokeVector, mutants as all_mutants, redirections,
};
use illformed::ask::selection::Globs;
use illformed::cli::{CliError, load_suite, output};
use illformed::tell::report::wrapped;
use illformed_judge::case::CaseId;
use illformed_vectors::Suite;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

/// How many vectors are named that alone kill a mutant.
const SHOWN: usize = 20;

/// How wide the name of a vector is shown.
const NAME_WIDTH: usize = 30;

/// How wide a case's id may be, so that two fit into a line of eighty columns.
const ID_WIDTH: usize = 32;

pub(crate) fn mutants(arguments: &MutantsArguments) -> Result<ExitCode, CliError> {
    let only = Globs::parse("--only", &arguments.only)?;
    let suite = load_suite(arguments.suite.suite.as_deref())?;
    if arguments.smoke {
        return smoke(&suite, arguments);
    }
    let everything = only.is_empty();
    let wants = move |name: &str| only.select(name);
    let wanted: Vec<_> = all_mutants().into_iter().filter(|mutant| wants(mutant.name)).collect();
    if wanted.is_empty() {
        return Err(CliError::Usage("no mutant of that name; see workshop mutants --list".to_owned()));
    }
    if arguments.list {
        let lines = wanted.iter().map(|mutant| {
            format!("{:<6}{:<9}{:<9}{}\n", mutant.name, mutant.structure.name(), mutant.needs(), mutant.does)
        });
        output::print(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let census = Census::take(&suite, wants);
    let mut text = told(&census);
    if everything {
        let [before, after] = redirections(&suite);
        let _ = writeln!(
            text,
            "\nOf {} single transitions redirected, the answer alone kills {}:\n{} of {} before an error, {} of {} after \
             one\n\nOut of scope:",
            before.all + after.all,
            before.killed + after.killed,
            before.killed,
            before.all,
            after.killed,
            after.all
        );
        for (name, does, why) in OUT_OF_SCOPE {
            let _ = writeln!(text, "{name} {does}:\n    {why}");
        }
    }
    output::print(&text)?;
    let undeclared = census.undeclared().count();
    if undeclared > 0 {
        let all = census.rows.len();
        output::complain(&format!("{undeclared} of {all} mutants are not as declared"));
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

fn told(census: &Census) -> String {
    let mut text = String::from("mutant needs    killed first by                   by the answer alone\n");
    for row in &census.rows {
        let line = format!(
            "{:<7}{:<9}{:<ID_WIDTH$}{}",
            row.mutant.name,
            row.mutant.needs(),
            killer(row),
            killer_by_answer(row),
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let killed = census.rows.iter().filter(|row| row.showing_all.first.is_some()).count();
    let by_answer = census.rows.iter().filter(|row| row.by_answer.first.is_some()).count();
    let _ = writeln!(text, "\n{killed} of {} killed, {by_answer} by the answer alone", census.rows.len());
    for need in MutantNeed::ALL {
        let rows: Vec<&CensusRow> = census.rows.iter().filter(|row| row.mutant.needs() == need).collect();
        let killed = rows.iter().filter(|row| row.showing_all.first.is_some()).count();
        if !rows.is_empty() {
            let _ = writeln!(text, "  {need:<9}{killed:>3} of {}", rows.len());
        }
    }
    for row in &census.rows {
        if let Some(reason) = row.mutant.equivalent {
            let _ = writeln!(text, "{} {}:\n    no fault, {reason}", row.mutant.name, row.mutant.does);
        }
    }
    for row in census.undeclared() {
        let mutant = &row.mutant;
        let _ = match mutant.equivalent {
            Some(_) => writeln!(text, "{} is killed, though it is declared to be no fault", mutant.name),
            None => writeln!(
                text,
                "{} {}:\n    SURVIVES, though {} would kill it",
                mutant.name,
                mutant.does,
                mutant.witness_calls.map_or_else(|| const_hex::encode(mutant.witness), str::to_owned),
            ),
        };
    }
    text + &indispensable(census)
}

fn killer(row: &CensusRow) -> String {
    match (&row.showing_all.first, row.mutant.equivalent) {
        (Some(id), _) => short(id),
        (None, Some(_)) => "survives, no fault".to_owned(),
        (None, None) => "SURVIVES".to_owned(),
    }
}

fn killer_by_answer(row: &CensusRow) -> String {
    match &row.by_answer.first {
        Some(id) if row.showing_all.first.as_ref() == Some(id) => "the same".to_owned(),
        Some(id) => short(id),
        None => "-".to_owned(),
    }
}

/// The id, cut so that a blank is left behind it.
fn short(id: &CaseId) -> String {
    let id = id.to_string();
    if id.chars().count() < ID_WIDTH {
        return id;
    }
    let mut cut: String = id.chars().take(ID_WIDTH - 2).collect();
    cut.push('…');
    cut
}

/// The groups and vectors without which some mutant would survive.
fn indispensable(census: &Census) -> String {
    let groups = alone(census.rows.iter().filter_map(|row| Some((row.only_group()?, row.mutant.name))));
    let vectors =
        alone(census.rows.iter().filter_map(|row| Some((row.only_vector()?.as_str(), row.mutant.name))));
    let mut text = String::new();
    for (kind, alone) in [("groups", groups), ("vectors", vectors)] {
        if alone.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\nOnly these {kind} kill these mutants:");
        for (name, mutants) in alone.iter().take(SHOWN) {
            for (row, line) in wrapped(&mutants.join(" "), 77 - NAME_WIDTH).iter().enumerate() {
                let _ = writeln!(text, "  {:<NAME_WIDTH$} {line}", if row == 0 { name } else { "" });
            }
        }
        if alone.len() > SHOWN {
            let _ = writeln!(text, "  and {} more", alone.len() - SHOWN);
        }
    }
    text
}

/// The mutants of each name, most mutants first and then in the order of names.
fn alone<'a>(kills: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    kills.for_each(|(name, mutant)| by_name.entry(name).or_default().push(mutant));
    let mut by_name: Vec<_> = by_name.into_iter().collect();
    by_name.sort_by_key(|(_, mutants)| Reverse(mutants.len()));
    by_name
}

/// The two lists, computed anew.
fn smoke(suite: &Suite, arguments: &MutantsArguments) -> Result<ExitCode, CliError> {
    let smoke = Smoke::of(suite);
    if let Some(path) = &arguments.write {
        let mut list = String::from(
            "# The vectors of `illformed run --smoke`; `workshop mutants --smoke --write` wrote them.\n",
        );
        for vector in suite.vectors().filter(|vector| smoke.contains(&vector.id)) {
            let _ = writeln!(list, "{}", vector.id);
        }
        let failed = |source| CliError::of_file(path)(source);
        if !arguments.check {
            fs::write(path, list).map_err(failed)?;
        } else if fs::read_to_string(path).map_err(failed)? != list {
            output::complain(&format!("{}: not the vectors that --smoke chooses", path.display()));
            return Ok(ExitCode::from(1));
        }
    }
    let mut text = String::new();
    for (list, what) in [
        (&smoke.full, "kill what one input reveals, with any output"),
        (&smoke.by_answer, "kill what the answer alone reveals"),
    ] {
        let mutants: usize = list.iter().map(|vector| vector.kills.len()).sum();
        let decoders: usize = list.iter().map(|vector| vector.decoders).sum();
        let _ = writeln!(text, "{} vectors {what}: {mutants} mutants, {decoders} decoders", list.len());
        for SmokeVector { id, decoders, .. } in list {
            let _ = writeln!(text, "{decoders:>4} {id}");
        }
        text.push('\n');
    }
    text += "Each number says how many decoders are killed by no vector before.\n";
    let undeclared = |name: &&&str| {
        all_mutants().iter().any(|mutant| mutant.name == **name && mutant.equivalent.is_none())
    };
    let survivors: Vec<&str> = smoke.survivors.iter().filter(undeclared).copied().collect();
    output::print(&text)?;
    if !survivors.is_empty() {
        output::complain(&format!("no vector kills {}", survivors.join(" ")));
    }
    if smoke.is_too_long() {
        let (full, by_answer) = Smoke::MOST;
        output::complain(&format!("more than {full} vectors, or than {by_answer} by the answer alone"));
    }
    Ok(ExitCode::from(u8::from(!survivors.is_empty() || smoke.is_too_long())))
}
