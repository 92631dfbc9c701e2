//! The failures of a test program by cause: one is shown in full, the others are counted.

use crate::cause::Cause;
use crate::shown::thousands;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Collects failures from all test threads.
#[derive(Default)]
pub(super) struct FailureLog {
    /// By decoder and cause.
    failures: Mutex<BTreeMap<(String, Cause), LoggedCause>>,
}

/// The failures of one decoder for one cause.
struct LoggedCause {
    tests: usize,
    /// The shortest input's length in bytes, and its test; the first in the alphabet of several.
    shortest: (usize, String),
    /// What to show of it.
    message: String,
}

impl FailureLog {
    /// Takes a failed test `name` of `decoder`, with an input of `len` bytes and its `message`.
    pub(super) fn push(&self, decoder: &str, cause: Cause, (name, len): (&str, usize), message: &str) {
        let key = (len, name.to_owned());
        let mut failures = self.lock();
        let logged = failures.entry((decoder.to_owned(), cause)).or_insert_with(|| LoggedCause {
            tests: 0,
            shortest: key.clone(),
            message: message.to_owned(),
        });
        logged.tests += 1;
        if key < logged.shortest {
            logged.shortest = key;
            message.clone_into(&mut logged.message);
        }
    }

    /// A panic in another test thread leaves whole entries.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(String, Cause), LoggedCause>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for FailureLog {
    /// For each decoder and cause how many tests fail, what the cause means, and the failure with the shortest input; nothing
    /// where no test failed.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for ((decoder, cause), logged) in &*self.lock() {
            let of_decoder = if decoder.is_empty() { String::new() } else { format!(" of {decoder}") };
            let tests = thousands(logged.tests as u64, ',');
            let noun = if logged.tests == 1 { "test fails" } else { "tests fail" };
            let _ = writeln!(text, "\n{cause}: {tests} {noun}{of_decoder}. {}", cause.page().says);
            for line in logged.message.lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
        formatter.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::FailureLog;
    use crate::cause::Cause;

    #[test]
    fn the_shortest_input_of_a_cause_is_shown_whatever_the_order() {
        let tests = [("b", 3), ("c", 2), ("a", 2)];
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let failure_log = FailureLog::default();
            for number in order {
                let (name, len) = tests[number];
                failure_log.push("mine", Cause::AcceptsSurrogate, (name, len), &format!("FAIL {name}"));
            }
            let text = failure_log.to_string();
            assert!(text.contains("accepts-surrogate: 3 tests fail of mine."), "{text}");
            assert!(text.contains("  FAIL a\n") && !text.contains("FAIL b"), "{text}");
        }
        assert_eq!(FailureLog::default().to_string(), "");
    }
}
