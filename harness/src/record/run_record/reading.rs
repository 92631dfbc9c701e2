//! Reads the record of a run from a file that may be anything. Its numbers are looked at before anything goes by them, and as
//! ranges, so that the look costs no more than the file is long.

use crate::ask::protocol::is_name;
use crate::record::file_heading;
use crate::record::run::{AskedAgain, Dependence};
use crate::record::run_record::record::{KIND, SCHEMA};
use crate::record::run_record::{DecoderRecord, Outcomes, Ranges, RunRecord};
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

    /// Whether all numbers in it name something that is in it, as those of a recorder do; else what does not. Whatever
    /// reads a record from a file asks this before it goes by the numbers.
    pub fn check(&self) -> Result<(), String> {
        if let Some(number) = self.cases.iter().position(|case| case.vector >= self.vectors.len()) {
            return Err(format!("case {number}: no vector {}", self.cases[number].vector));
        }
        for decoder in &self.decoders {
            // Files are named after decoders.
            if let Some(odd) = [&decoder.adapter, &decoder.decoder].into_iter().find(|name| !is_name(name)) {
                return Err(format!("`{}` is no name of an adapter or decoder", odd.escape_debug()));
            }
            decoder.check(self.cases.len()).map_err(|why| format!("decoder {}: {why}", decoder.name()))?;
        }
        Ok(())
    }
}

impl DecoderRecord {
    /// Whether it names no other cases than the first `cases`, and none twice where it has one place; else what does, with
    /// the place as a JSON pointer from here.
    pub(super) fn check(&self, cases: usize) -> Result<(), String> {
        self.by_claim.check("/by_claim", cases)?;
        if let Some(outcomes) = &self.by_rfc3629 {
            outcomes.check("/by_rfc3629", cases)?;
        }
        if let Some(AskedAgain { dependences, alone, .. }) = &self.asked_again {
            check_index("/asked_again", alone.last(), cases)?;
            for Dependence { case, sequence, decoders } in dependences {
                check_index("/asked_again", sequence.last().max(Some(*case)), cases)?;
                if let Some(odd) = decoders.iter().find(|name| !is_name(name)) {
                    return Err(format!("`{}` is no name of a decoder", odd.escape_debug()));
                }
            }
        }
        let Some(baseline) = &self.baseline else { return Ok(()) };
        let sets = [("known", &baseline.known), ("new", &baseline.new), ("undecided", &baseline.undecided)];
        check_disjoint(sets.map(|(name, cases)| (format!("/baseline/{name}"), cases)), cases)?;
        for (number, deviation) in baseline.deviations.iter().enumerate() {
            check_index(&format!("/baseline/deviations/{number}/example"), deviation.example, cases)?;
        }
        Ok(())
    }
}

impl Outcomes {
    fn check(&self, at: &str, cases: usize) -> Result<(), String> {
        let named = |list: &str, number: usize, set| (format!("{at}/{list}/{number}/cases"), set);
        let groups = self.groups.iter().enumerate();
        check_disjoint(groups.map(|(number, one)| named("groups", number, &one.cases)), cases)?;
        let causes = self.causes.iter().enumerate();
        check_disjoint(causes.map(|(number, one)| named("causes", number, &one.cases)), cases)?;
        let observed = self.observed.iter().enumerate();
        check_disjoint(observed.map(|(number, one)| named("observed", number, &one.cases)), cases)?;
        for (number, cause) in self.causes.iter().enumerate() {
            let (id, example) = (cause.id, cause.example);
            if cause.severity != id.severity() {
                return Err(format!("{at}/causes/{number}/severity: {id} is {}", id.severity()));
            }
            if !cause.cases.contains(example) {
                let why = format!("case {example} is not one of its cases");
                return Err(format!("{at}/causes/{number}/example: {why}"));
            }
        }
        let of_causes: usize = self.causes.iter().map(|cause| cause.cases.len()).sum();
        let bad: usize = self.bad().map(|group| group.cases.len()).sum();
        if of_causes != bad {
            return Err(format!(
                "{at}/causes: {of_causes} cases have a cause, {bad} count against the decoder"
            ));
        }
        for (number, finding) in self.findings.iter().enumerate() {
            let at = format!("{at}/findings/{number}");
            check_index(&format!("{at}/case"), Some(finding.case), cases)?;
            check_index(&format!("{at}/window"), finding.window.last(), cases)?;
        }
        Ok(())
    }
}

fn check_index(at: &str, case: Option<usize>, cases: usize) -> Result<(), String> {
    match case.filter(|case| *case >= cases) {
        Some(case) => Err(format!("{at}: no case {case}, there are {cases}")),
        None => Ok(()),
    }
}

/// Each case is in one of `sets` at most, so that all of them together have no more than there are.
fn check_disjoint<'a>(
    sets: impl IntoIterator<Item = (String, &'a Ranges)>,
    cases: usize,
) -> Result<(), String> {
    let mut named = 0_usize;
    for (at, set) in sets {
        check_index(&at, set.last(), cases)?;
        named = named.saturating_add(set.len());
        if named > cases {
            return Err(format!("{at}: a case is named twice, there are {cases}"));
        }
    }
    Ok(())
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
            ("kind: x".to_owned(), "not a file of illformed"),
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
            (format!("{good}x"), "not a file of illformed"),
        ];
        for (text, wanted) in table {
            let error = RunRecord::from_json("r", &text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}: {wanted}");
        }
    }
}
