//! Who accepts what RFC 3629 forbids, who refuses what it allows, and who replaces errors how.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, ReplacementRecord, RunRecord};
use crate::tell::report::words::{fitted, group_of, section, sent};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{fit, thousands};
use std::collections::{BTreeMap, HashMap};
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

/// The groups of vectors that decoders fail for that cause, each with who does.
pub(crate) fn by_group<'a>(record: &'a RunRecord, cause: &str) -> Vec<(&'a str, Vec<Witness<'a>>)> {
    let failed: Vec<_> =
        record.decoders.iter().map(|decoder| (decoder, first_failed(record, decoder, cause))).collect();
    let groups = record.suite.groups.iter();
    let all = groups.map(|group| (group.name.as_str(), witnesses(record, &group.name, &failed)));
    all.filter(|(_, witnesses)| !witnesses.is_empty()).collect()
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

/// The number of the first failed case of each failed vector, by group.
type FirstFailed<'a> = HashMap<&'a str, Vec<usize>>;

/// Who fails vectors of `group`, by RFC 3629; `failed` has what each decoder fails.
fn witnesses<'a>(
    record: &'a RunRecord,
    group: &str,
    failed: &[(&'a DecoderRecord, FirstFailed<'a>)],
) -> Vec<Witness<'a>> {
    let mut witnesses: Vec<Witness<'_>> = Vec::new();
    for (decoder, failed) in failed {
        let Some([first, others @ ..]) = failed.get(group).map(Vec::as_slice) else { continue };
        let (case, count) = (*first, 1 + others.len());
        let same = |other: &&mut Witness<'_>| {
            other.adapter == decoder.adapter && other.case == case && other.count == count
        };
        if let Some(other) = witnesses.iter_mut().find(same) {
            other.decoders.push(&decoder.decoder);
        } else {
            let decoders = vec![decoder.decoder.as_str()];
            witnesses.push(Witness {
                adapter: &decoder.adapter,
                decoders,
                case,
                input: sent(record, case),
                count,
            });
        }
    }
    witnesses
}

/// The first case of each vector that the decoder fails for that cause. Vectors that fail only beside other bytes count only
/// if all that it fails for that cause are such: the others show the cause.
fn first_failed<'a>(record: &'a RunRecord, decoder: &DecoderRecord, cause: &str) -> FirstFailed<'a> {
    let failed = |outcome: &&OutcomeGroup| {
        outcome.verdict == VerdictKind::Fail && outcome.cause.as_deref() == Some(cause)
    };
    let cases = || {
        let outcomes = decoder.rfc3629_outcomes().groups.iter().filter(failed);
        outcomes.flat_map(|outcome| outcome.cases.iter())
    };
    let brings_bytes = |case: &usize| record.cases[*case].brings_bytes();
    let all_bring_bytes = cases().all(|case| brings_bytes(&case));
    let mut firsts: Vec<usize> = cases().filter(|case| all_bring_bytes || !brings_bytes(case)).collect();
    firsts.sort_unstable();
    firsts.dedup_by_key(|case| record.cases[*case].vector);
    let mut by_group = FirstFailed::new();
    for case in firsts {
        by_group.entry(group_of(&record.vectors[record.cases[case].vector])).or_default().push(case);
    }
    by_group
}

/// The lines of the section, or nothing when no decoder replaces.
pub(crate) fn replacement(record: &RunRecord) -> String {
    let mut text = String::new();
    for Followers { policy, decoders } in followers(record) {
        let _ = writeln!(text, "  {}", fitted(&policy, 78));
        for of_adapter in decoders.chunk_by(|one, other| one.adapter == other.adapter) {
            let names: Vec<&str> = of_adapter.iter().map(|decoder| decoder.decoder.as_str()).collect();
            let line = format!("{}: {}", of_adapter[0].adapter, names.join(" "));
            let _ = writeln!(text, "    {}", fitted(&line, 76));
        }
    }
    section("Observed replacement of errors, whatever is claimed:", &text)
}

/// Decoders that follow the same policy.
pub(crate) struct Followers<'a> {
    /// The policy, or the nearest and how many texts contradict it.
    pub(crate) policy: String,
    /// The decoders, in the record's order; at least one.
    pub(crate) decoders: Vec<&'a DecoderRecord>,
}

/// All that replace, those first that follow a policy to the letter.
pub(crate) fn followers(record: &RunRecord) -> Vec<Followers<'_>> {
    let mut followed: BTreeMap<(usize, String), Vec<&DecoderRecord>> = BTreeMap::new();
    for decoder in &record.decoders {
        if let Some(seen) = &decoder.replacement {
            followed.entry((seen.contradicted, words(seen))).or_default().push(decoder);
        }
    }
    followed.into_iter().map(|((_, policy), decoders)| Followers { policy, decoders }).collect()
}

/// What was seen of one decoder, as `maximal-subpart` or `drop, but for 313 of 6,110`. What contradicts most of its texts is
/// no policy of it.
pub(crate) fn words(seen: &ReplacementRecord) -> String {
    let policies = seen.policies.join(" or ");
    let [contradicted, compared] = [seen.contradicted, seen.compared].map(|count| thousands(count as u64));
    match seen.contradicted {
        0 => policies,
        most if 2 * most > seen.compared => format!("none that is known, in {contradicted} of {compared}"),
        _ => format!("{policies}, but for {contradicted} of {compared}"),
    }
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
