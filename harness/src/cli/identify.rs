//! `illformed identify`.

use crate::ask::adapter::{Adapter, OpenFailure, Session};
use crate::ask::nearest::{did_you_mean, nearest};
use crate::ask::reproducer::opened;
use crate::ask::selection::Globs;
use crate::cli::args::{TextFormat, seconds};
use crate::cli::decoders::{OwnDecoderArguments, supervision};
use crate::cli::error::CliError;
use crate::cli::files::replace_told;
use crate::cli::help::{DECODERS, LIMITS, OUTPUT};
use crate::cli::output;
use crate::cli::progress::SearchProgress;
use crate::search::identify::{Identification, Identified, Outcome, Seen, identify as search};
use crate::tell::report::{identification as shown, pretty_json};
use clap::Args;
use illformed_judge::automata::{SVG_STYLE, dot, formats, svg};
use illformed_judge::shown::reason;
use illformed_vectors::hex;
use serde_json::json;
use std::env::consts::{ARCH, OS};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct IdentifyArguments {
    /// The decoders; a name may have `*`.
    ///
    /// `illformed list decoders` has the names. Without one the user's own are asked: --command, --library, or a command after
    /// `--`.
    #[arg(value_name = "DECODER", help_heading = DECODERS)]
    pub(crate) decoders: Vec<String>,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text, help_heading = OUTPUT)]
    pub(crate) format: TextFormat,
    /// Draw the automaton of the one decoder into this file: SVG, or DOT if its name ends in .dot.
    ///
    /// What differs from RFC 3629 is red. A decoder that replaces errors has no such picture.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) draw: Option<PathBuf>,
    /// Write each word that the one decoder was asked, with its answer, into this file.
    ///
    /// `harness/checker/check_answers.py` of the repository works out the verdict from it, without any code of illformed. The
    /// file has a line of JSON for each word behind one that says whose they are.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) answers: Option<PathBuf>,
    /// Seconds to wait for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) timeout: Duration,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

pub(crate) fn identify(arguments: &IdentifyArguments) -> Result<ExitCode, CliError> {
    let supervision = supervision(arguments.timeout);
    let interrupted = Arc::clone(&supervision.interrupted);
    let names = &arguments.decoders;
    let globs: Vec<Globs> =
        names.iter().map(|name| Globs::parse("DECODER", slice::from_ref(name))).collect::<Result<_, _>>()?;
    let adapters = arguments.own.named_adapters(names, &supervision)?;
    let mut known = Vec::new();
    let (mut is_absent, mut is_broken) = (false, false);
    for adapter in &adapters {
        match ListedDecoder::all(&**adapter) {
            Ok(listed) => known.extend(listed),
            Err(OpenFailure::Absent(why)) => {
                output::hint(&format!("{}: {}", adapter.name(), reason(&why)));
                is_absent = true;
            }
            Err(OpenFailure::Broken(why)) => {
                output::complain(&format!("{}: {}", adapter.name(), reason(&why)));
                is_broken = true;
            }
        }
    }
    let is_wanted = |one: &&ListedDecoder<'_>| match globs.as_slice() {
        [] => !one.adapter.command().is_empty(),
        globs => globs.iter().any(|glob| glob.name(&one.name)),
    };
    let wanted: Vec<&ListedDecoder<'_>> = known.iter().filter(is_wanted).collect();
    for (option, file) in [("--answers", &arguments.answers), ("--draw", &arguments.draw)] {
        if file.is_some() && wanted.len() > 1 {
            return Err(CliError::Usage(format!("{option}: name one decoder")));
        }
    }
    let is_missed = |glob: &Globs| !known.iter().any(|one| glob.name(&one.name));
    let missed = names.iter().zip(&globs).filter(|(_, glob)| is_missed(glob)).map(|(name, _)| name.as_str());
    let missed: Vec<&str> = missed.collect();
    if !is_broken && is_absent && wanted.is_empty() {
        let of = if missed.is_empty() { String::new() } else { missed.join(" ") + ": " };
        return Err(CliError::NotAsked(format!("{of}the adapter is absent, see above")));
    }
    if !is_broken && !is_absent && (wanted.is_empty() || !missed.is_empty()) {
        let near = |name: &&str| nearest(name, known.iter().map(|one| one.name.as_str()));
        let near: Vec<&str> = missed.iter().flat_map(near).collect();
        return Err(CliError::Usage(if missed.is_empty() {
            "name a decoder, or give one by --command, --library or a command after `--`".to_owned()
        } else {
            format!("{}: no decoder of that name{}", missed.join(" "), did_you_mean(&near))
        }));
    }
    let mut all = Vec::new();
    for one in wanted {
        if !all.is_empty() && interrupted.load(Ordering::Relaxed) {
            break;
        }
        // A session that a decoder ended is of no use to the next one.
        match one.identified(&interrupted) {
            Ok((found, session)) => {
                session.close();
                let text = shown(&found.identification, output::style());
                all.push(found);
                if arguments.format == TextFormat::Text && output::print_part(&text)?.is_break() {
                    break;
                }
            }
            Err(failure) => {
                output::complain(&format!("{}: {}", one.name, reason(&failure.to_string())));
                is_broken = true;
            }
        }
    }
    if all.is_empty() {
        return Ok(ExitCode::from(3));
    }
    if arguments.format == TextFormat::Json {
        output::print(&pretty_json(&all.iter().map(|one| &one.identification).collect::<Vec<_>>()))?;
    }
    if let (Some(path), [one]) = (&arguments.draw, all.as_slice()) {
        draw(path, one)?;
    }
    if let (Some(path), [one]) = (&arguments.answers, all.as_slice()) {
        write_answers(path, one)?;
    }
    let worst = all.iter().map(|one| match one.identification.outcome {
        Outcome::Named { .. } => 0,
        Outcome::Unknown { .. } | Outcome::Unstable { .. } => 1,
        Outcome::Stopped { .. } => 3,
    });
    // What comes after an interruption is not asked, nor what is of an adapter that is broken or absent.
    let is_unasked = is_broken || is_absent && !missed.is_empty() || interrupted.load(Ordering::Relaxed);
    let least = if is_unasked { 3 } else { 0 };
    Ok(ExitCode::from(worst.max().unwrap_or(0).max(least)))
}

