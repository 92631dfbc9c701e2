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

/// The tests, in the order of the plan, which lives as long as the program: all that a usual run asks, or the one of that name.
/// A case has a name, too, by which it is asked alone. cargo-nextest starts a process for each test, and most of the time of a process
/// goes into reading the suite.
pub(super) fn plan_and_tests(only: Option<&str>) -> (&'static Plan<'static>, Vec<VectorTest>) {
    let plan = match only {
        None => Plan::everything(default_suite()),
        Some(name) => {
            let group = name.split('/').next().unwrap_or_default();
            let suite = Box::leak(Box::new(default_part(|other| other == group)));
            Plan::selected(suite, |id| test_name(id) == name || id.to_string() == name)
        }
    };
    let plan: &'static Plan<'static> = Box::leak(Box::new(plan));
    let of_one = |name: &str| match plan.cases.as_slice() {
        [case] if test_name(&case.id) != name => Some(&*name.to_owned().leak()),
        _ => None,
    };
    let alone = only.and_then(of_one);
    let mut first = 0;
    let cases_of_tests = plan.cases.chunk_by(|one, next| test_name(&one.id) == test_name(&next.id));
    let tests = cases_of_tests.map(|cases| {
        let name = cases.first().map_or("", |case| test_name(&case.id));
        let test = VectorTest { name: alone.unwrap_or(name), first, cases };
        first += cases.len();
        test
    });
    let tests = tests.collect();
    (plan, tests)
}

/// The name of the test that asks a case.
pub(super) fn test_name(id: &CaseId) -> &str {
    if id.vector.group() == COMPLETE_GROUP { COMPLETE_GROUP } else { id.vector.as_str() }
}
