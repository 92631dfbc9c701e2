//! A baseline is read as it was written, and one that contradicts itself is refused with a place in the file.

use crate::property::agreement::{PropertyOutcome, none, survives_writing};
use illformed::record::baseline::{Baseline, Condition, exact_version};

/// Takes the bytes, made a string, for a file of a baseline and for a version. Returns when reading does not panic, whatever is
/// wrong has a place that the text has, what is read is the same after it was written in canonical form and read, and its
/// conditions can be asked of any version.
pub fn baselines_are_read_strictly(bytes: &[u8]) -> PropertyOutcome {
    let text = &*String::from_utf8_lossy(bytes);
    survives_writing("baseline", text, read, Baseline::to_canonical)?;
    let exactly = Condition { version: exact_version(text), ..Condition::default() };
    none("version", "is not in the range of itself", (!exactly.holds(text, "", "")).then_some(&exactly))?;
    match Baseline::from_json("b", text) {
        Ok(baseline) => {
            // Each range says of any version whether it has it, and not of none.
            let is_of_none = |condition: &Condition| {
                let [none, ..] = ["", "0", "1.2", "99.9.9"].map(|version| condition.holds(version, "", ""));
                none && condition.version.is_some()
            };
            let conditions = baseline.reasons.iter().map(|reason| &reason.only).chain([&baseline.only]);
            let mut of_none = conditions.filter(|condition| is_of_none(condition));
            none("condition", "is on the version and holds of none", of_none.next())
        }
        Err(errors) => {
            let mute = errors.iter().find(|error| error.to_string().is_empty());
            none("baseline", "an error says nothing", mute)?;
            let lines = text.split('\n').count();
            let is_elsewhere = |line| !(1..=lines).contains(&line);
            let elsewhere = errors.iter().find(|error| error.place.line.is_some_and(is_elsewhere));
            none("baseline", "an error names a line that is not there", elsewhere)
        }
    }
}

/// The baseline with its entries in the order in which they are written.
fn read(text: &str) -> Option<Baseline> {
    let mut baseline = Baseline::from_json("b", text).ok()?;
    baseline.sort();
    Some(baseline)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"{"kind":"illformed-baseline","schema":3,"decoder":"a/d",
        "reasons":[{"id":"r","reason":"It is so.","until":"2027-06-30","only":{"version":">=1,<2"}}],
        "asked":{"suite":"0","selection":[],"groups":[["bom",2,"#0123456789abcdef"],["cut",1,"#0123456789abcdef"]]},
        "entries":[{"cause":"accepts-surrogate","why":"r","groups":[["bom",1,"*"],["cut",1,"#0123456789abcdef"]]}]}"##;

    #[test]
    fn a_writer_that_leaves_something_out_is_seen() {
        assert_eq!(baselines_are_read_strictly(TEXT.as_bytes()), Ok(()));
        let forgets = |forget: fn(&mut Baseline)| {
            move |baseline: &Baseline| {
                let mut less = baseline.clone();
                forget(&mut less);
                less.to_canonical()
            }
        };
        let groups = forgets(|less| less.entries.iter_mut().for_each(|entry| entry.groups.truncate(1)));
        assert!(survives_writing("baseline", TEXT, read, groups).is_err());
        let entries = forgets(|less| less.entries.clear());
        assert!(survives_writing("baseline", TEXT, read, entries).is_err());
    }

    #[test]
    fn what_contradicts_itself_has_a_place() {
        let unsorted = TEXT.replace(r#"["bom",1,"*"]"#, r#"["dfa",1,"*"]"#);
        assert!(Baseline::from_json("b", &unsorted).is_err());
        assert_eq!(baselines_are_read_strictly(unsorted.as_bytes()), Ok(()));
    }
}
