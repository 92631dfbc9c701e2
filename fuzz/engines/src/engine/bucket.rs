//! Which failing inputs of a target show the same fault.

use crate::engine::failure::{Failure, FailureKind};
use crate::engine::record::TargetFinding;
use illformed::search::black_box::{holds, same_fault, size};
use illformed_codec::{ErrorKind, Event};
use illformed_fuzz::property::Seeds;
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::Input;

/// An input that fails and cannot be shrunk any more.
#[derive(Debug, Clone)]
pub(crate) struct Minimal {
    pub(crate) failure: Failure,
    pub(crate) bytes: Vec<u8>,
    /// How it is reported, if it is what the finding is named after.
    pub(crate) finding: TargetFinding,
}

/// The findings of one target: one bucket for each fault, with all the ways in which it shows.
#[derive(Debug)]
pub(crate) struct TargetBuckets {
    seeds: Seeds,
    buckets: Vec<Vec<Minimal>>,
}

impl TargetBuckets {
    pub(crate) fn new(seeds: Seeds) -> Self {
        Self { seeds, buckets: Vec::new() }
    }

    /// Puts an input that fails so down to a known fault, if it holds the bytes of one that fails alike; says whether.
    pub(crate) fn explain(
        &mut self,
        failure: &Failure,
        bytes: &[u8],
        count: impl FnOnce(&mut TargetFinding),
    ) -> bool {
        let input = Input::Bytes(bytes.to_vec());
        let alike = |minimal: &&mut Minimal| {
            minimal.failure.kind == failure.kind
                && minimal.failure.class == failure.class
                && holds(&input, &Input::Bytes(minimal.bytes.clone()))
        };
        let known = self.buckets.iter_mut().flatten().find(alike);
        known.map(|minimal| count(&mut minimal.finding)).is_some()
    }

    /// Adds what cannot be shrunk any more.
    pub(crate) fn add(&mut self, new: Minimal) {
        let seeds = self.seeds;
        let bucket =
            self.buckets.iter_mut().find(|bucket| bucket.iter().any(|known| is_same(seeds, known, &new)));
        match bucket {
            Some(bucket) => bucket.push(new),
            None => self.buckets.push(vec![new]),
        }
    }

    /// A finding for each fault, named after the smallest input that shows it.
    pub(crate) fn into_findings(self) -> Vec<TargetFinding> {
        let finding = |mut bucket: Vec<Minimal>| {
            bucket.sort_by_cached_key(|minimal| size(&Input::Bytes(minimal.bytes.clone())));
            let mut all = bucket.into_iter();
            let Minimal { failure, mut finding, .. } = all.next()?;
            for other in all {
                if other.failure.class != failure.class && !finding.also.contains(&other.failure.class) {
                    finding.also.push(other.failure.class);
                }
                finding.take_in(other.finding);
            }
            Some(finding)
        };
        self.buckets.into_iter().filter_map(finding).collect()
    }
}

/// Whether two inputs of which no smaller ones fail show the same fault: the black box's rule, by the bytes; or they fail
/// in the same way, and the bytes, where they are to be decoded, have the same shape.
fn is_same(seeds: Seeds, one: &Minimal, other: &Minimal) -> bool {
    let kinds = (one.failure.kind, other.failure.kind);
    let alike = kinds.0 == kinds.1 && one.failure.class == other.failure.class;
    match kinds {
        (FailureKind::Panic, FailureKind::Panic) => {
            let shapes = || (shape(&one.bytes), shape(&other.bytes));
            let same_shape = || matches!(shapes(), (Some(one), Some(other)) if one == other);
            let input = |minimal: &Minimal| Input::Bytes(minimal.bytes.clone());
            match seeds {
                Seeds::Bytes => same_fault(&input(one), &input(other)) || alike && same_shape(),
                // The words say where a reader failed; its bytes are anything.
                Seeds::Text | Seeds::Calls => alike,
            }
        }
        // Of these no more is known than how they ended.
        _ => alike,
    }
}

