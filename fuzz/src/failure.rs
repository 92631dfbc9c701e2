//! How a property does not hold.

use crate::property::Property;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fmt;
use std::panic;
use std::sync::Once;

/// What a line begins with that has a failure in it.
const MARKER: &str = "illformed-failure: ";

/// The longest detail, in characters.
const LONGEST_DETAIL: usize = 300;

/// How a property does not hold for some bytes. All but `detail` is the same for every input that shows the fault.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PropertyFailure {
    /// The name of the property; empty until [`Property`] fills it in.
    pub property: String,
    /// The decoder or the reader that differs.
    pub subject: String,
    /// What of it differs.
    pub differs: String,
    /// Where, and what was found there.
    pub detail: String,
}

impl PropertyFailure {
    pub fn new(subject: impl Into<String>, differs: impl Into<String>, detail: impl AsRef<str>) -> Self {
        let detail = detail.as_ref().chars().take(LONGEST_DETAIL).collect();
        Self { property: String::new(), subject: subject.into(), differs: differs.into(), detail }
    }

    /// The same, of the property of this name.
    #[must_use]
    pub fn of(self, property: &str) -> Self {
        Self { property: property.to_owned(), ..self }
    }

    /// The same, with where it is before the detail.
    #[must_use]
    pub fn within(self, place: impl fmt::Display) -> Self {
        Self { detail: format!("{place}: {}", self.detail), ..self }
    }

    /// What two failures of one fault have in common.
    pub fn bucket(&self) -> (&str, &str, &str) {
        (&self.property, &self.subject, &self.differs)
    }

    pub fn title(&self) -> String {
        format!("{}: {}: {}", self.property, self.subject, self.differs)
    }

    /// The failure in a line of output, if there is one.
    pub fn in_line(line: &str) -> Option<Self> {
        serde_json::from_str(line.split_once(MARKER)?.1).ok()
    }
}

/// One line, which [`PropertyFailure::in_line`] reads.
impl fmt::Display for PropertyFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        write!(formatter, "{MARKER}{json}")
    }
}

thread_local! {
    /// While this thread checks a property, its panics; otherwise panics are shown as ever.
    static PANICS: RefCell<Option<Vec<PropertyFailure>>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

impl Property {
    /// How the property does not hold for `bytes`, if it does not; a panic counts, and is not shown.
    pub fn outcome(&self, bytes: &[u8]) -> Result<(), PropertyFailure> {
        HOOK.call_once(|| {
            let shown = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                PANICS.with_borrow_mut(|panics| match panics {
                    // The place of a panic is what differs.
                    Some(panics) => {
                        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
                        let message = info.payload_as_str().unwrap_or("without a message");
                        panics.push(PropertyFailure::new(
                            "panic",
                            place.unwrap_or("nowhere".to_owned()),
                            message,
                        ));
                    }
                    None => shown(info),
                });
            }));
        });
        PANICS.set(Some(Vec::new()));
        let outcome = panic::catch_unwind(|| (self.check)(bytes));
        let first = PANICS.take().into_iter().flatten().next();
        let unknown = || PropertyFailure::new("panic", "nowhere", "without a message");
        let outcome = outcome.unwrap_or_else(|_| Err(first.unwrap_or_else(unknown)));
        outcome.map_err(|failure| failure.of(self.name))
    }
}

/// Ends in a panic that has the failure as one line, unless the property `property` holds: that is how an engine sees it.
///
/// # Panics
///
/// If `outcome` is a failure.
pub fn must_hold(property: &str, outcome: Result<(), PropertyFailure>) {
    if let Err(failure) = outcome {
        // A panic's message is on a line of its own.
        panic!("{}", failure.of(property));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Seeds;

    #[test]
    fn a_failure_is_one_line_and_is_read_from_it_whatever_its_words_are() {
        let failure = PropertyFailure::new("std", "the \"first\"\nerror", "at 3\n").of("decoders_agree");
        let line = failure.to_string();
        assert_eq!(line.lines().count(), 1);
        assert_eq!(PropertyFailure::in_line(&format!("thread: {line}")), Some(failure));
        assert_eq!(PropertyFailure::in_line("illformed-failure: {"), None);
        assert_eq!(PropertyFailure::in_line("ERROR: libFuzzer: deadly signal"), None);
    }

    #[test]
    fn a_panic_is_a_failure_that_is_known_by_its_place() {
        let refuses = Property::new("refuses_ff", Seeds::Bytes, |bytes| {
            assert!(!bytes.contains(&0xFF), "byte {} is FF", bytes.len());
            Ok(())
        });
        assert_eq!(refuses.outcome(b"A"), Ok(()));
        let [one, other] = [&b"\xFF"[..], b"A\xFF"].map(|bytes| refuses.outcome(bytes).unwrap_err());
        assert_eq!(one.bucket(), other.bucket());
        assert!(one.differs.contains("failure.rs:") && one.detail == "byte 1 is FF", "{one:?}");
    }
}
