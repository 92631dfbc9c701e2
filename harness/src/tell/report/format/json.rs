//! The records themselves.

use crate::record::json_text::formatted;
use serde::Serialize;
use serde_json::ser::PrettyFormatter;

/// How deep lines are broken.
const DEEPEST: usize = 5;

/// `record`, of a run or a comparison, as JSON with a line break at the end. What stands at most four levels deep
/// has a line of its own, such as a group of outcomes and a vector's input; what is deeper shares one, such as a finding: a
/// record of all decoders has thousands of them.
pub fn json(record: &impl Serialize) -> String {
    let mut text = String::new();
    // Strings have no line breaks, and each level is indented by two blanks.
    for line in pretty_json(record).lines() {
        let part = line.trim_start();
        let is_end = part.starts_with([']', '}']);
        let depth = (line.len() - part.len()) / 2 + usize::from(is_end);
        if depth <= DEEPEST {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(line);
        } else {
            text.push_str(if is_end || text.ends_with(['[', '{']) { "" } else { " " });
            text.push_str(part);
        }
    }
    text + "\n"
}

/// `value` as JSON with a line break at the end, each part on a line of its own. As in all JSON of this program, characters
/// that a terminal or an editor would obey are escaped.
pub fn pretty_json(value: &impl Serialize) -> String {
    formatted(value, PrettyFormatter::new()) + "\n"
}

#[cfg(test)]
mod tests {
    use super::json;
    use crate::ask::adapter::Adapter;
    use crate::ask::adapter::in_process::InProcessAdapter;
    use crate::record::run::RunOptions;
    use crate::record::run_record::{RunFacts, RunRecord, record_run};
    use illformed_judge::case::Plan;
    use illformed_vectors::Suite;
    use illformed_workshop::mutants::mutants;

    #[test]
    fn a_record_comes_back_and_a_finding_has_one_line() {
        let plan = Plan::selected(Suite::embedded(), |id| id.vector.group() == "overlong");
        let first_mutant = || vec![mutants()[0].decoder()];
        let zoo: Box<dyn Adapter> = Box::new(InProcessAdapter::new("zoo", "zoo", "0", first_mutant));
        let (record, _) = record_run(&plan, &[zoo], &RunOptions::default(), RunFacts::default());
        let text = json(&record);
        assert_eq!(serde_json::from_str::<RunRecord>(&text).unwrap(), record);
        let findings =
            text.lines().filter(|line| line.contains("{\"case\": ") && line.contains("\"observed\": "));
        let found = record.decoders[0].by_claim.findings.len();
        assert!(found > 0 && findings.count() == found, "{found} of {text}");
        assert!(text.contains("\"adapter\": \"zoo\""));
    }
}
