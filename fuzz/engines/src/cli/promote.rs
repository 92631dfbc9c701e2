//! `engines promote`: the vector and the seed of what an engine found.

use crate::place::inputs;
use crate::promote::{PropertySearch, is_utf8};
use clap::Args;
use illformed::cli::promote::{PromotionArguments, Promotions, artifact_of, say};
use illformed::cli::{CliError, GivenArguments};
use illformed::search::promote::{FailingInput, Unpromoted, short_hash};
use illformed_fuzz::property::{ALL, FAULT_VARIABLE, Property, Seeds, write_calls};
use illformed_judge::shown::quoted;
use illformed_vectors::{Input, VectorId};
use illformed_workshop::mutants::mutants;
use std::fmt::Write;
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct PromoteSuspectArguments {
    /// The corpus in which the seed belongs.
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    corpus: PathBuf,
    /// The artifacts of a fuzz engine: each is the bytes on which its property failed.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    given: GivenArguments,
    /// The property that failed; else the folder of the file says which, as `fuzz/artifacts/decoders_agree/`.
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    #[command(flatten)]
    promotion: PromotionArguments,
}

/// The file, or what was typed; the property that is said to fail; and what it is given.
type NamedSuspect = (String, Property, Vec<u8>);

/// Prints the vector of what fails, if a decoder can be given it as it is, and the command that makes its seed.
pub(crate) fn promote(arguments: &PromoteSuspectArguments) -> Result<ExitCode, CliError> {
    let mut promotions = Promotions::new(&arguments.promotion)?;
    // A process has one handler of interrupts, which sets one flag.
    let supervision = arguments.promotion.supervision();
    for (name, property, bytes) in suspects(arguments)? {
        let search = PropertySearch::open(property, supervision.clone())
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
fn suspects(arguments: &PromoteSuspectArguments) -> Result<Vec<NamedSuspect>, CliError> {
    let mut suspects = Vec::new();
    for file in &arguments.files {
        let bytes = artifact_of(file)?;
        suspects.push((file.display().to_string(), property(arguments, Some(file))?, bytes));
    }
    for given in &arguments.given.inputs {
        let property = property(arguments, None)?;
        let bytes = match given.input()? {
            Input::Bytes(bytes) => bytes,
            Input::Calls(script) if property.seeds == Seeds::Calls => write_calls(0, script.calls()),
            Input::Calls(_) => {
                return Err(CliError::Usage(format!("--calls: {} takes no calls", property.name)));
            }
        };
        suspects.push((given.to_string(), property, bytes));
    }
    if suspects.is_empty() {
        return Err(CliError::Usage("nothing to promote: name a FILE, --bytes or --calls".into()));
    }
    Ok(suspects)
}

/// The property that is named, or that one of the folders in which the file lies is called after, the nearest first.
fn property(arguments: &PromoteSuspectArguments, file: Option<&Path>) -> Result<Property, CliError> {
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

/// What there is to say of the seed `bytes` of `property` in `corpus`: which file has the bytes, or the command that makes it.
/// It is named after the vector `id` that has the same bytes. A name that another file has is not used.
fn seed(property: &Property, bytes: &[u8], corpus: &Path, id: Option<&VectorId>) -> Result<String, String> {
    let folder = corpus.join("regressions").join(property.name);
    if let Some(seed) = inputs(&folder)?.iter().find(|seed| seed.bytes == bytes) {
        return Ok(format!("{} has these bytes", seed.path.display()));
    }
    let of_vector = id.map(|id| id.as_str().trim_start_matches("found/").replace('/', "-"));
    let named = of_vector.map(|name| folder.join(name)).filter(|path| !path.exists());
    let path = named.unwrap_or_else(|| folder.join(format!("input-{}", short_hash(bytes))));
    let mut octal = String::new();
    for byte in bytes {
        let _ = write!(octal, "\\{byte:03o}");
    }
    let [folder, path] = [&folder, &path].map(|path| quoted(&path.display().to_string()));
    Ok(format!("mkdir -p {folder} && printf '{octal}' > {path}"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::process::Command;

    #[test]
    fn the_command_makes_the_file_and_no_file_with_other_bytes_changes() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("it's a corpus");
        let property = Property::named("decoders_agree").unwrap();
        let bytes: Vec<u8> = (0..=255).collect();
        let id = VectorId::new("found/never-valid-h1").unwrap();
        let said = |bytes: &[u8]| seed(&property, bytes, &corpus, Some(&id)).unwrap();
        let path = corpus.join("regressions/decoders_agree/never-valid-h1");
        assert!(Command::new("sh").args(["-c", &said(&bytes)]).status().unwrap().success());
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(said(&bytes), format!("{} has these bytes", path.display()));
        let other = said(b"other");
        let name = format!("/input-{}'", short_hash(b"other"));
        assert!(other.starts_with("mkdir -p ") && other.ends_with(&name), "{other}");
        // A vector that was there has another group.
        let id = VectorId::new("overlong/nul").unwrap();
        let other = seed(&property, b"\xC0\x80", &corpus, Some(&id)).unwrap();
        assert!(other.ends_with("/overlong-nul'"), "{other}");
    }
}
