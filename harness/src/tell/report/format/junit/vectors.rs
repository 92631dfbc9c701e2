//! Test cases of the vectors of a decoder.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::failures::{DecoderSummary, VectorStanding, VectorSummary};
use crate::tell::report::finding::finding;
use crate::tell::report::format::junit::case::{case, line, lines};
use crate::tell::report::words::{counted, group_of};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};

/// How many recipes of a vector are named.
const RECIPES: usize = 20;

/// How many ids of failing vectors a test case names.
const NAMED: usize = 20;

/// What stands before failures that are less severe than `--fail-on`.
const TOLERATED: &str = "below --fail-on: ";

/// The test cases of all vectors in their order, but for those that fail for a cause of the record; `folded` if vectors that
/// came to the same share a test case, which stands behind the others of its group.
pub(super) fn cases(record: &RunRecord, decoder: &DecoderRecord, class: &str, folded: bool) -> Vec<TestCase> {
    let summary = DecoderSummary::of(record, decoder);
    let group = |vector: &VectorSummary<'_>| group_of(&record.vectors[vector.vector]);
    // What fails is a test case of its cause.
    let is_told = |vector: &VectorSummary<'_>| vector.standing >= VectorStanding::Wrong;
    let mut cases = Vec::new();
    for of_group in summary.vectors.chunk_by(|one, next| group(one) == group(next)) {
        let others = of_group.iter().filter(|vector| !is_told(vector));
        let (single, shared): (Vec<_>, Vec<_>) = others.partition(|_| !folded);
        cases.extend(single.into_iter().map(|vector| one(record, &summary, class, vector)));
        let mut alike: Vec<Vec<&VectorSummary<'_>>> = Vec::new();
        for vector in shared {
            match alike.iter_mut().find(|members| came_to_the_same(members[0], vector)) {
                Some(members) => members.push(vector),
                None => alike.push(vec![vector]),
            }
        }
        cases.extend(alike.iter().map(|members| of_several(record, class, group(members[0]), members)));
    }
    cases
}

/// Whether both have the same standing, for the same cause.
fn came_to_the_same(one: &VectorSummary<'_>, other: &VectorSummary<'_>) -> bool {
    one.standing == other.standing
        && (one.standing == VectorStanding::Right || one.reason() == other.reason())
}

fn status(standing: VectorStanding) -> TestCaseStatus {
    match standing {
        VectorStanding::Right => TestCaseStatus::success(),
        VectorStanding::NotJudged | VectorStanding::Known | VectorStanding::Tolerated => {
            TestCaseStatus::skipped()
        }
        VectorStanding::Wrong => TestCaseStatus::non_success(NonSuccessKind::Failure),
        VectorStanding::Broken => TestCaseStatus::non_success(NonSuccessKind::Error),
    }
}

/// The test case of one vector.
fn one(
    record: &RunRecord,
    summary: &DecoderSummary<'_>,
    class: &str,
    vector: &VectorSummary<'_>,
) -> TestCase {
    let id = &record.vectors[vector.vector].id;
    let (mut status, cause) = (status(vector.standing), vector.reason());
    match vector.standing {
        VectorStanding::Right => {
            let mut right = TestCase::new(line(id), status);
            right.set_classname(class);
            right
        }
        VectorStanding::NotJudged => case(class, id, status, cause, None),
        VectorStanding::Known => case(class, id, status, &format!("known: {cause}"), None),
        VectorStanding::Tolerated => case(class, id, status, &format!("{TOLERATED}{cause}"), None),
        VectorStanding::Wrong | VectorStanding::Broken => {
            let failure = summary.failure(vector);
            status.set_type(vector.verdict_name());
            let why = failure.prefix() + failure.detail();
            case(class, id, status, &why, Some(&in_full(record, summary, vector)))
        }
    }
}

/// All that is known of a failing vector: its cases, what the baseline says, and the details of the first.
fn in_full(record: &RunRecord, summary: &DecoderSummary<'_>, vector: &VectorSummary<'_>) -> String {
    let text = format!("cases: {}\n", line(&summary.recipes(vector, RECIPES)));
    let failure = summary.failure(vector);
    if let Some(known) = failure.finding {
        return text + &lines(&finding(record, summary.decoder, known, Style::Plain));
    }
    let facts =
        [("input", failure.input()), ("observed", failure.observed()), ("again", &failure.reproduce())];
    facts.iter().fold(text, |text, (key, value)| text + &line(&format!("{key}: {value}")) + "\n")
}

/// The test case of `members`, of which there is at least one.
fn of_several(record: &RunRecord, class: &str, group: &str, members: &[&VectorSummary<'_>]) -> TestCase {
    let (standing, cause) = (members[0].standing, members[0].reason());
    let count = counted(members.len(), "vector");
    // Names have no count: a server knows a test by its name from one run to the next.
    let name = match standing {
        VectorStanding::Right => format!("{group}: right"),
        VectorStanding::NotJudged => format!("{group}: not judged: {cause}"),
        VectorStanding::Known => format!("{group}: known: {cause}"),
        VectorStanding::Tolerated => format!("{group}: {TOLERATED}{cause}"),
        VectorStanding::Wrong | VectorStanding::Broken => {
            format!("{group}: also: {cause}")
        }
    };
    let known = match standing {
        VectorStanding::Known => "known: ",
        VectorStanding::Tolerated => TOLERATED,
        VectorStanding::NotJudged
        | VectorStanding::Right
        | VectorStanding::Wrong
        | VectorStanding::Broken => "",
    };
    let ids = || {
        let named = members.iter().take(NAMED).map(|member| record.vectors[member.vector].id.clone());
        let more = (members.len() > NAMED).then(|| format!("and {} more", members.len() - NAMED));
        named.chain(more).collect::<Vec<_>>().join("\n")
    };
    let ids = standing.is_red().then(ids);
    let why = format!("{known}{count}: {cause}");
    let mut shared = case(class, &name, status(standing), &why, ids.as_deref());
    shared.set_assertions(members.len());
    shared
}
