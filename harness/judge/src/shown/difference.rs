//! Where what a decoder gave begins to differ from what was expected: the rest of a long text tells a reader nothing.

use crate::judge::{Judgement, Response, Verdict};
use crate::observation::{Character, Text};
use crate::shown::excerpt::excerpts;
use crate::shown::thousands;
use serde::{Deserialize, Serialize};
use std::iter;
use std::mem::discriminant;

/// How many characters of an observation are shown in full.
const SHOWN: usize = 64;

/// How many hex digits of a text are shown before the difference, and from there on.
const DIGITS: (usize, usize) = (16, 32);

/// What was expected and observed around the first difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surroundings {
    /// What was expected, in the words of an observation, with `…` for what is cut.
    pub expected: String,
    /// What was observed.
    pub observed: String,
}

/// What is wrong with an answer, in words. Of more than 2,048 characters the middle is left out, but for what is around the
/// first difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureWords {
    /// What is wrong, with the numbers; where the texts differ, also what is the first that does.
    pub detail: String,
    /// What is expected instead, in the notation of an observation; `None` where no answer is looked at.
    pub expected: Option<String>,
    /// What came, likewise; empty if it is not known.
    pub observed: String,
    /// What was expected and observed around the first difference, if there is one and the whole is too long to be shown.
    pub around: Option<Surroundings>,
}

impl FailureWords {
    /// What is wrong by `judgement` with `response`.
    pub fn of(judgement: &Judgement, response: Option<&Response>) -> Self {
        let Judgement { verdict, deviation, expected, .. } = judgement;
        let difference = difference(judgement, response);
        let offender = deviation.as_ref().and_then(|deviation| deviation.offender.as_ref());
        let detail = match (offender, &difference) {
            (Some(offender), _) => format!("{verdict}: {offender}"),
            (None, Some(difference)) => format!("{verdict}; {}", difference.place()),
            (None, None) => verdict.to_string(),
        };
        let expected = expected.as_ref().map(ToString::to_string);
        let observed = response.map_or_else(String::new, ToString::to_string);
        let around = difference.zip(expected.as_ref()).and_then(|(difference, expected)| {
            let is_long = [expected, &observed].iter().any(|words| words.chars().count() > SHOWN);
            is_long.then(|| Surroundings {
                expected: difference.near(expected, &difference.expected),
                observed: difference.near(&observed, &difference.observed),
            })
        });
        let (shown, observed) = excerpts(expected.as_deref().unwrap_or("an answer"), &observed);
        Self { detail: excerpts(&detail, "").0, expected: expected.map(|_| shown), observed, around }
    }
}

/// Two texts of one segment that are not the same.
struct Difference {
    expected: Text,
    observed: Text,
    /// How many characters are the same, and how many units they have.
    same: (usize, usize),
    /// The number of the segment, where there are several.
    segment: Option<usize>,
    /// A strict decoder should have stopped where the expected text ends.
    stops: bool,
}

fn difference(judgement: &Judgement, response: Option<&Response>) -> Option<Difference> {
    let expected = judgement.expected.as_ref()?;
    let Some(Response::Observed(observation)) = response else { return None };
    if !matches!(judgement.verdict, Verdict::Fail(_) | Verdict::WrongReason(_)) {
        return None;
    }
    let several = expected.segments.len() > 1;
    expected.with_calls(observation).enumerate().find_map(|(number, (segment, (_, calls)))| {
        let (mut expected, mut observed) = (Text::None, Text::None);
        for (more_expected, more_observed) in segment.compared(calls)? {
            expected.append(more_expected);
            observed.append(more_observed);
        }
        let same = same(&expected, &observed)?;
        let segment_number = several.then_some(number);
        let stops = segment.failure.is_some();
        Some(Difference { expected, observed, same, segment: segment_number, stops })
    })
}

/// How much two texts of one form have in common from the start on, in characters and in units; `None` if there is no difference.
fn same(one: &Text, other: &Text) -> Option<(usize, usize)> {
    if discriminant(one) != discriminant(other) || one == other {
        return None;
    }
    // Bytes that are part of no character have no code.
    let bytes = |text: &Text, of: Character| text.units_from(of.at).take(of.len).collect::<Vec<_>>();
    let is_same = |(own, others): &(Character, Character)| {
        own == others && (own.code.is_some() || bytes(one, *own) == bytes(other, *others))
    };
    let same = iter::zip(one.characters(0), other.characters(0)).take_while(is_same);
    Some(same.fold((0, 0), |(count, _), (character, _)| (count + 1, character.at + character.len)))
}

