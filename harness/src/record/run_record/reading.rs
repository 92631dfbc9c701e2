//! Reads the record of a run from a file that may be anything.

use crate::record::file_heading::{self, HeadingError};
use crate::record::run_record::RunRecord;
use crate::record::run_record::record::{KIND, SCHEMA};
use illformed_vectors::{LoadError, strict_json};
use std::fmt;

/// Why a text cannot be used as a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordError {
    /// It is not a record of this version.
    Heading(HeadingError),
    /// A part of it does not belong to a record.
    Malformed(LoadError),
    /// It differs from the digest in its footer: it was changed.
    Edited { reason: String },
}

impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heading(error) => error.fmt(formatter),
            Self::Malformed(error) => error.fmt(formatter),
            Self::Edited { reason } => write!(formatter, "not as it was written: {reason}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl RunRecord {
    /// The record that `text` of the file `name` writes, complete and unchanged since.
    pub fn from_json(name: &str, text: &str) -> Result<Self, RecordError> {
        file_heading::check(text, KIND, SCHEMA).map_err(RecordError::Heading)?;
        let mut record: Self = strict_json::parse(name, text).map_err(RecordError::Malformed)?;
        record.check().map_err(|reason| RecordError::Edited { reason })?;
        let digest = record.digest();
        if digest != record.footer.digest {
            let reason = format!("its digest is {digest}, its footer says {}", record.footer.digest);
            return Err(RecordError::Edited { reason });
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::{HeadingError, KIND, RecordError};
    use crate::record::run::RunOptions;
    use crate::record::run_record::{RunFacts, RunRecord, record_run};
    use illformed_judge::case::Plan;
    use illformed_vectors::Suite;

    fn written() -> String {
        let plan = Plan::selected(Suite::embedded(), |id| id.vector.as_str() == "overlong/nul-two-bytes");
        let (record, _) = record_run(&plan, &[], &RunOptions::default(), RunFacts::default());
        serde_json::to_string_pretty(&record).unwrap()
    }

    #[test]
    fn what_is_no_record_is_refused_with_the_reason() {
        let good = written();
        RunRecord::from_json("r", &good).unwrap();
        let newer = good.replacen("\"schema\": 6", "\"schema\": 7", 1);
        let table = [
            (good[..good.len() / 2].to_owned(), "truncated at line "),
            (String::new(), "it is empty"),
            ("kind: x".to_owned(), "no file of illformed"),
            ("{}".to_owned(), "it has no `kind`"),
            (
                r#"{"kind":"illformed-suite","schema":1}"#.to_owned(),
                "its kind is `illformed-suite`, not `illformed-run`",
            ),
            (newer, "a newer illformed wrote it, in schema 7"),
            (good.replacen("\"schema\": 6", "\"schema\": 3", 1), "an older illformed wrote it"),
            (good.replacen("\"absent\"", "\"kinds\": [], \"absent\"", 1), "/kinds: unknown field `kinds`"),
            (good.replacen("\"took_ms\": 0", "\"took_ms\": -1", 1), "r:14 /took_ms: "),
            (good.replacen("\"input\": \"c080\"", "\"input\": \"c081\"", 1), "not as it was written"),
            (format!("{good}x"), "no file of illformed"),
        ];
        for (text, wanted) in table {
            let error = RunRecord::from_json("r", &text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}: {wanted}");
        }
        assert_eq!(
            RunRecord::from_json("r", "[]"),
            Err(RecordError::Heading(HeadingError::Foreign { kind: None, wanted: KIND }))
        );
    }
}
