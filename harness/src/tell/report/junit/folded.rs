//! Vectors of a group that came to the same, as one test case with a count.

use crate::record::run_record::RunRecord;
use crate::tell::report::decoder_summary::{VectorStanding, VectorSummary};
use crate::tell::report::junit::suite::case;
use crate::tell::report::terminal::counted;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};

/// How many ids of failing vectors a test case names.
const NAMED: usize = 20;

/// Test cases for those vectors of the group of that name that have none of their own.
pub(super) fn cases(
    record: &RunRecord,
    class: &str,
    group: &str,
    vectors: &[&VectorSummary<'_>],
) -> Vec<TestCase> {
    let mut alike: Vec<Vec<&VectorSummary<'_>>> = Vec::new();
    for vector in vectors {
        match alike.iter_mut().find(|members| came_to_the_same(members[0], vector)) {
            Some(members) => members.push(vector),
            None => alike.push(vec![vector]),
        }
    }
    alike.iter().map(|members| shared(record, class, group, members)).collect()
}

/// Whether both stand alike, and for the same cause.
fn came_to_the_same(one: &VectorSummary<'_>, other: &VectorSummary<'_>) -> bool {
    one.standing == other.standing && (one.standing == VectorStanding::Right || one.cause() == other.cause())
}

/// The test case of `members`, of which there is at least one.
fn shared(record: &RunRecord, class: &str, group: &str, members: &[&VectorSummary<'_>]) -> TestCase {
    let (standing, cause) = (members[0].standing, members[0].cause());
    let count = counted(members.len(), "vector");
    // Names say no count: a server knows a test by its name from one run to the next.
    let (name, status) = match standing {
        VectorStanding::Right => (format!("{group}: right"), TestCaseStatus::success()),
        VectorStanding::NotJudged => (format!("{group}: not judged: {cause}"), TestCaseStatus::skipped()),
        VectorStanding::Known => (format!("{group}: known: {cause}"), TestCaseStatus::skipped()),
        VectorStanding::Stale | VectorStanding::Wrong => {
            (format!("{group}: also: {cause}"), TestCaseStatus::non_success(NonSuccessKind::Failure))
        }
        VectorStanding::Broken => {
            (format!("{group}: also: {cause}"), TestCaseStatus::non_success(NonSuccessKind::Error))
        }
    };
    let known = if standing == VectorStanding::Known { "known: " } else { "" };
    let ids = standing.is_red().then(|| ids(record, members));
    let mut test_case = case(class, &name, status, &format!("{known}{count}: {cause}"), ids.as_deref());
    test_case.set_assertions(members.len());
    test_case
}

/// The ids, one a line, as many as are named.
fn ids(record: &RunRecord, members: &[&VectorSummary<'_>]) -> String {
    let named = members.iter().take(NAMED).map(|member| record.vectors[member.vector].id.as_str());
    let mut lines: Vec<String> = named.map(str::to_owned).collect();
    if members.len() > NAMED {
        lines.push(format!("and {} more", members.len() - NAMED));
    }
    lines.join("\n")
}
