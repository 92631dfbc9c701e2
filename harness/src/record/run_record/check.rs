//! Whether the numbers in a record name something that is in it. A file may claim any: they are looked at before anything
//! goes by them, and as ranges, so that the look costs no more than the file is long.

use crate::record::run::AskedAgain;
use crate::record::run_record::{DecoderRecord, Outcomes, Ranges};

impl DecoderRecord {
    /// Whether it names no other cases than the first `cases`, and none twice where it has one place; else what does, with
    /// the place as a JSON pointer from here.
    pub(super) fn check(&self, cases: usize) -> Result<(), String> {
        self.by_claim.check("/by_claim", cases)?;
        if let Some(outcomes) = &self.by_rfc3629 {
            outcomes.check("/by_rfc3629", cases)?;
        }
        for case in self.asked_again.iter().flat_map(AskedAgain::last_cases) {
            check_index(|| "/asked_again".to_owned(), case, cases)?;
        }
        let Some(baseline) = &self.baseline else { return Ok(()) };
        let sets = [&baseline.known, &baseline.new, &baseline.undecided];
        let names = ["known", "new", "undecided"];
        check_disjoint(|number| format!("/baseline/{}", names[number]), sets.into_iter().enumerate(), cases)?;
        for (number, deviation) in baseline.deviations.iter().enumerate() {
            let at = || format!("/baseline/deviations/{number}/example");
            deviation.example.map_or(Ok(()), |case| check_index(at, case, cases))?;
        }
        Ok(())
    }
}

impl Outcomes {
    fn check(&self, at: &str, cases: usize) -> Result<(), String> {
        let groups = self.groups.iter().map(|group| &group.cases).enumerate();
        check_disjoint(|number| format!("{at}/groups/{number}/cases"), groups, cases)?;
        let causes = self.causes.iter().map(|cause| &cause.cases).enumerate();
        check_disjoint(|number| format!("{at}/causes/{number}/cases"), causes, cases)?;
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
        let observed = self.observed.iter().map(|group| &group.cases).enumerate();
        check_disjoint(|number| format!("{at}/observed/{number}/cases"), observed, cases)?;
        for (number, finding) in self.findings.iter().enumerate() {
            check_index(|| format!("{at}/findings/{number}/case"), finding.case, cases)?;
            let last = finding.window.last();
            last.map_or(Ok(()), |case| {
                check_index(|| format!("{at}/findings/{number}/window"), case, cases)
            })?;
        }
        Ok(())
    }
}

fn check_index(at: impl Fn() -> String, case: usize, cases: usize) -> Result<(), String> {
    if case < cases { Ok(()) } else { Err(format!("{}: no case {case}, there are {cases}", at())) }
}

/// Each case is in one of `sets` at most, so that all of them together have no more than there are.
fn check_disjoint<'a>(
    at: impl Fn(usize) -> String,
    sets: impl IntoIterator<Item = (usize, &'a Ranges)>,
    cases: usize,
) -> Result<(), String> {
    let mut named = 0_usize;
    for (number, set) in sets {
        set.last().map_or(Ok(()), |last| check_index(|| at(number), last, cases))?;
        named = named.saturating_add(set.len());
        if named > cases {
            return Err(format!("{}: a case is named twice, there are {cases}", at(number)));
        }
    }
    Ok(())
}
