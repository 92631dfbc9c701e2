//! Texts written down by hand for every form of output, every policy, byte order marks, counts and chunks. The
//! expectation of each has to be that text; the judge has to pass it, and no other.

use crate::case::FittedInput;
use crate::claim::{Bom, Claim, Kind, OutputKind, ScriptSupport};
use crate::expected::{Expected, ExpectedSegment, SegmentEvents, segments};
use crate::judge::compare::JudgeFn;
use crate::judge::verdict::Verdict;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{Policy, Profile};
use illformed_vectors::{Input, Script};
use std::borrow::Cow;

/// An input, a claim, and the text that it promises.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextCanary {
    pub(crate) profile: Profile,
    pub(crate) policy: Option<Policy>,
    pub(crate) out: OutputKind,
    pub(crate) bom: Bom,
    /// The calls as scripts write them; one word is an input given at once.
    pub(crate) calls: &'static str,
    /// The text of each call as the protocol writes it, `-` for none, `?` where it is open, `~` for a reset.
    pub(crate) texts: &'static str,
}

impl TextCanary {
    const fn new(profile: Profile, out: OutputKind, calls: &'static str, texts: &'static str) -> Self {
        Self { profile, policy: Some(Policy::Fatal), out, bom: Bom::Keep, calls, texts }
    }

    const fn lossy(policy: Policy, calls: &'static str, texts: &'static str) -> Self {
        Self { policy: Some(policy), ..Self::new(Profile::Rfc3629, OutputKind::Utf32, calls, texts) }
    }

    const fn bom(bom: Bom, calls: &'static str, texts: &'static str) -> Self {
        Self { bom, ..Self::new(Profile::Rfc3629, OutputKind::Utf16, calls, texts) }
    }

    pub(crate) fn claim(&self) -> Claim {
        let kind = match (self.policy, self.out) {
            (_, OutputKind::Count) => Kind::Count,
            (Some(Policy::Fatal), _) => Kind::Strict,
            _ => Kind::Lossy,
        };
        let script = if self.calls.contains(' ') { ScriptSupport::Reset } else { ScriptSupport::None };
        let (policy, out, bom) = (self.policy, self.out, self.bom);
        Claim { kind, policy, out, bom, script, ..Claim::strict(self.profile) }
    }

    /// The texts, call by call; `None` for what is no canary.
    fn literal(&self) -> Option<Vec<Option<Text>>> {
        let words = self.texts.split(' ').filter(|word| *word != "~");
        words
            .map(|word| match word {
                "?" => Some(None),
                "-" => Some(Some(Text::empty(self.out))),
                word => Text::from_wire(self.out, word).ok().map(Some),
            })
            .collect()
    }

    /// What is expected, by the code that a run uses; the events come from an oracle.
    fn expected(&self) -> Option<Expected> {
        let script: Script = self.calls.parse().ok()?;
        let input = match script.calls() {
            [illformed_vectors::Call::Feed(bytes)] if !self.calls.contains(' ') => {
                Input::Bytes(bytes.clone())
            }
            _ => Input::Calls(script),
        };
        let limits = Limits::of(self.profile);
        let segments: Vec<SegmentEvents> = segments(&input)
            .into_iter()
            .map(|(bytes, _)| SegmentEvents { events: arithmetic::events(&bytes, limits), bytes, pending: 0 })
            .collect();
        let fitted_input = FittedInput { input: Cow::Owned(input), finishes: true };
        Some(Expected::new(&fitted_input, &segments, self.profile, &self.claim()))
    }

    /// What is wrong with the expectation or with the judge's word on it: what should be, and what is.
    pub(crate) fn fault(&self, judge: JudgeFn) -> Option<(String, String)> {
        let (Some(literal), Some(expected)) = (self.literal(), self.expected()) else {
            return Some((self.texts.to_owned(), "unreadable".to_owned()));
        };
        let made: Vec<Option<Text>> =
            expected.segments.iter().flat_map(|segment| segment.calls.clone()).collect();
        if made != literal {
            let words = |texts: &[Option<Text>]| {
                let word = |text: &Option<Text>| text.as_ref().map_or("?".to_owned(), Text::to_string);
                texts.iter().map(word).collect::<Vec<_>>().join(" ")
            };
            return Some((words(&literal), words(&made)));
        }
        let texts = literal.into_iter().collect::<Option<Vec<Text>>>()?;
        let verdict =
            |texts: &[Text]| judge(&expected, &self.claim(), &observed(&expected.segments, texts)).verdict;
        let right = verdict(&texts);
        if right != Verdict::Pass {
            return Some(("pass".to_owned(), right.name().to_owned()));
        }
        // One more unit is wrong, in every call that has text.
        let wrong = (0..texts.len()).filter(|_| self.out != OutputKind::None).find(|number| {
            let mut texts = texts.clone();
            texts[*number].append(&unit(self.out));
            verdict(&texts) == Verdict::Pass
        });
        wrong.map(|number| (format!("no pass of one unit more in call {number}"), "pass".to_owned()))
    }
}

