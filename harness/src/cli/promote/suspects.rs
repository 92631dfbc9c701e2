//! What is to be promoted, and who is said to have failed on it.

use crate::cli::error::CliError;
use crate::cli::input_file::text_of;
use crate::cli::promote::PromoteArguments;
use illformed::explain::parse_bytes;
use illformed::fuzz::FuzzRecord;
use illformed::promote::structured;
use illformed::property::{ALL, FAULT_VARIABLE, Property, Seeds};
use illformed::zoo::mutants;
use illformed_vectors::{Input, Script};
use std::fs::File;
use std::io::Read;
use std::path::{self, Path, PathBuf};
use std::{env, fs};

/// The longest artifact that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// An input that is said to fail.
#[derive(Debug)]
pub(super) struct Suspect {
    /// The file, or what was typed.
    pub(super) name: String,
    /// Its bytes, or those of the script's text.
    pub(super) artifact: Vec<u8>,
    pub(super) accused: Accused,
}

/// Who is said to fail, on what.
#[derive(Debug)]
pub(super) enum Accused {
    Property(Property, Vec<u8>),
    /// A decoder by its name, if there is more than one; and whether a report says that it is the user's own.
    Decoder(Option<String>, Input, bool),
}

/// All that was named. Everything is read before anything is asked.
pub(super) fn suspects(arguments: &PromoteArguments) -> Result<Vec<Suspect>, CliError> {
    let mut suspects = Vec::new();
    if let Some(report) = &arguments.from_report {
        return of_report(report);
    }
    for file in &arguments.files {
        suspects.push(of_file(file, arguments)?);
    }
    for text in &arguments.bytes {
        let bytes = parse_bytes(text).map_err(|error| CliError::Usage(format!("--bytes {text}: {error}")))?;
        suspects.push(of_bytes(format!("--bytes {text}"), bytes, None, arguments)?);
    }
    for text in &arguments.calls {
        let script: Script =
            text.parse().map_err(|error| CliError::Usage(format!("--calls {text}: {error}")))?;
        suspects.push(of_calls(text, script, arguments)?);
    }
    if suspects.is_empty() {
        return Err(CliError::Usage(
            "nothing to promote: name a FILE, --bytes, --calls or --from-report".into(),
        ));
    }
    if suspects.len() > 1 && (arguments.name.is_some() || arguments.comment.is_some()) {
        return Err(CliError::Usage("--name and --comment are of one input, and there are several".into()));
    }
    Ok(suspects)
}

fn of_file(file: &Path, arguments: &PromoteArguments) -> Result<Suspect, CliError> {
    let failed = |source| CliError::File { path: file.to_owned(), source };
    let kind = fs::metadata(file).map_err(failed)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "a folder; name the files in it" } else { "no file with bytes in it" };
        return Err(CliError::Usage(format!("{}: {what}", file.display())));
    }
    let mut bytes = Vec::new();
    File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        let limit = MOST_BYTES >> 20;
        return Err(CliError::Usage(format!("{}: more than {limit} MiB", file.display())));
    }
    of_bytes(file.display().to_string(), bytes, Some(file), arguments)
}

fn of_bytes(
    name: String,
    bytes: Vec<u8>,
    file: Option<&Path>,
    arguments: &PromoteArguments,
) -> Result<Suspect, CliError> {
    let accused = if asks_a_decoder(arguments) {
        Accused::Decoder(arguments.decoder.clone(), Input::Bytes(bytes.clone()), false)
    } else {
        Accused::Property(property(arguments, file)?, bytes.clone())
    };
    Ok(Suspect { name, artifact: bytes, accused })
}

fn of_calls(text: &str, script: Script, arguments: &PromoteArguments) -> Result<Suspect, CliError> {
    let accused = if asks_a_decoder(arguments) {
        Accused::Decoder(arguments.decoder.clone(), Input::Calls(script), false)
    } else {
        let property = property(arguments, None)?;
        let bytes = structured(&script).filter(|_| property.seeds == Seeds::Calls);
        let none = || CliError::Usage(format!("--calls: {} takes no calls", property.name));
        Accused::Property(property, bytes.ok_or_else(none)?)
    };
    Ok(Suspect { name: format!("--calls {text}"), artifact: text.as_bytes().to_vec(), accused })
}

fn asks_a_decoder(arguments: &PromoteArguments) -> bool {
    arguments.decoder.is_some() || arguments.own.is_given()
}

/// The property that is named, or that one of the folders in which the file lies is called after, the nearest first.
fn property(arguments: &PromoteArguments, file: Option<&Path>) -> Result<Property, CliError> {
    let names = || ALL.iter().map(|property| property.name).collect::<Vec<_>>().join(", ");
    let property = match &arguments.property {
        Some(name) => Property::named(name)
            .ok_or_else(|| CliError::Usage(format!("--property {name}: none of {}", names())))?,
        None => file.and_then(of_folder).ok_or_else(|| {
            let what = file.map_or_else(String::new, |file| format!("{}: ", file.display()));
            CliError::Usage(format!(
                "{what}who failed? name --property (one of {}), --decoder, or a command after --",
                names()
            ))
        })?,
    };
    // Otherwise it fails for everything, and that is no finding.
    let fault = env::var(FAULT_VARIABLE).unwrap_or_default();
    if property.name == "planted_fault" && !mutants().iter().any(|mutant| mutant.name == fault) {
        return Err(CliError::Usage(format!(
            "planted_fault needs {FAULT_VARIABLE}, the name of a faulty decoder (illformed mutants --list)"
        )));
    }
    Ok(property)
}

fn of_folder(file: &Path) -> Option<Property> {
    // As it was typed, and where a link leads.
    let places: [Option<PathBuf>; 2] = [path::absolute(file).ok(), fs::canonicalize(file).ok()];
    places.iter().flatten().find_map(|place| {
        let folders = place.parent()?.components().rev();
        folders.filter_map(|folder| folder.as_os_str().to_str()).find_map(Property::named)
    })
}

fn of_report(path: &Path) -> Result<Vec<Suspect>, CliError> {
    let wrong = |what: String| CliError::Usage(format!("{}: {what}", path.display()));
    let record = FuzzRecord::from_json(&text_of(path)?).map_err(|error| {
        wrong(format!("no report of decoders by `illformed fuzz --format json`: {error}"))
    })?;
    let mut suspects = Vec::new();
    for decoder in &record.decoders {
        for finding in &decoder.findings {
            let input = if finding.calls {
                Input::Calls(
                    finding.input.parse().map_err(|error| wrong(format!("{}: {error}", finding.input)))?,
                )
            } else {
                let bytes = const_hex::decode(&finding.input);
                Input::Bytes(bytes.map_err(|error| wrong(format!("{}: {error}", finding.input)))?)
            };
            // Where it comes from is what failed before it was made small.
            let artifact = match (finding.calls, const_hex::decode(&finding.found_in)) {
                (false, Ok(bytes)) => bytes,
                _ => finding.found_in.clone().into_bytes(),
            };
            let name = format!("{}: {} on {}", path.display(), decoder.decoder, finding.input);
            let is_own = !decoder.command.is_empty();
            let accused = Accused::Decoder(Some(decoder.decoder.clone()), input, is_own);
            suspects.push(Suspect { name, artifact, accused });
        }
    }
    if suspects.is_empty() {
        return Err(wrong("has no finding".to_owned()));
    }
    Ok(suspects)
}
