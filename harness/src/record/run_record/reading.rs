//! Reads the record of a run from a file that may be anything.

use crate::record::file_heading;
use crate::record::run_record::RunRecord;
use crate::record::run_record::record::{KIND, SCHEMA};
use illformed_vectors::{LoadError, strict_json};

impl RunRecord {
    /// The record that `text` of the file `name` writes, complete and unchanged since.
    pub fn from_json(name: &str, text: &str) -> Result<Self, LoadError> {
        let wrong = |reason: String| LoadError::new(name, None, String::new(), reason);
        file_heading::check(text, KIND, SCHEMA).map_err(wrong)?;
        let mut record: Self = strict_json::parse(name, text)?;
        record.check().map_err(|reason| wrong(format!("not as it was written: {reason}")))?;
        let digest = record.digest();
        if digest != record.footer.digest {
            let written = &record.footer.digest;
            return Err(wrong(format!(
                "not as it was written: its digest is {digest}, its footer says {written}"
            )));
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
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
        // How many lines the processor takes before it differs from machine to machine.
        let line = good.lines().position(|line| line.contains("\"took_ms\"")).unwrap() + 1;
        let place = format!("r:{line} /took_ms: ");
        let newer = good.replacen("\"schema\": 6", "\"schema\": 7", 1);
        let table = [
            (good[..good.len() / 2].to_owned(), "truncated at line "),
            (String::new(), "it is empty"),
            ("kind: x".to_owned(), "no file of illformed"),
            ("{}".to_owned(), "it has no `kind`"),
            ("[]".to_owned(), "it has no `kind`"),
            (
                r#"{"kind":"illformed-suite","schema":1}"#.to_owned(),
                "its kind is `illformed-suite`, not `illformed-run`",
            ),
            (newer, "a newer illformed wrote it, in schema 7"),
            (good.replacen("\"schema\": 6", "\"schema\": 3", 1), "an older illformed wrote it"),
            (good.replacen("\"absent\"", "\"kinds\": [], \"absent\"", 1), "/kinds: unknown field `kinds`"),
            (good.replacen("\"took_ms\": 0", "\"took_ms\": -1", 1), place.as_str()),
            (good.replacen("\"input\": \"c080\"", "\"input\": \"c081\"", 1), "not as it was written"),
            (format!("{good}x"), "no file of illformed"),
        ];
        for (text, wanted) in table {
            let error = RunRecord::from_json("r", &text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}: {wanted}");
        }
    }
}
