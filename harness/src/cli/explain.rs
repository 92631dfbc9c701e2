//! `illformed explain`.

use crate::cli::args::TextFormat;
use crate::cli::error::CliError;
use crate::cli::files::read_record;
use crate::cli::given::read_bytes;
use crate::cli::named::{causes_with, near, spelled_as_cause};
use crate::cli::output;
use crate::tell::case_text::case_text;
use crate::tell::report::{INCIDENT, cause_page, incident_name, incident_page, pretty_json};
use clap::Args;
use illformed_judge::case::Plan;
use illformed_judge::cause::Cause;
use illformed_judge::complete::default_suite;
use illformed_judge::explain::{Explanation, explain};
use illformed_vectors::{Cve, Incident, IncidentFile, Input, Suite, Vector};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where `make conformance` leaves its report.
const LAST_REPORT: &str = "target/conformance/report.json";

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Bytes as `E2 28 A1`, `e228a1`, `'a\xC0\x80'`, `%C0%80`, `U+D800`, `@FILE` or `-`; or a name.
    ///
    /// `-` is standard input. At most 1 MiB is read. A name is that of a cause, such as `accepts-surrogate`, of an incident,
    /// such as `CVE-2000-0884` or `incident-1`, of a vector or case, or of a flag.
    #[arg(value_name = "BYTES|NAME", required = true)]
    bytes: Vec<String>,
    /// The output format.
    ///
    /// `json` is for bytes only; harness/schema/explanation.schema.json describes it.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    format: TextFormat,
    /// The report to look decoders up in; else target/conformance/report.json, if it is there.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// What `--format json` prints, as `harness/schema/explanation.schema.json` describes it.
#[derive(Serialize)]
struct ExplanationRecord<'a> {
    #[serde(flatten)]
    explanation: Explanation,
    /// The ids of the built-in vectors with these bytes.
    vectors: Vec<&'a str>,
    /// `None` without a report, or if it has not asked these bytes.
    decoders: Option<Vec<DifferingDecoder>>,
}

/// A decoder that differs from RFC 3629, by a report, and how, in words.
#[derive(Serialize)]
struct DifferingDecoder {
    decoder: String,
    says: String,
}

pub(crate) fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    if let [word] = arguments.bytes.as_slice()
        && let Some(page) = named_page(word)?
    {
        if arguments.format == TextFormat::Json {
            return Err(CliError::Usage("--format json is for bytes, not for names".to_owned()));
        }
        output::print(&page)?;
        return Ok(ExitCode::SUCCESS);
    }
    let bytes = bytes(&arguments.bytes)?;
    let has_bytes = |vector: &&Vector| matches!(&vector.input, Input::Bytes(own) if *own == bytes);
    let vectors: Vec<&Vector> = Suite::embedded().vectors().filter(has_bytes).collect();
    let path = arguments.report.as_deref().unwrap_or(Path::new(LAST_REPORT));
    let decoders = match &arguments.report {
        Some(path) => differing(path, &bytes)?,
        // A file that nobody named keeps nothing from being explained.
        None if path.exists() => differing(path, &bytes).unwrap_or_else(|error| {
            output::hint(&format!("no decoders are looked up: {error}"));
            None
        }),
        None => None,
    };
    let text = match arguments.format {
        TextFormat::Json => {
            let vectors = vectors.iter().map(|vector| vector.id.as_str()).collect();
            pretty_json(&ExplanationRecord { explanation: Explanation::of(&bytes), vectors, decoders })
        }
        TextFormat::Text => {
            let mut text = explain(&bytes);
            for vector in vectors {
                let _ = writeln!(text, "\nvector {}: {}", vector.id, vector.comment);
            }
            if let Some(decoders) = decoders {
                let _ = writeln!(text, "\ndecoders that differ from RFC 3629 here, by {}", path.display());
                for DifferingDecoder { decoder, says } in &decoders {
                    let _ = writeln!(text, "  {decoder}: {says}");
                }
                text += if decoders.is_empty() { "  none\n" } else { "" };
            } else if arguments.report.is_some() {
                let _ = writeln!(text, "\nno decoder was asked these bytes, by {}", path.display());
            }
            text
        }
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The bytes that `words` write. What is not bytes may be a name with a mistake.
fn bytes(words: &[String]) -> Result<Vec<u8>, CliError> {
    read_bytes("BYTES", words).map_err(|error| {
        let [word] = words else { return error };
        let near = if is_like_name(word) { near(default_suite(), word) } else { String::new() };
        if near.is_empty() {
            error
        } else {
            CliError::Usage(format!("neither bytes nor a name: `{word}`{near}"))
        }
    })
}

/// Whether `word` is a name rather than bytes: it has letters beyond hex, and nothing else than names have.
fn is_like_name(word: &str) -> bool {
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_/@=".contains(&byte);
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic());
    let beyond_hex = |c: char| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit() && !matches!(c, 'x' | 'X');
    begins && word.bytes().all(of_name) && word.contains(beyond_hex) && !Path::new(word).is_file()
}

