//! The outcome of each promotion, for people and programs.

use crate::tell::report::Style;
use illformed_judge::shown::escape_controls;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// The promotion of one artifact.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PromotionRecord {
    /// The file, or what was typed.
    pub artifact: String,
    /// Who failed, or should: a property or `<adapter>/<decoder>`.
    pub by: String,
    pub outcome: PromotionOutcome,
    /// The id of the vector, or the seed's name in the corpus: new, or what is there already.
    pub id: Option<String>,
    /// Why nothing was written, or no vector, or no seed.
    pub why: Option<String>,
    /// What is wrong on the input that is left.
    pub detail: Option<String>,
    /// SHA-256 of the artifact, as hex.
    pub sha256: String,
    pub bytes: u64,
    /// What is left of it: hex, or a script of calls.
    pub input: Option<String>,
    /// What was, or with `--dry-run` would be written.
    pub written: Vec<String>,
    pub vector: Option<Value>,
    /// The vector on its line, as the file has it.
    #[serde(skip)]
    pub line: Option<String>,
    /// How bad it is to get the vector wrong.
    pub importance: Option<String>,
    /// Where the codec reads the vector otherwise than all other sources.
    pub codec_differs: Vec<String>,
    /// Commands that show it.
    pub show: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PromotionOutcome {
    /// It is a vector or a seed now.
    New,
    /// It was promoted before.
    Known,
    /// What it takes to fail is there already.
    Duplicate,
    /// It does not fail, or cannot be kept.
    Refused,
    /// The decoder could not be asked whether it fails.
    #[default]
    Unasked,
}

/// The exit code of a command that promoted these: 3 if one could not be asked, else 1 if one was refused, else 5 if one is
/// there already, else 0.
pub fn exit_code(records: &[PromotionRecord]) -> u8 {
    let code = |outcome: &PromotionOutcome| match outcome {
        PromotionOutcome::Unasked => 3,
        PromotionOutcome::Refused => 1,
        PromotionOutcome::Duplicate => 5,
        PromotionOutcome::New | PromotionOutcome::Known => 0,
    };
    let codes: Vec<u8> = records.iter().map(|record| code(&record.outcome)).collect();
    [3, 1, 5].into_iter().find(|code| codes.contains(code)).unwrap_or(0)
}

/// The outcome for one artifact in a few lines; `dry` if nothing was to be written.
pub fn promotion_text(record: &PromotionRecord, dry: bool, style: Style) -> String {
    let artifact = escape_controls(&record.artifact);
    let id = record.id.as_deref().unwrap_or_default();
    let why = record.why.as_deref().map(escape_controls).unwrap_or_default();
    let mut text = match record.outcome {
        PromotionOutcome::New => format!("{artifact}\n{}", style.strong(id)),
        PromotionOutcome::Known => return format!("{artifact}\n  already there as {id}\n"),
        PromotionOutcome::Duplicate => {
            let what = record.input.as_deref().map(short).unwrap_or_default();
            let hint = "  --keep-size keeps an artifact as it is\n";
            return format!("{artifact}\n  {} {what} is there as {id}\n{hint}", style.bad("duplicate:"));
        }
        PromotionOutcome::Refused => return format!("{artifact}\n  {} {why}\n", style.bad("refused:")),
        PromotionOutcome::Unasked => {
            return format!("{artifact}\n  {} {why}\n", style.doubtful("not asked:"));
        }
    };
    text.push_str(if dry { ", would be new\n" } else { ", new\n" });
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "  {}{value}", style.faint(&format!("{key:<11}")));
    };
    line("failed", &escape_controls(&record.by));
    if let Some(detail) = &record.detail {
        line("how", &escape_controls(detail));
    }
    if let Some(input) = &record.input {
        line("input", &short(input));
    }
    line("from", &format!("{} bytes, SHA-256 {}", record.bytes, record.sha256));
    if let Some(importance) = &record.importance {
        line("importance", importance);
    }
    if !why.is_empty() {
        line("only this", &why);
    }
    for path in &record.written {
        line(if dry { "not yet" } else { "written" }, &escape_controls(path));
    }
    for differs in &record.codec_differs {
        line("codec", &format!("differs from all other sources, fix it first: {}", escape_controls(differs)));
    }
    for command in &record.show {
        line("show", command);
    }
    if let Some(vector) = &record.line {
        let _ = writeln!(text, "{vector}");
    }
    text
}

/// An input that fits on a line.
fn short(input: &str) -> String {
    match input.get(..64) {
        Some(start) if input.len() > 67 => format!("{start}..."),
        _ if input.is_empty() => "no bytes".to_owned(),
        _ => input.to_owned(),
    }
}
