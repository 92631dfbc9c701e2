//! Reads the record of a run from a file that may be anything.

use crate::record::RunRecord;
use crate::record::run_record::{KIND, SCHEMA};
use illformed_vectors::{LoadError, strict_json};
use serde::Deserialize;
use std::fmt;

/// Why a text is no record that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// It ends too early: something else wrote it, or it was cut.
    Cut {
        /// Its lines.
        lines: usize,
    },
    /// It is no JSON object.
    NotJson {
        /// What the reader says, with line and column.
        reason: String,
    },
    /// It is JSON of another kind.
    Foreign {
        /// What it says of itself, if anything.
        kind: Option<String>,
    },
    /// Another version of this program wrote it, in another format.
    OtherSchema {
        /// The version of its format.
        schema: u64,
    },
    /// A part of it is none of a record.
    Malformed(LoadError),
    /// It is not what its footer sums up: somebody has changed it.
    Edited {
        /// What is otherwise.
        reason: String,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut { lines } => write!(formatter, "ends in the middle, in line {lines}: was it cut?"),
            Self::NotJson { reason } => write!(formatter, "no report of illformed: {reason}"),
            Self::Foreign { kind: None } => {
                write!(formatter, "no report of illformed: it has no `kind`, which should be `{KIND}`")
            }
            Self::Foreign { kind: Some(kind) } => {
                let kind: String = kind.chars().take(40).collect();
                write!(formatter, "no report of a run: its kind is `{}`, not `{KIND}`", kind.escape_debug())
            }
            Self::OtherSchema { schema } if *schema > u64::from(SCHEMA) => {
                write!(
                    formatter,
                    "a newer illformed wrote it, in schema {schema}; this one reads schema {SCHEMA}"
                )
            }
            Self::OtherSchema { schema } => {
                write!(
                    formatter,
                    "an older illformed wrote it, in schema {schema}; this one reads schema {SCHEMA}"
                )
            }
            Self::Malformed(error) => error.fmt(formatter),
            Self::Edited { reason } => write!(formatter, "not as it was written: {reason}"),
        }
    }
}

impl std::error::Error for RecordError {}

/// What tells the kind and the version of a file before anything else is read.
#[derive(Deserialize)]
struct Heading {
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    schema: Option<u64>,
    #[serde(default)]
    began_at: Option<u64>,
}

impl Heading {
    /// The heading of `text`, if that is a record of this version; what follows it may be anything.
    fn of(text: &str) -> Result<Self, RecordError> {
        let heading: Self = serde_json::from_str(text).map_err(|error| {
            if error.is_eof() {
                RecordError::Cut { lines: error.line() }
            } else {
                RecordError::NotJson { reason: error.to_string() }
            }
        })?;
        if heading.kind.as_deref() != Some(KIND) {
            return Err(RecordError::Foreign { kind: heading.kind });
        }
        let schema = heading.schema.unwrap_or_default();
        if schema != u64::from(SCHEMA) {
            return Err(RecordError::OtherSchema { schema });
        }
        Ok(heading)
    }
}

impl RunRecord {
    /// When the run began whose record `text` is, in seconds since 1970. Of the rest only the kind and the version are
    /// looked at; [`RunRecord::from_json`] reads it.
    pub fn began_at_of(text: &str) -> Result<u64, RecordError> {
        Ok(Heading::of(text)?.began_at.unwrap_or_default())
    }

    /// The record that `text` of the file `name` writes, complete and unchanged since.
    pub fn from_json(name: &str, text: &str) -> Result<Self, RecordError> {
        Heading::of(text)?;
        let record: Self = strict_json::parse(name, text).map_err(RecordError::Malformed)?;
        record.check().map_err(|reason| RecordError::Edited { reason })?;
        if record.digest() != record.footer.digest {
            let reason =
                format!("its digest is {}, its footer says {}", record.digest(), record.footer.digest);
            return Err(RecordError::Edited { reason });
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::RecordError;
    use crate::case::Plan;
    use crate::record::{Recorder, RunFacts, RunRecord};
    use illformed_vectors::Suite;

    fn written() -> String {
        let plan = Plan::selected(Suite::embedded(), |id| id.vector.as_str() == "overlong/nul-two-bytes");
        let (record, _) = Recorder::new(&plan, RunFacts::default()).finish(0);
        serde_json::to_string_pretty(&record).unwrap()
    }

    #[test]
    fn what_is_no_record_is_refused_with_the_reason() {
        let good = written();
        RunRecord::from_json("r", &good).unwrap();
        let newer = good.replacen("\"schema\": 3", "\"schema\": 4", 1);
        let table = [
            (good[..good.len() / 2].to_owned(), "ends in the middle"),
            (String::new(), "ends in the middle"),
            ("kind: x".to_owned(), "no report of illformed"),
            ("{}".to_owned(), "it has no `kind`"),
            (r#"{"kind":"illformed-suite","schema":1}"#.to_owned(), "its kind is `illformed-suite`"),
            (newer, "a newer illformed wrote it, in schema 4"),
            (good.replacen("\"schema\": 3", "\"schema\": 2", 1), "an older illformed wrote it"),
            (good.replacen("\"took_ms\": 0", "\"took_ms\": -1", 1), "r:14 /took_ms: "),
            (good.replacen("\"input\": \"c080\"", "\"input\": \"c081\"", 1), "not as it was written"),
            (format!("{good}x"), "no report of illformed"),
        ];
        for (text, wanted) in table {
            let error = RunRecord::from_json("r", &text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}: {wanted}");
        }
        assert_eq!(RunRecord::from_json("r", "[]"), Err(RecordError::Foreign { kind: None }));
    }
}