impl Difference {
    /// `at code point 3,071: expected U+4E2D, got U+FFFD`.
    fn place(&self) -> String {
        let after = self.segment.map_or(String::new(), |number| match number {
            0 => "before the first reset ".to_owned(),
            number => format!("after reset {number} "),
        });
        if let (Text::Count(expected), Text::Count(observed)) = (&self.expected, &self.observed) {
            let noun = if *expected == 1 { "character" } else { "characters" };
            return format!("{after}expected {} {noun}, got {}", thousands(*expected), thousands(*observed));
        }
        let (before, start) = self.same;
        let missing = if self.stops { "an error" } else { "the end" };
        let name = |text: &Text, end: &str| {
            let first = text.characters(start.min(text.len())).next();
            first.map_or_else(|| end.to_owned(), |character| text.name(character))
        };
        let (expected, observed) = (name(&self.expected, missing), name(&self.observed, "the end"));
        let number = thousands(before as u64);
        format!("{after}at code point {number}: expected {expected}, got {observed}")
    }

    /// The first word of `whole` and the units of `text` around the difference.
    fn near(&self, whole: &str, text: &Text) -> String {
        let head: String = whole.chars().take_while(|c| !matches!(c, ' ' | ':')).collect();
        let digits = match text {
            Text::Utf8(_) => 2,
            Text::Utf16(_) => 4,
            Text::Utf32(_) => 8,
            Text::Count(_) | Text::None => return format!("{head} {text}"),
        };
        let (_, start) = self.same;
        let from = start.saturating_sub(DIGITS.0 / digits);
        let to = (start + DIGITS.1 / digits).min(text.len());
        let cut = |cut: bool| if cut { "…" } else { "" };
        let units = text.units_from(from.min(to)).take(to.saturating_sub(from));
        let near: Vec<String> = units.map(|unit| format!("{unit:0digits$x}")).collect();
        let near = if near.is_empty() { "-".to_owned() } else { near.concat() };
        format!("{head} {}{near}{}", cut(from > 0), cut(to < text.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::FailureWords;
    use crate::expected::{Expected, ExpectedSegment};
    use crate::judge::{Failure, Judgement, Response, Verdict};
    use crate::observation::{CallOutcome, Observation, Text};

    /// That a text is wrong, and should be this.
    fn expecting(text: Text) -> Judgement {
        let segment =
            ExpectedSegment { call_count: 1, calls: vec![Some(text)], ..ExpectedSegment::default() };
        let expected = Some(Box::new(Expected { segments: vec![segment] }));
        Judgement { expected, ..Judgement::unchecked(Verdict::Fail(Failure::WrongText)) }
    }

    fn utf8(text: &str) -> Text {
        Text::Utf8(text.as_bytes().to_vec())
    }

    fn utf16(text: &str) -> Text {
        Text::Utf16(text.encode_utf16().collect())
    }

    fn utf32(text: &str) -> Text {
        Text::Utf32(text.chars().map(u32::from).collect())
    }

    #[test]
    fn a_wrong_text_names_the_first_code_point_that_differs() {
        for (wanted, given, place) in [
            (utf32("a中"), utf32("a\u{fffd}"), "at code point 1: expected U+4E2D, got U+FFFD"),
            (utf16("a中"), utf16("a\u{fffd}"), "at code point 1: expected U+4E2D, got U+FFFD"),
            (utf8("a中"), utf8("a\u{fffd}"), "at code point 1: expected U+4E2D, got U+FFFD"),
            // The difference is in the last byte, or in the low half of a pair.
            (utf8("é中"), utf8("é丬"), "at code point 1: expected U+4E2D, got U+4E2C"),
            (utf16("é😀😀"), utf16("é😀😁"), "at code point 2: expected U+1F600, got U+1F601"),
            (
                utf8("é😀"),
                Text::Utf8(b"\xc3\xa9\xf0".to_vec()),
                "at code point 1: expected U+1F600, got byte F0",
            ),
            (utf16("é😀"), Text::Utf16(vec![0xe9, 0xd83d]), "at code point 1: expected U+1F600, got U+D83D"),
            (utf32("ab"), utf32("a"), "at code point 1: expected U+0062, got the end"),
            (utf32("a"), utf32("ab"), "at code point 1: expected the end, got U+0062"),
            (utf32(""), Text::Utf32(vec![0x0011_0000]), "at code point 0: expected the end, got U+110000"),
            (
                utf8(&"中".repeat(1234)),
                utf8(&"中".repeat(1233)),
                "at code point 1,233: expected U+4E2D, got the end",
            ),
            (Text::Count(1_048_576), Text::Count(999), "expected 1,048,576 characters, got 999"),
            (Text::Count(1000), Text::Count(0), "expected 1,000 characters, got 0"),
        ] {
            let (wrong, response) = (expecting(wanted), Response::Observed(Observation::accept(given)));
            let detail = FailureWords::of(&wrong, Some(&response)).detail;
            assert_eq!(detail, format!("wrong text; {place}"));
            let right = Judgement { verdict: Verdict::Pass, ..wrong };
            assert_eq!(FailureWords::of(&right, Some(&response)).detail, "as expected");
        }
        assert_eq!(FailureWords::of(&expecting(utf8("a")), None).detail, "wrong text");
        let same = Response::Observed(Observation::accept(utf8("a")));
        assert_eq!(FailureWords::of(&expecting(utf8("a")), Some(&same)).detail, "wrong text");
    }

    #[test]
    fn a_text_after_a_reset_is_compared_with_what_is_expected_there() {
        let right = utf32("b");
        let mut wrong = expecting(right.clone());
        let Some(expected) = &mut wrong.expected else { panic!("it expects a text") };
        let open = ExpectedSegment { calls: vec![None], ..expected.segments[0].clone() };
        expected.segments.insert(0, open);
        let reset = CallOutcome::Done(utf32(""));
        let answer = |text: &Text| {
            let calls = vec![CallOutcome::Done(utf32("?")), reset.clone(), CallOutcome::Done(text.clone())];
            Response::Observed(Observation { calls, ..Observation::accept(Text::None) })
        };
        let detail = |text: &Text| FailureWords::of(&wrong, Some(&answer(text))).detail;
        assert_eq!(detail(&right), "wrong text", "the first text is not known, and the second is right");
        assert_eq!(
            detail(&utf32("c")),
            "wrong text; after reset 1 at code point 0: expected U+0062, got U+0063"
        );
    }

    #[test]
    fn of_long_texts_what_is_around_the_difference_is_shown() {
        let long = |middle: &str| format!("{}{middle}{}", "a".repeat(3071), "b".repeat(3000));
        let around = |one: Text, other: Text| {
            let response = Response::Observed(Observation::accept(other));
            FailureWords::of(&expecting(one), Some(&response)).around
        };
        let shown = around(utf32(&long("中")), utf32(&long("\u{fffd}"))).expect("it is long");
        assert_eq!(
            [shown.expected.as_str(), &shown.observed],
            [
                "accept …000000610000006100004e2d000000620000006200000062…",
                "accept …00000061000000610000fffd000000620000006200000062…"
            ]
        );
        let shown = around(utf8(&long("中")), utf8(&"a".repeat(3071))).expect("it is long");
        assert_eq!(shown.expected, "accept …6161616161616161e4b8ad62626262626262626262626262…");
        assert_eq!(shown.observed, "accept …6161616161616161");
        assert_eq!(around(utf8("a"), utf8("b")), None, "both are shown in full");
        for (len, is_cut) in [(27, false), (28, true)] {
            let answer = Observation {
                calls: vec![CallOutcome::Failed(Some(utf8(&"b".repeat(len))))],
                ..Observation::reject(Some(10), None)
            };
            assert_eq!(answer.to_string().len(), 10 + 2 * len);
            let words = FailureWords::of(&expecting(utf8("a")), Some(&answer.into()));
            assert_eq!(words.around.is_some(), is_cut, "{len}");
        }
    }
}