/// What the bytes are made of: an event's error kind, or the length of its character. `None` where there is no error, since
/// then the code itself matters.
fn shape(bytes: &[u8]) -> Option<Vec<Result<usize, ErrorKind>>> {
    let events = events(bytes, Limits::RFC3629);
    let piece = |event: &Event| event.error_kind().map_or(Ok(event.len()), Err);
    let shape: Vec<_> = events.iter().map(piece).collect();
    shape.iter().any(Result::is_err).then_some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal(bytes: &[u8], class: &str) -> Minimal {
        let failure = Failure::other(FailureKind::Panic, class);
        let finding =
            TargetFinding { input: const_hex::encode(bytes), artifacts: 1, ..TargetFinding::default() };
        Minimal { failure, bytes: bytes.to_vec(), finding }
    }

    fn findings(seeds: Seeds, all: &[(&[u8], &str)]) -> Vec<(String, u64)> {
        let mut buckets = TargetBuckets::new(seeds);
        for (bytes, class) in all {
            let minimal = minimal(bytes, class);
            if !buckets.explain(&minimal.failure, bytes, |finding| finding.artifacts += 1) {
                buckets.add(minimal);
            }
        }
        let findings = buckets.into_findings();
        findings.into_iter().map(|finding| (finding.input, finding.artifacts)).collect()
    }

    #[test]
    fn inputs_of_one_shape_that_fail_alike_are_one_finding() {
        let accepts = "m accepts what is ill-formed";
        for all in [
            [&b"\xC0\x80"[..], b"\xC1\xBF", b"\xC1\x80"],
            [b"\xED\xA0\x80", b"\xED\xBF\xBF", b"A\xED\xA0\x80"],
            [b"\xF5\x80\x80\x80", b"\xF4\x90\x80\x80", b"\xF7\xBF\xBF\xBF"],
        ] {
            let found = findings(Seeds::Bytes, &all.map(|bytes| (bytes, accepts)));
            assert_eq!(found, [(const_hex::encode(all[0]), 3)]);
        }
    }

    #[test]
    fn other_shapes_and_other_characters_are_other_findings() {
        let accepts = "m accepts what is ill-formed";
        let rejects = "m rejects what is well-formed";
        let found = findings(
            Seeds::Bytes,
            &[
                (b"\xC0\x80", accepts),
                (b"\xED\xA0\x80", accepts),
                (b"\xE0\x80\x80", accepts),
                (b"\xEF\xBB\xBF", rejects),
                (b"\xEF\xBF\xBE", rejects),
            ],
        );
        assert_eq!(found.len(), 5, "{found:?}");
    }

    #[test]
    fn one_fault_that_two_decoders_show_is_one_finding_and_says_so() {
        let mut buckets = TargetBuckets::new(Seeds::Bytes);
        buckets.add(minimal(b"\xC0\x80", "std has None"));
        buckets.add(minimal(b"\xC0\x80", "bstr has None"));
        let [finding] = &buckets.into_findings()[..] else { panic!("one fault") };
        assert_eq!((finding.artifacts, &finding.also[..]), (2, &["bstr has None".to_owned()][..]));
    }

    #[test]
    fn text_is_sorted_by_how_its_reader_fails() {
        let all: [(&[u8], &str); 3] = [(b"{\"a\":1}", "refused"), (b"[]", "refused"), (b"[]x", "read twice")];
        let found = findings(Seeds::Text, &all);
        assert_eq!(found, [("5b5d".to_owned(), 2), ("5b5d78".to_owned(), 1)]);
    }

    #[test]
    fn what_only_ends_is_sorted_by_how_it_ends() {
        let timeout = |bytes: &[u8]| Minimal {
            failure: Failure::other(FailureKind::Timeout, "no end within the limit"),
            ..minimal(bytes, "")
        };
        let mut buckets = TargetBuckets::new(Seeds::Bytes);
        buckets.add(timeout(b"A"));
        buckets.add(timeout(b"\xFF\xFF"));
        buckets.add(minimal(b"\xFF\xFF", "panic"));
        assert_eq!(buckets.into_findings().len(), 2);
    }
}
