//! Which failing inputs show the same fault, in one target and in several.

use crate::engine::failure::{Failure, FailureKind, without_profile};
use crate::engine::meaning::meanings;
use crate::engine::record::TargetFinding;
use illformed::search::black_box::{holds, same_fault, size};
use illformed_codec::{ErrorKind, Event, Profile};
use illformed_fuzz::property::{ALL, CallScript, Property, Seeds};
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_vectors::{Call, Input};

/// An input that fails and cannot be shrunk any more.
#[derive(Debug, Clone)]
pub(crate) struct Minimal {
    pub(crate) property: Property,
    pub(crate) failure: Failure,
    pub(crate) bytes: Vec<u8>,
    /// How it is reported, if it is what the finding is named after.
    pub(crate) finding: TargetFinding,
}

/// The findings: one bucket for each fault, with all the ways in which it shows.
#[derive(Debug, Default)]
pub(crate) struct Buckets(Vec<Vec<Minimal>>);

impl Buckets {
    /// Puts an input that fails so down to a known fault, if it holds the bytes of one that fails alike; says whether. All
    /// are of one target.
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
        let known = self.0.iter_mut().flatten().find(alike);
        known.map(|minimal| count(&mut minimal.finding)).is_some()
    }

    /// Adds what cannot be shrunk any more. What it shows together with several buckets is one fault in all of them.
    pub(crate) fn add(&mut self, new: Minimal) {
        let same = |bucket: &mut Vec<Minimal>| bucket.iter().any(|known| is_same(known, &new));
        let mut merged: Vec<Minimal> = self.0.extract_if(.., same).flatten().collect();
        merged.push(new);
        self.0.push(merged);
    }

    /// Adds what another target shows.
    pub(crate) fn take_in(&mut self, other: Self) {
        other.0.into_iter().flatten().for_each(|minimal| self.add(minimal));
    }

    /// How many faults `engine` shows.
    pub(crate) fn of_engine(&self, engine: &str) -> usize {
        let shows = |minimal: &Minimal| minimal.finding.engines.iter().any(|name| name == engine);
        self.0.iter().filter(|bucket| bucket.iter().any(shows)).count()
    }

    /// A finding for each fault, by target, named after the smallest input of the first target that shows it.
    pub(crate) fn into_findings(self) -> Vec<TargetFinding> {
        let place = |minimal: &Minimal| {
            let place = ALL.iter().position(|property| property.name == minimal.property.name);
            (place.unwrap_or(ALL.len()), size(&Input::Bytes(minimal.bytes.clone())))
        };
        let mut buckets = self.0;
        for bucket in &mut buckets {
            bucket.sort_by_cached_key(place);
        }
        buckets.sort_by_cached_key(|bucket| bucket.first().map(place));
        buckets.into_iter().filter_map(in_one).collect()
    }
}

/// The finding that is named after the first of `bucket`.
fn in_one(bucket: Vec<Minimal>) -> Option<TargetFinding> {
    let mut all = bucket.into_iter();
    let Minimal { property, failure, mut finding, .. } = all.next()?;
    let add = |names: &mut Vec<String>, name: String| {
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for other in all {
        if other.property.name != property.name {
            finding.artifacts += other.finding.artifacts;
            add(&mut finding.also_seen_by, other.property.name.to_owned());
            continue;
        }
        if other.failure.class != failure.class {
            add(&mut finding.also, other.failure.class);
        }
        finding.take_in(other.finding);
    }
    Some(finding)
}

/// Whether two inputs of which no smaller ones fail show the same fault: the black box's rule, by what is decoded; or they
/// fail in the same way, and the bytes or calls, where they are to be decoded, have the same shape.
fn is_same(one: &Minimal, other: &Minimal) -> bool {
    let is_one_target = one.property.name == other.property.name;
    let alike = one.failure.kind == other.failure.kind && one.failure.class == other.failure.class;
    if [one, other].iter().any(|minimal| minimal.failure.kind != FailureKind::Panic) {
        // Of these no more is known than how they ended.
        return is_one_target && alike;
    }
    // Words say where a reader failed, and its bytes are anything; of numbers it is not known which of them failed.
    let by_words = one.property.seeds == Seeds::Text || encodes(one);
    let same_words = alike && (is_one_target && by_words || one.failure.class.starts_with("panic at "));
    same_words || same_meaning(one, other) || alike && !by_words && same_shape(one, other)
}

fn encodes(minimal: &Minimal) -> bool {
    minimal.property.name == "encode_round_trips"
}

/// Whether one text or script that the one stands for shows the fault of one that the other does.
fn same_meaning(one: &Minimal, other: &Minimal) -> bool {
    let meanings = |minimal: &Minimal| {
        let (profile, _) = without_profile(&minimal.failure.what);
        meanings(&minimal.property, &minimal.bytes, profile)
    };
    // Which of its readings failed is not known of numbers; what only holds another proves nothing then.
    let exact = encodes(one) || encodes(other);
    let others = meanings(other);
    meanings(one)
        .iter()
        .any(|one| others.iter().any(|other| if exact { one == other } else { same_fault(one, other) }))
}

fn same_shape(one: &Minimal, other: &Minimal) -> bool {
    matches!((shape(one), shape(other)), (Some(one), Some(other)) if one == other)
}

/// What an input is made of.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// A character of that length.
    Code(usize),
    Error(ErrorKind),
    /// A call that feeds: nothing, a part of a character, or anything else.
    Feed {
        is_empty: bool,
        is_part: bool,
    },
    Finish,
    Reset,
}