/// The shortest text that is not empty.
fn unit(out: OutputKind) -> Text {
    match out {
        OutputKind::None => Text::None,
        OutputKind::Utf8 => Text::Utf8(vec![0x3F]),
        OutputKind::Utf16 => Text::Utf16(vec![0x3F]),
        OutputKind::Utf32 => Text::Utf32(vec![0x3F]),
        OutputKind::Count => Text::Count(1),
    }
}

/// What a decoder answers that shows `texts`, and fails where it should.
fn observed(segments: &[ExpectedSegment], texts: &[Text]) -> Observation {
    let mut texts = texts.iter().cloned();
    let mut calls = Vec::new();
    let mut failed = None;
    for (number, segment) in segments.iter().enumerate() {
        if number > 0 {
            calls.push(CallOutcome::Done(Text::None));
        }
        let failing = segment.failure.map(|failure| failure.call);
        for call in 0..segment.call_count {
            let text = if failing.is_none_or(|failing| call <= failing) { texts.next() } else { None };
            calls.push(match text {
                Some(text) if failing == Some(call) => CallOutcome::Failed(Some(text)),
                Some(text) => CallOutcome::Done(text),
                None => CallOutcome::NotMade,
            });
        }
        failed = failed.or(failing.map(|call| calls.len() - segment.call_count + call));
    }
    let answer = if failed.is_some() { Answer::Reject } else { Answer::Accept };
    Observation { answer, at: None, len: None, call: failed, calls }
}

/// A character of each length.
const LENGTHS: &str = "41c3a9e282acf09d849e";

/// The first and the last character of each length, around the surrogates too.
const ENDS: &str = "007fc280dfbfe0a080ed9fbfee8080efbfbff0908080f48fbfbf";

/// The first and the last number above U+10FFFF of each length.
const LONG_FORMS: &str = "f4908080f7bfbfbff888808080fbbfbfbfbffc8480808080fdbfbfbfbfbf";

/// Two leading surrogates, a trailing one, and a letter.
const SURROGATES: &str = "eda080eda080edbfbf41";

/// Every kind of error that the policies replace in different ways.
const ERRORS: &str = "41f0808080e28243eda0808144fc8041c3";

