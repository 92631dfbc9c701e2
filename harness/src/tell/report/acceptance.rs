//! Who accepts what RFC 3629 forbids, who refuses what it allows, and who replaces errors how.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, RunRecord};
use crate::tell::report::decoders::listed;
use crate::tell::report::section::{Cell, Section, SectionRow};
use crate::tell::report::words::{Tone, grouped, sent};
use illformed_judge::judge::{Replacement, VerdictKind};
use std::collections::BTreeMap;

/// Who accepts what is ill-formed, and who refuses what is well-formed: of each group of vectors the first such input, how many
/// there are, and the decoders of which that is so.
pub(crate) fn acceptance(record: &RunRecord) -> [Section; 2] {
    [
        ("accepts", "Ill-formed input accepted", "accepts-ill-formed"),
        ("refuses", "Well-formed input refused", "refuses-well-formed"),
    ]
    .map(|(id, heading, cause)| Section {
        id,
        heading,
        about: "by RFC 3629, whatever is claimed: the first such input of a group, and how many".to_owned(),
        columns: &["group", "input", "#inputs", "decoders"],
        rows: by_group(record, cause),
    })
}

/// A row for each group of vectors and first case that decoders fail for that cause, judged by RFC 3629.
fn by_group(record: &RunRecord, cause: &str) -> Vec<SectionRow> {
    let place = |case: usize| record.suite.groups.iter().position(|group| group.name == record.group(case));
    let mut found: Vec<(Option<usize>, usize, usize, Vec<String>)> = Vec::new();
    for decoder in listed(record) {
        let failed = first_failed(record, decoder, cause);
        for of_group in failed.chunk_by(|one, next| record.group(*one) == record.group(*next)) {
            let (case, count) = (of_group[0], of_group.len());
            match found.iter_mut().find(|(_, first, number, _)| (*first, *number) == (case, count)) {
                Some((.., decoders)) => decoders.push(decoder.name()),
                None => found.push((place(case), case, count, vec![decoder.name()])),
            }
        }
    }
    found.sort_by_key(|(place, ..)| *place);
    let row = |(_, case, count, decoders)| SectionRow {
        tone: Some(Tone::Bad),
        cells: vec![
            Cell::Words(record.group(case).to_owned()),
            Cell::Input(sent(record, case), record.case_id(case)),
            Cell::Number(count),
            Cell::Decoders("", decoders),
        ],
    };
    found.into_iter().map(row).collect()
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

/// The policies by which decoders replace errors, as `maximal-subpart` or `drop, but for 313 of 6,110`, those first that are
/// followed to the letter, each with the decoders.
pub(crate) fn replacement(record: &RunRecord) -> Section {
    let mut followed: BTreeMap<(usize, String), Vec<String>> = BTreeMap::new();
    for decoder in listed(record) {
        let Some(Replacement { policies, contradicted, compared }) = &decoder.replacement else {
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
        followed.entry((*contradicted, words)).or_default().push(decoder.name());
    }
    let row = |((_, policy), decoders): (_, Vec<String>)| SectionRow {
        tone: None,
        cells: vec![Cell::Words(policy), Cell::Decoders("", decoders)],
    };
    Section {
        id: "replaces",
        heading: "How errors are replaced",
        about: "as it was seen in the texts, whatever is claimed".to_owned(),
        columns: &["policy", "decoders"],
        rows: followed.into_iter().map(row).collect(),
    }
}
