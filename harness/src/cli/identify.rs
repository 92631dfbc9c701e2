//! `illformed identify`.

use crate::ask::adapter::{OpenFailure, Session};
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
    let globs = Globs::parse("DECODER", &arguments.decoders)?;
    let mut all = Vec::new();
    let mut known = Vec::new();
    let (mut is_absent, mut is_broken) = (false, false);
    for adapter in arguments.own.named_adapters(&arguments.decoders, &supervision)? {
        let is_own = !adapter.command().is_empty();
        let wants = |name: &str| if arguments.decoders.is_empty() { is_own } else { globs.name(name) };
        let mut number = 0;
        while all.is_empty() || !interrupted.load(Ordering::Relaxed) {
            // A session that a decoder ended is of no use to the next one.
            let (mut session, names) = match opened(&*adapter) {
                Ok(opened) => opened,
                Err(OpenFailure::Absent(why)) => {
                    output::hint(&format!("{}: {}", adapter.name(), reason(&why)));
                    is_absent = true;
                    break;
                }
                Err(OpenFailure::Broken(why)) => {
                    output::complain(&format!("{}: {}", adapter.name(), reason(&why)));
                    is_broken = true;
                    break;
                }
            };
            let wanted = names.iter().filter(|name| wants(name)).count();
            if arguments.answers.is_some() && number == 0 && all.len() + wanted > 1 {
                return Err(CliError::Usage("--answers: name one decoder".to_owned()));
            }
            let next = (number..names.len()).find(|number| wants(&names[*number]));
            let found = next.map(|next| identified(&mut *session, &names[next], next, &interrupted));
            session.close();
            if number == 0 {
                known.extend(names);
            }
            let (Some(next), Some(found)) = (next, found) else { break };
            if arguments.format == TextFormat::Text {
                output::print(&shown(&found.identification, output::style()))?;
            }
            all.push(found);
            number = next + 1;
        }
    }
    if all.is_empty() && is_broken {
        return Ok(ExitCode::from(3));
    }
    if all.is_empty() {
        let wanted = arguments.decoders.join(" ");
        let near = arguments.decoders.iter().flat_map(|name| nearest(name, known.iter().map(String::as_str)));
        let near: Vec<&str> = near.collect();
        if is_absent {
            return Err(CliError::NotAsked(format!("{wanted}: the adapter is absent, see above")));
        }
        return Err(CliError::Usage(if wanted.is_empty() {
            "name a decoder, or give one by --command, --library or a command after `--`".to_owned()
        } else {
            format!("{wanted}: no decoder of that name{}", did_you_mean(&near))
        }));
    }
    if arguments.format == TextFormat::Json {
        output::print(&pretty_json(&all.iter().map(|one| &one.identification).collect::<Vec<_>>()))?;
    }
    if let Some(path) = &arguments.draw {
        draw(path, &all)?;
    }
    if let (Some(path), [one]) = (&arguments.answers, all.as_slice()) {
        write_answers(path, one)?;
    }
    let worst = all.iter().map(|one| match one.identification.outcome {
        Outcome::Named { .. } => 0,
        Outcome::Unknown { .. } | Outcome::Unstable { .. } => 1,
        Outcome::Stopped { .. } => 3,
    });
    // What comes after an interruption is not asked, nor what is of an adapter that is broken.
    let least = if is_broken || interrupted.load(Ordering::Relaxed) { 3 } else { 0 };
    Ok(ExitCode::from(worst.max().unwrap_or(0).max(least)))
}

/// What the decoder of that name and number is; how far that came is shown if it lasts.
pub(crate) fn identified(
    session: &mut dyn Session,
    name: &str,
    number: usize,
    interrupted: &AtomicBool,
) -> Identified {
    let progress = SearchProgress::default();
    let mut say = |asked: usize| progress.say(format!("{name}: {asked} words asked"));
    let identified = search(session, name, number, interrupted, &mut say);
    progress.finish();
    identified
}

/// Draws the automaton of the one decoder that has one. Of one that was not identified it is said that there is none.
fn draw(path: &Path, all: &[Identified]) -> Result<(), CliError> {
    if let [Identified { found: None, identification, .. }] = all {
        output::hint(&format!("--draw: {} was not identified: nothing is drawn", identification.decoder));
        return Ok(());
    }
    let mut machines = all.iter().filter_map(Identified::acceptor);
    let (Some(machine), None) = (machines.next(), machines.next()) else {
        return Err(CliError::Usage("--draw: name one decoder that accepts or refuses".to_owned()));
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
