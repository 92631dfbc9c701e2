//! Who accepts what RFC 3629 forbids, who refuses what it allows, and who replaces errors how.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, ReplacementRecord, RunRecord};
use crate::tell::report::decoders::listed;
use crate::tell::report::words::{fitted, grouped, section, sent};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::fit;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The two causes of failures that have a section of their own, each with its heading.
pub(crate) const CAUSES: [(&str, &str); 2] = [
    ("Ill-formed input accepted", "accepts-ill-formed"),
    ("Well-formed input refused", "refuses-well-formed"),
];

/// How wide the column of inputs may become.
const WIDEST: usize = 24;

/// The lines of both sections; of each nothing if no decoder does it.
pub(crate) fn acceptance(record: &RunRecord) -> String {
    let of_cause = |(what, cause): (&str, &str)| {
        let heading = format!("{what} (the first such input, and how many there are):");
        section(&heading, &lines(&by_group(record, cause)))
    };
    CAUSES.map(of_cause).concat()
}

/// The groups and their witnesses, with inputs and counts in columns.
fn lines(groups: &[(&str, Vec<Witness<'_>>)]) -> String {
    let all = || groups.iter().flat_map(|(_, witnesses)| witnesses);
    let input_width = all().map(|one| fit(&one.input, WIDEST).chars().count()).max().unwrap_or(0);
    let count_width = all().map(|one| one.count.to_string().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (group, witnesses) in groups {
        let _ = writeln!(text, "  {group}");
        for Witness { adapter, decoders, input, count, .. } in witnesses {
            let input = fit(input, WIDEST);
            let names = decoders.join(" ");
            let line = format!("{input:<input_width$}  {count:>count_width$}  {adapter}: {names}");
            let _ = writeln!(text, "    {}", fitted(&line, 76));
        }
    }
    text
}

/// Decoders of one adapter that fail for the same cause.
pub(crate) struct Witness<'a> {
    pub(crate) adapter: &'a str,
    /// Their names in it.
    pub(crate) decoders: Vec<&'a str>,
    /// The number of the first such case.
    pub(crate) case: usize,
    /// Its input, as it was sent.
    pub(crate) input: String,
    /// How many such vectors there are.
    pub(crate) count: usize,
}

/// The groups of vectors that decoders fail for that cause, judged by RFC 3629, each with who does.
pub(crate) fn by_group<'a>(record: &'a RunRecord, cause: &str) -> Vec<(&'a str, Vec<Witness<'a>>)> {
    let mut groups: BTreeMap<&str, Vec<Witness<'_>>> = BTreeMap::new();
    for decoder in listed(record) {
        let failed = first_failed(record, decoder, cause);
        for of_group in failed.chunk_by(|one, next| record.group(*one) == record.group(*next)) {
            let (case, count) = (of_group[0], of_group.len());
            let witnesses = groups.entry(record.group(case)).or_default();
            let same = |other: &&mut Witness<'_>| {
                other.adapter == decoder.adapter && other.case == case && other.count == count
            };
            match witnesses.iter_mut().find(same) {
                Some(other) => other.decoders.push(&decoder.decoder),
                None => witnesses.push(Witness {
                    adapter: &decoder.adapter,
                    decoders: vec![&decoder.decoder],
                    case,
                    input: sent(record, case),
                    count,
                }),
            }
        }
    }
    record.suite.groups.iter().filter_map(|group| groups.remove_entry(group.name.as_str())).collect()
}

/// The first case of each vector that the decoder fails for that cause, those of a group together. Vectors that fail only beside other bytes count only
/// if all that it fails for that cause are such: the others show the cause.
fn first_failed(record: &RunRecord, decoder: &DecoderRecord, cause: &str) -> Vec<usize> {
    let is_meant =
        |one: &&OutcomeGroup| one.verdict == VerdictKind::Fail && one.cause.as_deref() == Some(cause);
    let failed = decoder.rfc3629_outcomes().groups.iter().filter(is_meant);
    let mut firsts: Vec<usize> = failed.flat_map(|outcome| outcome.cases.iter()).collect();
    let brings_bytes = |case: &usize| record.cases[*case].brings_bytes();
    if !firsts.iter().all(brings_bytes) {
        firsts.retain(|case| !brings_bytes(case));
    }
    firsts.sort_unstable();
    firsts.dedup_by_key(|case| record.cases[*case].vector);
    firsts.sort_by_key(|case| record.group(*case));
    firsts
}

/// The lines of the section, or nothing when no decoder replaces.
pub(crate) fn replacement(record: &RunRecord) -> String {
    let mut text = String::new();
    for (policy, decoders) in by_policy(record) {
        let _ = writeln!(text, "  {}", fitted(&policy, 78));
        for of_adapter in decoders.chunk_by(|one, other| one.adapter == other.adapter) {
            let names: Vec<&str> = of_adapter.iter().map(|decoder| decoder.decoder.as_str()).collect();
            let line = format!("{}: {}", of_adapter[0].adapter, names.join(" "));
            let _ = writeln!(text, "    {}", fitted(&line, 76));
        }
    }
    section("Observed replacement of errors, whatever is claimed:", &text)
}

/// The policies by which decoders replace errors, as `maximal-subpart` or `drop, but for 313 of 6,110`, those first that are
/// followed to the letter, each with the decoders.
pub(crate) fn by_policy(record: &RunRecord) -> Vec<(String, Vec<&DecoderRecord>)> {
    let mut followed: BTreeMap<(usize, String), Vec<&DecoderRecord>> = BTreeMap::new();
    for decoder in listed(record) {
        let Some(ReplacementRecord { policies, contradicted, compared }) = &decoder.replacement else {
            continue;
        };
        let policies = policies.join(" or ");
        let part = format!("{} of {}", grouped(*contradicted), grouped(*compared));
        let words = match *contradicted {
            0 => policies,
            // What contradicts most of its texts is no policy of it.
            most if 2 * most > *compared => format!("none that is known, in {part}"),
            _ => format!("{policies}, but for {part}"),
        };
        followed.entry((*contradicted, words)).or_default().push(decoder);
    }
    followed.into_iter().map(|((_, policy), decoders)| (policy, decoders)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Witness, lines};

    #[test]
    fn the_column_of_inputs_is_as_wide_as_the_longest_up_to_a_limit() {
        let witness = |input: &str, count| Witness {
            adapter: "a",
            decoders: vec!["b", "c"],
            case: 0,
            input: input.to_owned(),
            count,
        };
        let short = [("x", vec![witness("C0 80", 8)]), ("y", vec![witness("41 42 43 44 45 46", 1_359)])];
        assert_eq!(
            lines(&short),
            "  x\n    C0 80                 8  a: b c\n  y\n    41 42 43 44 45 46  1359  a: b c\n"
        );
        let long = [("x", vec![witness("C0 80", 8), witness("41 42 43 44 45 46 47 48 49", 1)])];
        assert_eq!(
            lines(&long),
            "  x\n    C0 80                     8  a: b c\n    41 42 43 44 45 46 47 48…  1  a: b c\n"
        );
    }
}
