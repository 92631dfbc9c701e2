//! Which cases a test asks.

use crate::case::{Case, CaseId, Plan};
use crate::complete::{COMPLETE_GROUP, default_part, default_suite};

/// A test: a vector with the cases that are derived from it, or all of the complete suite.
#[derive(Debug, Clone, Copy)]
pub(super) struct VectorTest {
    /// The id of the vector, or the group of the complete suite.
    pub(super) name: &'static str,
    /// The number of its first case in the plan.
    pub(super) first: usize,
    /// At least one.
    pub(super) cases: &'static [Case<'static>],
}

/// What is asked, which lives as long as the program: all that a usual run asks, or what the test called `only` asks.
/// cargo-nextest starts a process for each test, and most of the time of a process goes into reading the suite.
pub(super) fn plan(only: Option<&str>) -> &'static Plan<'static> {
    let plan = match only {
        None => Plan::everything(default_suite()),
        Some(name) => {
            let group = name.split('/').next().unwrap_or_default();
            let suite = Box::leak(Box::new(default_part(|other| other == group)));
            Plan::selected(suite, |id| test_name(id) == name)
        }
    };
    Box::leak(Box::new(plan))
}

/// The tests of `plan`, in its order.
pub(super) fn vector_tests(plan: &'static Plan<'static>) -> Vec<VectorTest> {
    let mut first = 0;
    let cases_of_tests = plan.cases.chunk_by(|one, next| test_name(&one.id) == test_name(&next.id));
    let tests = cases_of_tests.map(|cases| {
        let name = cases.first().map_or("", |case| test_name(&case.id));
        let test = VectorTest { name, first, cases };
        first += cases.len();
        test
    });
    tests.collect()
}

/// The name of the test that asks a case.
pub(super) fn test_name(id: &CaseId) -> &str {
    if id.vector.group() == COMPLETE_GROUP { COMPLETE_GROUP } else { id.vector.as_str() }
}
