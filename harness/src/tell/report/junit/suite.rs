//! Suites that are no decoder's: of the run as a whole, of adapters that could not be asked, of the other kinds.

use crate::record::run_record::{AdapterNote, ExitReason, PeerRecord, RunRecord};
use crate::tell::report::junit::text::line;
use crate::tell::report::terminal::counted;
use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};

/// What is wrong with the run as a whole; nothing where nothing is.
pub(super) fn of_run(record: &RunRecord) -> Option<TestSuite> {
    let mut cases = Vec::new();
    if !record.footer.complete {
        cases.push(("complete", "interrupted: not everything was asked"));
    }
    if record.footer.exit_codes.contains(&ExitReason::NothingJudged.code()) {
        cases.push(("judged", "nothing was judged: no decoder answered any case"));
    }
    if cases.is_empty() {
        return None;
    }
    let mut suite = TestSuite::new("illformed");
    suite.add_test_cases(cases.into_iter().map(|(name, why)| {
        case("illformed", name, TestCaseStatus::non_success(NonSuccessKind::Error), why, None)
    }));
    Some(suite)
}

/// An adapter whose decoders are not on the machine.
pub(super) fn of_absent(AdapterNote { adapter, why }: &AdapterNote) -> TestSuite {
    of_adapter(adapter, TestCaseStatus::skipped(), &format!("absent: {why}"))
}

/// An adapter that does not speak the protocol.
pub(super) fn of_broken(AdapterNote { adapter, why }: &AdapterNote) -> TestSuite {
    of_adapter(adapter, TestCaseStatus::non_success(NonSuccessKind::Error), &format!("broken: {why}"))
}

fn of_adapter(adapter: &str, status: TestCaseStatus, why: &str) -> TestSuite {
    let mut suite = TestSuite::new(line(adapter));
    suite.add_test_case(case(adapter, "adapter", status, why, None));
    suite
}

/// Why what is wrong with somebody's decoder is no failure.
pub(super) const SURVEYED: &str = "surveyed: what it fails does not make the run fail";

/// An encoder, detector or reader of labels: what it got wrong, and how much it got right.
pub(super) fn of_peer(record: &RunRecord, peer: &PeerRecord) -> TestSuite {
    let mut suite = TestSuite::new(line(&format!("{} {}", peer.kind, peer.name)));
    suite.add_property(Property::new("implementation", line(&peer.implementation)));
    suite.add_property(Property::new("api", line(&peer.api)));
    let class = format!("{}.{}", peer.kind, peer.name.replace('/', "."));
    let counts = record.counts(&peer.implementation);
    suite.add_test_cases(peer.findings.iter().map(|finding| {
        if counts {
            let failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
            case(&class, &finding.vector, failure, &finding.detail, None)
        } else {
            let why = format!("{SURVEYED}: {}", finding.detail);
            case(&class, &finding.vector, TestCaseStatus::skipped(), &why, None)
        }
    }));
    if peer.passed > 0 {
        let mut passed = TestCase::new(counted(peer.passed, "other vector"), TestCaseStatus::success());
        passed.set_classname(line(&class)).set_assertions(peer.passed);
        suite.add_test_case(passed);
    }
    suite
}

/// A test case that did not pass, with why, and in full if there is more to say.
pub(super) fn case(
    class: &str,
    name: &str,
    mut status: TestCaseStatus,
    why: &str,
    in_full: Option<&str>,
) -> TestCase {
    status.set_message(line(why));
    if let Some(in_full) = in_full {
        status.set_description(in_full);
    }
    let mut case = TestCase::new(line(name), status);
    case.set_classname(line(class));
    case
}