/// A decoder as its adapter lists it.
pub(crate) struct ListedDecoder<'a> {
    pub(crate) adapter: &'a dyn Adapter,
    /// Its place among the decoders of the adapter: two programs may have one name.
    pub(crate) number: usize,
    pub(crate) name: String,
}

impl<'a> ListedDecoder<'a> {
    /// The decoders of `adapter`.
    pub(crate) fn all(adapter: &'a dyn Adapter) -> Result<Vec<Self>, OpenFailure> {
        let (session, names) = opened(adapter)?;
        session.close();
        Ok(names.into_iter().enumerate().map(|(number, name)| Self { adapter, number, name }).collect())
    }

    /// What it is, and the session in which it was asked; how far that came is shown if it lasts.
    pub(crate) fn identified(
        &self,
        interrupted: &AtomicBool,
    ) -> Result<(Identified, Box<dyn Session>), OpenFailure> {
        let Self { adapter, number, name } = self;
        let (mut session, names) = opened(*adapter)?;
        if names.get(*number) != Some(name) {
            return Err(OpenFailure::Broken("introduces other decoders after a restart".to_owned()));
        }
        let progress = SearchProgress::default();
        let mut say = |asked: usize| progress.say(format!("{name}: {asked} words asked"));
        let identified = search(&mut *session, name, *number, interrupted, &mut say);
        progress.finish();
        Ok((identified, session))
    }
}

/// Draws the automaton of a decoder. Of one that was not identified it is said that there is none.
fn draw(path: &Path, one: &Identified) -> Result<(), CliError> {
    if one.found.is_none() {
        output::hint(&format!("--draw: {} was not identified: nothing is drawn", one.identification.decoder));
        return Ok(());
    }
    let Some(machine) = one.acceptor() else {
        return Err(CliError::Usage("--draw: name a decoder that accepts or refuses".to_owned()));
    };
    let expected = &formats()[0].machine;
    let is_dot = path.extension().is_some_and(|extension| extension == "dot");
    let machine = machine.map(|accepts| Some(*accepts));
    replace_told(path, &if is_dot { dot(&machine, expected) } else { svg(&machine, expected, SVG_STYLE) })
}

/// Writes what the one decoder was asked, and its answers.
fn write_answers(path: &Path, one: &Identified) -> Result<(), CliError> {
    let Identification { decoder, implementation, version, tool, .. } = &one.identification;
    let head = json!({
        "kind": "illformed-answers",
        "schema": 1,
        "decoder": decoder,
        "implementation": implementation,
        "version": version,
        "os": OS,
        "arch": ARCH,
        "tool": tool,
        "format": one.code().and_then(|code| code.split('/').next()),
        "replaces": one.code().and_then(policy),
    });
    let mut text = format!("{head}\n");
    for (word, seen) in &one.answers {
        let answer = match seen {
            Seen::Accepted(_) => "accept",
            Seen::Refused => "reject",
            Seen::Unasked => "unasked",
        };
        let mut line = json!({ "input": hex::encode(word), "answer": answer });
        if let Seen::Accepted(Some(given)) = seen {
            let codes: Vec<String> = given.iter().map(|code| format!("{code:04x}")).collect();
            line["text"] = codes.join(" ").into();
        }
        let _ = writeln!(text, "{line}");
    }
    replace_told(path, &text)
}

/// What a decoder of that name puts for errors, if it replaces them and does nothing else: `maximal-subpart`.
fn policy(code: &str) -> Option<&str> {
    match code.split('/').collect::<Vec<_>>()[..] {
        [_, "strict", ..] => None,
        ["utf8", policy, "bom-keep"] => Some(policy),
        _ => code.split_once('/').map(|(_, rest)| rest),
    }
}
