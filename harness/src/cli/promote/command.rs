//! From the arguments to vectors and seeds, and to the exit code.

use crate::cli::error::CliError;
use crate::cli::promote::arguments::PromoteFormat;
use crate::cli::promote::decoder::{self, Tried};
use crate::cli::promote::shelf::Shelf;
use crate::cli::promote::suspects::{Accused, Suspect, suspects};
use crate::cli::promote::{PromoteArguments, property};
use crate::cli::{interrupt, output};
use illformed::adapter::process::Supervision;
use illformed::judge::{judge_observation, self_check_all_code_points};
use illformed::kit::{command_line, shell_word};
use illformed::oracle::Oracle;
use illformed::promote::{
    Finding, NotFailing, Outcome, Plan, Promotion, PromotionOutcome, PromotionRecord, Provenance, Wording,
    promoted_before, promotion_text,
};
use illformed::report::pretty_json;
use illformed_vectors::Input;
use std::process::ExitCode;
use std::time::Duration;

/// The exit code for what is there already.
const DUPLICATE: u8 = 5;

pub(crate) fn promote(arguments: &PromoteArguments) -> Result<ExitCode, CliError> {
    let mut shelf = Shelf::open(arguments)?;
    let suspects = suspects(arguments)?;
    let supervision = Supervision {
        answer_limit: Duration::from_secs_f64(arguments.timeout),
        interrupted: interrupt::flag(),
        // What ends a process, or none, is asked on and on.
        max_crashes: 2_000,
        max_hangs: 20,
        ..Supervision::default()
    };
    self_check_all_code_points(judge_observation, &Oracle::ALL)?;
    let mut records = Vec::new();
    for suspect in suspects {
        let record = one(&mut shelf, suspect, arguments, &supervision)?;
        if arguments.format == PromoteFormat::Text {
            output::print(&promotion_text(&record, arguments.dry_run, output::style()))?;
        }
        records.push(record);
    }
    if arguments.format == PromoteFormat::Json {
        output::print(&pretty_json(&serde_json::json!(records)))?;
    }
    let any = |outcome| records.iter().any(|record| record.outcome == outcome);
    Ok(match () {
        () if any(PromotionOutcome::Unasked) => ExitCode::from(3),
        () if any(PromotionOutcome::Refused) => ExitCode::from(1),
        () if any(PromotionOutcome::Duplicate) => ExitCode::from(DUPLICATE),
        () => ExitCode::SUCCESS,
    })
}

/// Promotes one input, or says why not.
fn one(
    shelf: &mut Shelf,
    suspect: Suspect,
    arguments: &PromoteArguments,
    supervision: &Supervision,
) -> Result<PromotionRecord, CliError> {
    let by = match &suspect.accused {
        Accused::Property(property, _) => property.name.to_owned(),
        Accused::Decoder(name, ..) => name.clone().unwrap_or_default(),
    };
    let provenance = Provenance::new(&by, &suspect.artifact);
    let found = provenance.found();
    let mut record = PromotionRecord::new(suspect.name.clone(), by, found.sha256.clone(), found.bytes);
    if let Some(id) = promoted_before(shelf.suite(), &provenance) {
        record.outcome = PromotionOutcome::Known;
        record.id = Some(id.to_string());
        return Ok(record);
    }
    let finding = match finding(suspect, arguments, supervision)? {
        Ok(finding) => finding,
        Err((outcome, why)) => {
            record.outcome = outcome;
            record.why = Some(why);
            return Ok(record);
        }
    };
    finding.provenance.found().by.clone_into(&mut record.by);
    record.detail = Some(finding.detail.clone());
    record.input = Some(match (&finding.input, &finding.seed) {
        (Ok(input), _) => input.to_string(),
        (Err(_), seed) => const_hex::encode(seed.as_ref().map_or(&[][..], Vec::as_slice)),
    });
    let seeds = shelf.seeds(&finding.folder)?;
    let wording = Wording { name: arguments.name.clone(), comment: arguments.comment.clone() };
    let plan = Plan { suite: shelf.suite(), seeds: &seeds };
    match plan.for_finding(&finding, &wording) {
        Ok(Outcome::New(promotion)) => {
            if !arguments.dry_run {
                shelf.write(&promotion)?;
            }
            shelf.remember(&promotion)?;
            described(&mut record, shelf, &promotion, arguments);
        }
        Ok(Outcome::Known(id)) => {
            record.outcome = PromotionOutcome::Known;
            record.id = Some(id);
        }
        Ok(Outcome::Duplicate(id)) => {
            record.outcome = PromotionOutcome::Duplicate;
            record.id = Some(id);
        }
        Err(refusal) => {
            record.outcome = PromotionOutcome::Refused;
            record.why = Some(refusal.to_string());
        }
    }
    Ok(record)
}

