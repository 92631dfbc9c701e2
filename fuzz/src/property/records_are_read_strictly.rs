//! The record of a run is read as it was written, and one that names what is not in it is refused.

use crate::property::agreement::{PropertyOutcome, none, survives_writing};
use illformed::record::run_record::RunRecord;

/// Takes the bytes, made a string, for the JSON of a record. Returns when reading and checking do not panic, a record that
/// passes its check has an id for each case that it names, and is the same after it was written and read.
pub fn records_are_read_strictly(bytes: &[u8]) -> PropertyOutcome {
    record_survives(&String::from_utf8_lossy(bytes), RunRecord::check)
}

fn record_survives(text: &str, check: fn(&RunRecord) -> Result<(), String>) -> PropertyOutcome {
    let read =
        |text: &str| serde_json::from_str::<RunRecord>(text).ok().filter(|record| check(record).is_ok());
    let record = read(text);
    record.as_ref().map_or(Ok(()), names_only_what_it_has)?;
    // Whatever else a file has to keep to, it is none of a record that could not be read.
    match RunRecord::from_json("record", text) {
        Ok(file) => {
            let other = Some(file).filter(|file| record.as_ref() != Some(file));
            none("file", "is read otherwise than its record", other)?;
        }
        Err(error) => {
            let mute = Some(error).filter(|error| error.to_string().is_empty());
            none("record", "an error says nothing", mute)?;
        }
    }
    survives_writing("record", text, read, |record| serde_json::to_string(record).unwrap_or_default())
}

/// What the check promises, said once more.
fn names_only_what_it_has(record: &RunRecord) -> PropertyOutcome {
    let of_no_vector = record.cases.iter().find(|case| case.vector >= record.vectors.len());
    none("check", "passes a case of no vector", of_no_vector)?;
    let mut outcomes =
        record.decoders.iter().flat_map(|decoder| [&decoder.by_claim, decoder.rfc3629_outcomes()]);
    outcomes.try_for_each(|outcomes| {
        let grouped = outcomes.groups.iter().flat_map(|group| group.cases.iter());
        let observed = outcomes.observed.iter().flat_map(|group| group.cases.iter());
        let found = outcomes.findings.iter().map(|finding| finding.case);
        let mut named = found.chain(grouped).chain(observed);
        none("check", "passes the number of no case", named.find(|case| *case >= record.cases.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed::record::run_record::Footer;

    /// The least there can be: one vector, and a case of the vector of that number.
    fn text(vector: usize) -> String {
        let footer = serde_json::to_string(&Footer::default()).unwrap();
        format!(
            r#"{{"kind":"illformed-run","schema":3,"tool":{{"name":"illformed","version":"0"}},
            "platform":{{"os":"","arch":"","locale":""}},"began_at":0,"took_ms":0,
            "suite":{{"name":"","digest":"","groups":[]}},"selection":[],
            "vectors":[{{"id":"a/b","input":"41","comment":"","flags":[],"refs":[]}}],"cases":[[{vector},"-"]],
            "decoders":[],"absent":[],"broken":[],"footer":{footer}}}"#
        )
    }

    #[test]
    fn a_check_that_lets_everything_through_is_seen() {
        serde_json::from_str::<RunRecord>(&text(0)).unwrap();
        for vector in [0, 1] {
            assert_eq!(record_survives(&text(vector), RunRecord::check), Ok(()), "{vector}");
            let passed = record_survives(&text(vector), |_| Ok(()));
            assert_eq!(passed.is_err(), vector == 1, "{passed:?}");
        }
    }
}