/// The page of what `word` names, if it names a cause, an incident by its CVE or its own number, a vector or a case that is
/// derived from one, or a flag.
fn named_page(word: &str) -> Result<Option<String>, CliError> {
    if let Some(cause) = Cause::named(&spelled_as_cause(word)) {
        return Ok(Some(cause_page(cause, output::style())));
    }
    let name = word.to_ascii_lowercase();
    let cve = Cve::new(word.to_ascii_uppercase()).ok();
    let number = name.strip_prefix(INCIDENT).and_then(|number| number.parse::<usize>().ok());
    if cve.is_some() || number.is_some() {
        let has_cve = |incident: &Incident| {
            let unverified = incident.unverified.iter().map(|one| &one.cve);
            incident.cves.iter().chain(unverified).any(|one| cve.as_ref() == Some(one))
        };
        let is_meant = |incident: &&Incident| has_cve(incident) || incident_name(incident) == name;
        let incidents: Vec<_> = IncidentFile::embedded().incidents().iter().filter(is_meant).collect();
        if incidents.is_empty() {
            return Err(CliError::Usage(format!("no incident `{word}`; see illformed list incidents")));
        }
        return Ok(Some(incident_page(&incidents, output::style())));
    }
    if let Some(case) = word.parse().ok().and_then(|id| Plan::find(default_suite(), &id)) {
        return Ok(Some(case_text(default_suite(), &case)));
    }
    Ok(Suite::embedded_part(|_| false).note(word).map(|note| {
        let causes = causes_with(word).join(", ");
        let causes = if causes.is_empty() { causes } else { format!("Causes: {causes}\n") };
        format!("{word} is a {} flag of vectors.\n{}\n{causes}", note.importance, note.effect)
    }))
}

/// The decoders of a report that RFC 3629 disagrees with on these bytes; `None` if it has not asked them.
fn differing(path: &Path, bytes: &[u8]) -> Result<Option<Vec<DifferingDecoder>>, CliError> {
    let (_, record) = read_record(path)?;
    let input = Input::Bytes(bytes.to_vec());
    let is_asked = |case: &usize| {
        let is_script = record.cases[*case].recipe.is_some_and(|recipe| recipe.is_script());
        !is_script && *record.input(*case) == input
    };
    let Some(case) = (0..record.cases.len()).find(is_asked) else { return Ok(None) };
    let differing = record.decoders.iter().filter_map(|decoder| {
        let outcomes = decoder.rfc3629_outcomes();
        let finding = outcomes.findings.iter().find(|finding| finding.case == case);
        let group = outcomes.bad().find(|group| group.cases.contains(case));
        let says = match (finding, group) {
            (Some(finding), _) => format!("{} ({})", finding.observed, finding.detail),
            (None, Some(group)) => group.cause.as_deref().unwrap_or(group.verdict.name()).to_owned(),
            (None, None) => return None,
        };
        Some(DifferingDecoder { decoder: decoder.name(), says })
    });
    Ok(Some(differing.collect()))
}