/// The smallest input that fails, or what came of it instead and why.
type Searched = Result<Finding, (PromotionOutcome, String)>;

fn finding(
    suspect: Suspect,
    arguments: &PromoteArguments,
    supervision: &Supervision,
) -> Result<Searched, CliError> {
    match suspect.accused {
        Accused::Property(property, bytes) => {
            let provenance = Provenance::new(property.name, &suspect.artifact);
            let smallest = property::search(&property, supervision)?.smallest(&bytes, arguments.keep_size);
            Ok(match smallest {
                Ok((bytes, detail)) => Ok(Finding::of_property(&property, bytes, provenance, detail)),
                Err(why @ NotFailing::Holds) => {
                    Err((PromotionOutcome::Refused, format!("{}: {why}", property.name)))
                }
                Err(why) => Err((PromotionOutcome::Unasked, format!("{}: {why}", property.name))),
            })
        }
        Accused::Decoder(name, input, is_own) => {
            if is_own && !arguments.own.is_given() {
                let name = name.unwrap_or_default();
                let why = format!("{name} is a decoder of the user's own: give its command again, after --");
                return Ok(Err((PromotionOutcome::Unasked, why)));
            }
            Ok(match decoder::smallest(name.as_deref(), &input, arguments, supervision)? {
                Tried::Fails { decoder, input, detail } => {
                    let provenance = Provenance::new(&decoder, &suspect.artifact);
                    Ok(Finding::of_decoder(input, provenance, detail))
                }
                Tried::Holds { decoder } => {
                    Err((PromotionOutcome::Refused, format!("{decoder} keeps its claim for it")))
                }
                Tried::Unasked(why) => Err((PromotionOutcome::Unasked, why)),
            })
        }
    }
}

/// Says of `record` what became of it.
fn described(
    record: &mut PromotionRecord,
    shelf: &Shelf,
    promotion: &Promotion,
    arguments: &PromoteArguments,
) {
    record.outcome = PromotionOutcome::New;
    let places = shelf.places(promotion);
    record.written = places.iter().map(|path| path.display().to_string()).collect();
    record.why = match (&promotion.vector, &promotion.seed) {
        (Err(why), _) => Some(format!("a seed, no vector: {why}")),
        (_, Err(why)) => Some(format!("a vector, no seed: {why}")),
        _ => None,
    };
    record.id = match (&promotion.vector, &promotion.seed) {
        (Ok(new), _) => Some(new.vector.id.to_string()),
        (_, Ok(seed)) => Some(format!("{}/{}", seed.folder, seed.name)),
        _ => None,
    };
    let Ok(new) = &promotion.vector else { return };
    let (id, line) = (&new.vector.id, new.vector.to_canonical());
    record.vector = serde_json::from_str(&line).ok();
    record.line = Some(line);
    record.importance = Some(shelf.suite().importance(&new.vector).name().to_owned());
    record.codec_differs.clone_from(&new.codec_differs);
    if arguments.dry_run {
        return;
    }
    let suite = shelf.suite_dir().display().to_string();
    let suite = shell_word(&suite);
    if let Input::Bytes(bytes) = &new.vector.input {
        record.show.push(format!("illformed explain {}", shell_word(&const_hex::encode(bytes))));
    }
    record.show.push(format!("illformed show --suite {suite} {id}"));
    record.show.push(format!("illformed run --suite {suite} --only {id}{}", again(record, arguments)));
}

/// The words that bring in the decoder that failed.
fn again(record: &PromotionRecord, arguments: &PromoteArguments) -> String {
    let own: Vec<_> = arguments.own.command.iter().map(|word| word.to_string_lossy()).collect();
    match &arguments.own.one_shot {
        Some(command) => format!(" --command {}", shell_word(command)),
        None if !own.is_empty() => format!(" --decoder {} -- {}", record.by, command_line(&own)),
        None if record.by.contains('/') => format!(" --decoder {}", record.by),
        None => String::new(),
    }
}