/// What the bytes are made of under the profile that failed, or the calls. `None` where there is neither a call nor an error,
/// since then the code itself matters.
fn shape(minimal: &Minimal) -> Option<Vec<Piece>> {
    if minimal.property.seeds == Seeds::Calls {
        let CallScript { profile, calls } = CallScript::read(&minimal.bytes);
        let piece = |call: &Call| match call {
            Call::Feed(fed) => {
                let last = events(fed, Limits::of(profile)).last().and_then(Event::error_kind);
                Piece::Feed { is_empty: fed.is_empty(), is_part: last == Some(ErrorKind::Incomplete) }
            }
            Call::Finish => Piece::Finish,
            Call::Reset => Piece::Reset,
        };
        return Some(calls.iter().map(piece).collect());
    }
    let profile = without_profile(&minimal.failure.what).0.unwrap_or(Profile::Rfc3629);
    let events = events(&minimal.bytes, Limits::of(profile));
    let piece = |event: &Event| event.error_kind().map_or(Piece::Code(event.len()), Piece::Error);
    let has_error = events.iter().any(|event| event.error_kind().is_some());
    has_error.then(|| events.iter().map(piece).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal(bytes: &[u8], what: &str) -> Minimal {
        of("decoders_agree", bytes, what)
    }

    fn of(property: &str, bytes: &[u8], what: &str) -> Minimal {
        let property = Property::named(property).expect("there is one");
        let failure = Failure::other(FailureKind::Panic, what);
        let finding =
            TargetFinding { input: const_hex::encode(bytes), artifacts: 1, ..TargetFinding::default() };
        Minimal { property, failure, bytes: bytes.to_vec(), finding }
    }

    fn findings(property: &str, all: &[(&[u8], &str)]) -> Vec<(String, u64)> {
        let mut buckets = Buckets::default();
        for (bytes, what) in all {
            let minimal = of(property, bytes, what);
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
            let found = findings("decoders_agree", &all.map(|bytes| (bytes, accepts)));
            assert_eq!(found, [(const_hex::encode(all[0]), 3)]);
        }
    }

    #[test]
    fn other_shapes_and_other_characters_are_other_findings() {
        let accepts = "m accepts what is ill-formed";
        let rejects = "m rejects what is well-formed";
        let found = findings(
            "decoders_agree",
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
        let mut buckets = Buckets::default();
        buckets.add(minimal(b"\xC0\x80", "std has None"));
        buckets.add(minimal(b"\xC0\x80", "bstr has None"));
        let [finding] = &buckets.into_findings()[..] else { panic!("one fault") };
        assert_eq!((finding.artifacts, &finding.also[..]), (2, &["bstr has None".to_owned()][..]));
    }

    /// What a target, or several, say of one fault.
    fn of_all(all: &[(&str, &[u8], &str)]) -> Vec<TargetFinding> {
        let mut buckets = Buckets::default();
        for (property, bytes, what) in all {
            let mut own = Buckets::default();
            own.add(of(property, bytes, what));
            buckets.take_in(own);
        }
        buckets.into_findings()
    }

    #[test]
    fn one_fault_of_several_targets_is_one_finding_and_says_so() {
        let emoji = "event 0: codec has Code { value: 128513, at: 0, len: 4 }, std has other";
        let found = of_all(&[
            ("decoders_agree", b"\xF0\x9F\x98\x80", emoji),
            ("dialects_match_oracles", b"\xED\xA0\xBD\xED\xB8\x80", "cesu8: the codec has other"),
            ("chunks_equal_whole", b"\xF0\x9F\x98\x80\x04", "cesu8: in chunks it is another"),
            ("encode_round_trips", b"\x00\x01\xF6\x00", "rfc2279: 1F600 is encoded as [F0, 9F, 98, 80]"),
            ("encode_round_trips", b"\x3D\xD8\x00\xDE", "unit 1: there and back has 1, UTF-16 has 2"),
            (
                "call_scripts_follow_the_model",
                b"\x00\x03\x04\xF0\x9F\x98\x80",
                "rfc3629: other events in call 0",
            ),
        ]);
        let [finding] = &found[..] else { panic!("{found:#?}") };
        let others = [
            "dialects_match_oracles",
            "chunks_equal_whole",
            "encode_round_trips",
            "call_scripts_follow_the_model",
        ];
        assert_eq!(
            (&*finding.input, &finding.also_seen_by[..], finding.artifacts),
            ("f09f9880", &others.map(str::to_owned)[..], 6)
        );
    }

    #[test]
    fn one_fault_of_a_stream_is_one_finding_whatever_is_fed_under_which_profile() {
        let found = of_all(&[
            (
                "call_scripts_follow_the_model",
                b"\0\x03\x01\xC2\x01\x03\x01A",
                "rfc3629: other events in call 2",
            ),
            (
                "call_scripts_follow_the_model",
                b"\x01\x03\x01\xF8\x01\x03\x01A",
                "rfc2279: other events in call 2",
            ),
            (
                "call_scripts_follow_the_model",
                b"\x04\x03\x01\xE1\x01\x03\x01\x80",
                "mutf8: other events in call 2",
            ),
        ]);
        assert_eq!(found.len(), 1, "{found:#?}");
    }

    #[test]
    fn one_fault_under_several_profiles_is_one_finding() {
        let found = of_all(&[
            (
                "dialects_match_oracles",
                b"\xC2",
                "rfc3629: first error 0: validate has nothing, events has (0, Incomplete)",
            ),
            (
                "dialects_match_oracles",
                b"\xF5",
                "rfc2279: first error 0: validate has nothing, events has (0, Incomplete)",
            ),
            (
                "dialects_match_oracles",
                b"\xC0",
                "mutf8: first error 0: validate has nothing, events has (0, Incomplete)",
            ),
        ]);
        assert_eq!(found.len(), 1, "{found:#?}");
    }

    #[test]
    fn faults_of_other_characters_or_calls_stay_apart() {
        let found = of_all(&[
            ("decoders_agree", b"\xF0\x9F\x98\x80", "the codec has other"),
            ("chunks_equal_whole", b"\xF5\x41", "rfc3629: in chunks it is another"),
            ("encode_round_trips", b"\x00\x00\x00\xC2", "rfc3629: C2 is encoded as None"),
            (
                "call_scripts_follow_the_model",
                b"\x00\x03\x01\xC2\x01\x03\x01A",
                "rfc3629: other events in call 2",
            ),
            (
                "call_scripts_follow_the_model",
                b"\x00\x03\x01A\x00\x03\x01A",
                "rfc3629: other offsets in call 2",
            ),
        ]);
        assert_eq!(found.len(), 5, "{found:#?}");
    }

    #[test]
    fn what_shows_the_fault_of_two_buckets_makes_them_one() {
        let found =
            findings("decoders_agree", &[(b"\xF5\x80", "one"), (b"\xF5\x41", "two"), (b"\xF5", "three")]);
        assert_eq!(found, [("f5".to_owned(), 3)]);
    }

    #[test]
    fn text_is_sorted_by_how_its_reader_fails() {
        let all: [(&[u8], &str); 3] = [(b"{\"a\":1}", "refused"), (b"[]", "refused"), (b"[]x", "read twice")];
        let found = findings("labels_agree", &all);
        assert_eq!(found, [("5b5d".to_owned(), 2), ("5b5d78".to_owned(), 1)]);
    }

    #[test]
    fn what_only_ends_is_sorted_by_how_it_ends() {
        let timeout = |bytes: &[u8]| Minimal {
            failure: Failure::other(FailureKind::Timeout, "no end within the limit"),
            ..minimal(bytes, "")
        };
        let mut buckets = Buckets::default();
        buckets.add(timeout(b"A"));
        buckets.add(timeout(b"\xFF\xFF"));
        buckets.add(minimal(b"\xFF\xFF", "panic"));
        assert_eq!(buckets.into_findings().len(), 2);
    }
}
