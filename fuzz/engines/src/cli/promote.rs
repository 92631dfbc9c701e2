//! `engines promote`: the vector and the seed of what an engine found.

use crate::promote::{PropertySearch, is_utf8, seed};
use clap::Args;
use illformed::cli::CliError;
use illformed::cli::promote::{PromotionArguments, Promotions, artifact_of, say};
use illformed::search::promote::{FailingInput, Unpromoted};
use illformed_fuzz::property::{ALL, FAULT_VARIABLE, Property, Seeds, write_calls};
use illformed_judge::explain::parse_bytes;
use illformed_vectors::{Input, Script};
use illformed_workshop::mutants::mutants;
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct PromoteArguments {
    /// Promote these bytes, in hex; repeatable.
    #[arg(long, value_name = "HEX")]
    bytes: Vec<String>,
    /// Promote this script of calls; repeatable.
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    calls: Vec<String>,
    /// The corpus in which the seed belongs.
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The artifacts of a fuzz engine: each is the bytes on which its property failed.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The property that failed; else the folder of the file says which, as `fuzz/artifacts/decoders_agree/`.
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    #[command(flatten)]
    promotion: PromotionArguments,
}

/// An input for which a property is said to fail.
struct Suspect {
    /// The file, or what was typed.
    name: String,
    property: Property,
    /// What the property is given.
    bytes: Vec<u8>,
}

/// Prints the vector of what fails, if a decoder can be given it as it is, and the command that makes its seed.
pub(crate) fn promote(arguments: &PromoteArguments) -> Result<ExitCode, CliError> {
    let mut promotions = Promotions::new(&arguments.promotion)?;
    for Suspect { name, property, bytes } in suspects(arguments)? {
        let search = PropertySearch::open(property, arguments.promotion.supervision())
            .map_err(|why| CliError::Usage(format!("{}: cannot be asked: {why}", property.name)))?;
        let failing = match failing(search, &bytes, arguments.promotion.keep_size) {
            Ok(failing) => failing,
            Err(why) => {
                promotions.refuse(&name, property.name, &why);
                continue;
            }
        };
        let kept = failing.input.bytes().into_owned();
        // A vector of units, of calls or of a byte that says where to cut would say something of UTF-8 that nobody asked.
        let id = if is_utf8(&property) {
            promotions.promote((&name, property.name, &bytes), failing)?
        } else {
            say(&format!("{name}: {}: {}", property.name, failing.detail));
            say(&format!("{name}: a seed and no vector: no decoder takes bytes in the property's own form"));
            None
        };
        say(&seed(&property, &kept, &arguments.corpus, id.as_ref()).map_err(CliError::Usage)?);
    }
    Ok(promotions.finish())
}

/// `bytes`, made small unless it `keeps_size`, with how the property fails for them.
fn failing(mut search: PropertySearch, bytes: &[u8], keeps_size: bool) -> Result<FailingInput, Unpromoted> {
    let failure = search.failure(bytes).map_err(|why| Unpromoted::unasked(&why))?;
    let failure = failure.ok_or_else(Unpromoted::passes)?;
    let (bytes, failure) =
        if keeps_size { (bytes.to_vec(), failure) } else { search.smallest(bytes, failure) };
    let detail = format!("{}: {} {}", failure.subject, failure.differs, failure.detail);
    FailingInput { input: Input::Bytes(bytes), detail: detail.trim_end().to_owned() }.short()
}

/// All that was named. Everything is read before anything is asked.
fn suspects(arguments: &PromoteArguments) -> Result<Vec<Suspect>, CliError> {
    let mut suspects = Vec::new();
    for file in &arguments.files {
        let (name, bytes) = (file.display().to_string(), artifact_of(file)?);
        suspects.push(Suspect { name, property: property(arguments, Some(file))?, bytes });
    }
    for text in &arguments.bytes {
        let name = format!("--bytes {text}");
        let bytes = parse_bytes(text).map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
        suspects.push(Suspect { name, property: property(arguments, None)?, bytes });
    }
    for text in &arguments.calls {
        let name = format!("--calls {text}");
        let script: Script = text.parse().map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
        let property = property(arguments, None)?;
        if property.seeds != Seeds::Calls {
            return Err(CliError::Usage(format!("--calls: {} takes no calls", property.name)));
        }
        suspects.push(Suspect { name, property, bytes: write_calls(0, script.calls()) });
    }
    if suspects.is_empty() {
        return Err(CliError::Usage("nothing to promote: name a FILE, --bytes or --calls".into()));
    }
    Ok(suspects)
}

/// The property that is named, or that one of the folders in which the file lies is called after, the nearest first.
fn property(arguments: &PromoteArguments, file: Option<&Path>) -> Result<Property, CliError> {
    let name = arguments.property.clone().or_else(|| Some(of_folder(file?)?.name.to_owned()));
    property_named(&name.ok_or_else(|| {
        let what = file.map_or_else(String::new, |file| format!("{}: ", file.display()));
        CliError::Usage(format!("{what}which property failed? name it with --property: {}", names()))
    })?)
}

/// The property `name`, unless it is the one that fails for everything because no fault is named, which is no finding.
pub(crate) fn property_named(name: &str) -> Result<Property, CliError> {
    let property = Property::named(name)
        .ok_or_else(|| CliError::Usage(format!("--property {name}: none of {}", names())))?;
    let fault = env::var(FAULT_VARIABLE).unwrap_or_default();
    if property.name == "planted_fault" && !mutants().iter().any(|mutant| mutant.name == fault) {
        return Err(CliError::Usage(format!(
            "planted_fault needs {FAULT_VARIABLE}, the name of a faulty decoder (workshop mutants --list)"
        )));
    }
    Ok(property)
}

/// All properties, for a message.
pub(crate) fn names() -> String {
    ALL.iter().map(|property| property.name).collect::<Vec<_>>().join(", ")
}

fn of_folder(file: &Path) -> Option<Property> {
    // As it was typed, and where a link leads.
    let places: [Option<PathBuf>; 2] = [path::absolute(file).ok(), fs::canonicalize(file).ok()];
    places.iter().flatten().find_map(|place| {
        let folders = place.parent()?.components().rev();
        folders.filter_map(|folder| folder.as_os_str().to_str()).find_map(Property::named)
    })
}