/// Every form, policy and treatment of the mark.
pub(crate) const TEXT_CANARIES: [TextCanary; 57] = [
    // The forms of text: one of each length, and the ends of the lengths.
    TextCanary::new(Profile::Rfc3629, OutputKind::None, LENGTHS, "-"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf8, LENGTHS, LENGTHS),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf16, LENGTHS, "004100e920acd834dd1e"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf32, LENGTHS, "00000041000000e9000020ac0001d11e"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Count, LENGTHS, "4"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf8, ENDS, ENDS),
    TextCanary::new(
        Profile::Rfc3629,
        OutputKind::Utf16,
        ENDS,
        "0000007f008007ff0800d7ffe000ffffd800dc00dbffdfff",
    ),
    TextCanary::new(
        Profile::Rfc3629,
        OutputKind::Utf32,
        ENDS,
        "000000000000007f00000080000007ff000008000000d7ff0000e0000000ffff000100000010ffff",
    ),
    TextCanary::new(Profile::Rfc3629, OutputKind::Count, ENDS, "10"),
    // Above U+10FFFF, and surrogates.
    TextCanary::new(Profile::Rfc2279, OutputKind::Utf8, LONG_FORMS, LONG_FORMS),
    TextCanary::new(Profile::Rfc2279, OutputKind::Utf16, LONG_FORMS, "?"),
    TextCanary::new(
        Profile::Rfc2279,
        OutputKind::Utf32,
        LONG_FORMS,
        "00110000001fffff0020000003ffffff040000007fffffff",
    ),
    TextCanary::new(Profile::Rfc2279, OutputKind::Count, LONG_FORMS, "6"),
    TextCanary::new(Profile::Generalized, OutputKind::Utf8, SURROGATES, SURROGATES),
    TextCanary::new(Profile::Generalized, OutputKind::Utf16, SURROGATES, "d800d800dfff0041"),
    TextCanary::new(Profile::Generalized, OutputKind::Utf32, SURROGATES, "0000d8000000d8000000dfff00000041"),
    TextCanary::new(Profile::Generalized, OutputKind::Count, SURROGATES, "4"),
    TextCanary::new(Profile::Wtf8, OutputKind::Utf16, "edb0804100", "dc0000410000"),
    TextCanary::new(Profile::Cesu8, OutputKind::Utf8, "eda081edb08041", "f090908041"),
    TextCanary::new(Profile::Cesu8, OutputKind::Utf16, "eda081edb08041", "d801dc000041"),
    TextCanary::new(Profile::Cesu8, OutputKind::Count, "eda081edb08041", "2"),
    TextCanary::new(Profile::Mutf8, OutputKind::Utf16, "c080eda081edb080", "0000d801dc00"),
    TextCanary::new(Profile::Mutf8, OutputKind::Utf32, "c080eda081", "?"),
    TextCanary::new(Profile::Mutf8, OutputKind::Utf8, "c08041", "0041"),
    TextCanary::new(Profile::Ucs2, OutputKind::Utf32, "efbfbf41", "0000ffff00000041"),
    // The policies, on one input that holds every kind of error which they tell apart.
    TextCanary::lossy(
        Policy::MaximalSubpart,
        ERRORS,
        "000000410000fffd0000fffd0000fffd0000fffd0000fffd000000430000fffd0000fffd0000fffd0000fffd000000440000fffd0000fffd000000410000fffd",
    ),
    TextCanary::lossy(
        Policy::PerByte,
        ERRORS,
        "000000410000fffd0000fffd0000fffd0000fffd0000fffd0000fffd000000430000fffd0000fffd0000fffd0000fffd000000440000fffd0000fffd000000410000fffd",
    ),
    TextCanary::lossy(
        Policy::PerDeclaredSequence,
        ERRORS,
        "000000410000fffd0000fffd000000430000fffd0000fffd000000440000fffd000000410000fffd",
    ),
    TextCanary::lossy(
        Policy::PerRun,
        ERRORS,
        "000000410000fffd000000430000fffd000000440000fffd000000410000fffd",
    ),
    TextCanary::lossy(
        Policy::Java,
        ERRORS,
        "000000410000fffd0000fffd0000fffd0000fffd0000fffd000000430000fffd0000fffd000000440000fffd0000fffd000000410000fffd",
    ),
    TextCanary::lossy(Policy::Drop, ERRORS, "00000041000000430000004400000041"),
    TextCanary::lossy(
        Policy::Latin1,
        ERRORS,
        "00000041000000f0000000800000008000000080000000e20000008200000043000000ed000000a0000000800000008100000044000000fc0000008000000041000000c3",
    ),
    TextCanary::lossy(
        Policy::Cp1252,
        ERRORS,
        "00000041000000f0000020ac000020ac000020ac000000e20000201a00000043000000ed000000a0000020ac0000008100000044000000fc000020ac00000041000000c3",
    ),
    TextCanary::lossy(
        Policy::Utf8b,
        ERRORS,
        "000000410000dcf00000dc800000dc800000dc800000dce20000dc82000000430000dced0000dca00000dc800000dc81000000440000dcfc0000dc80000000410000dcc3",
    ),
    TextCanary::lossy(Policy::Fatal, ERRORS, "00000041"),
    // All of windows-1252 that is no ASCII, as errors of a byte each.
    TextCanary::lossy(
        Policy::Cp1252,
        "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0",
        "000020ac000000810000201a000001920000201e000020260000202000002021000002c6000020300000016000002039000001520000008d0000017d0000008f0000009000002018000020190000201c0000201d000020220000201300002014000002dc00002122000001610000203a000001530000009d0000017e00000178000000a0",
    ),
    // Chunks: each call adds what it decides.
    TextCanary::lossy(
        Policy::MaximalSubpart,
        "e2 82 41 f0 80 80 c3 .",
        "- - 0000fffd00000041 - 0000fffd0000fffd 0000fffd - 0000fffd",
    ),
    TextCanary::lossy(Policy::MaximalSubpart, "f5 41 .", "0000fffd 00000041 -"),
    TextCanary::lossy(Policy::PerByte, "e2 82 41 ff .", "- - 0000fffd0000fffd00000041 0000fffd -"),
    TextCanary::lossy(Policy::PerDeclaredSequence, "e0 80 80 80 .", "- 0000fffd - 0000fffd -"),
    TextCanary::lossy(Policy::PerRun, "ff 80 ff 41 80 .", "0000fffd - - 00000041 0000fffd -"),
    TextCanary::lossy(Policy::Java, "ed a0 80 ed .", "- 0000fffd - - 0000fffd"),
    TextCanary::lossy(Policy::Drop, "80 41 c3 .", "- 00000041 - -"),
    TextCanary::lossy(Policy::Latin1, "c3 28 .", "- 000000c300000028 -"),
    TextCanary::lossy(Policy::Cp1252, "e2 80 .", "- - 000000e2000020ac"),
    TextCanary::lossy(Policy::Utf8b, "f0 9f 98 .", "- - - 0000dcf00000dc9f0000dc98"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf32, "41 e2 82 41", "00000041 - - -"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf8, "41 e2 82 ac .", "41 - - e282ac -"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf16, "f0 9d 84 9e41 .", "- - - d834dd1e0041 -"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Count, "f0 9d 849e 41 .", "0 0 1 1 0"),
    TextCanary::new(Profile::Rfc3629, OutputKind::Utf32, "c3 ~ 41 . ~ c3 a9", "- ~ 00000041 - ~ - 000000e9"),
    // The byte order mark, at the start and elsewhere.
    TextCanary::bom(Bom::Keep, "efbbbf41", "feff0041"),
    TextCanary::bom(Bom::Strip, "efbbbf41", "0041"),
    TextCanary::bom(Bom::Strip, "efbbbfefbbbf41", "feff0041"),
    TextCanary::bom(Bom::Strip, "41efbbbf", "0041feff"),
    TextCanary::bom(Bom::Strip, "ef bb bf41 . ~ efbbbf ef bb bf", "- - 0041 - ~ - - - feff"),
    TextCanary::bom(Bom::Keep, "ef bb bf", "- - feff"),
];
