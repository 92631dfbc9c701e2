//! What decoders answer, right and wrong: made from the right answer and from the bytes, with no look at what the judge says.

use illformed_codec::{Policy, Profile, decode_lossy, events};
use illformed_judge::case::{Case, FittedInput};
use illformed_judge::claim::Claim;
use illformed_judge::expected::{Expected, segments, text};
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::Input;

const REPLACEMENT: u32 = 0xFFFD;

/// The number that a lead byte at the start of `bytes` and as many continuation bytes as it announces spell, whatever it is,
/// with the length of the sequence.
pub(crate) fn loose(bytes: &[u8]) -> Option<(u32, usize)> {
    let lead = *bytes.first()?;
    let len = lead.leading_ones() as usize;
    if len == 0 {
        return Some((lead.into(), 1));
    }
    let payload = u32::from(lead) & (0x7F_u32 >> len);
    let rest = bytes.get(1..len).filter(|rest| (1..6).contains(&rest.len()))?;
    let value = rest.iter().try_fold(payload, |value, byte| {
        (byte & 0xC0 == 0x80).then_some(value << 6 | u32::from(byte & 0x3F))
    })?;
    Some((value, len))
}

/// What a decoder makes of `bytes` that takes a lead byte and its continuation bytes for a character where `accepts` says so
/// of the number and the length; another error is U+FFFD for each maximal subpart.
pub(crate) fn lax(bytes: &[u8], accepts: impl Fn(u32, usize) -> bool) -> Vec<u32> {
    let mut codes = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let right = char_at(rest).map(|c| (u32::from(c), c.len_utf8()));
        let taken = right.or_else(|| loose(rest).filter(|(code, len)| accepts(*code, *len)));
        let (code, len) = taken.unwrap_or_else(|| {
            let error = str::from_utf8(rest).err().and_then(|error| error.error_len());
            (REPLACEMENT, error.unwrap_or(rest.len()))
        });
        codes.push(code);
        at += len;
    }
    codes
}

/// The character that `bytes` begin with.
pub(crate) fn char_at(bytes: &[u8]) -> Option<char> {
    (1..=bytes.len().min(4)).find_map(|len| str::from_utf8(&bytes[..len]).ok()?.chars().next())
}

/// How many answers are given: those that tell most, or also those that differ in less.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breadth {
    Usual,
    All,
}

/// The texts that decoders make of `bytes`: the right one, those of policies, those that take what is forbidden, and some
/// that lose or add a character.
fn texts(bytes: &[u8], profile: Profile, is_lossy: bool, breadth: Breadth) -> Vec<Vec<u32>> {
    let under = |policy: &Policy| -> Vec<u32> { decode_lossy(bytes, profile, *policy).collect() };
    let right = under(&Policy::MaximalSubpart);
    let mut texts = vec![right.clone(), Vec::new()];
    if events(bytes, profile).any(|event| event.error_kind().is_some()) {
        let policies = if is_lossy || breadth == Breadth::All { Policy::ALL } else { &[Policy::Drop] };
        texts.extend(policies.iter().map(under));
        texts.push(lax(bytes, |_, _| true));
    }
    if breadth == Breadth::All {
        texts.extend([
            right.split_last().map_or_else(Vec::new, |(_, others)| others.to_vec()),
            right.split_first().map_or_else(Vec::new, |(_, others)| others.to_vec()),
            right.iter().copied().take_while(|code| *code != 0).collect(),
            [&right[..], &[0x58]].concat(),
            right.iter().map(|code| if *code > 0x7F { REPLACEMENT } else { *code }).collect(),
            right.iter().map(|code| if *code == REPLACEMENT { 0x3F } else { *code }).collect(),
        ]);
    }
    texts
}

/// The outcome of the calls of a segment: the texts, and which call fails.
type Outcome = (Vec<Text>, Option<usize>);

/// What a decoder answers whose segments come out so; `at` and `len` are those of its first error.
fn answer(outcomes: Vec<Outcome>, counts: &[usize], at: Option<usize>, len: Option<usize>) -> Observation {
    let mut calls = Vec::new();
    let mut failed = None;
    for (number, ((texts, failing), count)) in outcomes.into_iter().zip(counts).enumerate() {
        if number > 0 {
            calls.push(CallOutcome::Done(Text::None));
        }
        let mut texts = texts.into_iter();
        for call in 0..*count {
            let text = texts.next().unwrap_or(Text::None);
            if failing == Some(call) {
                failed = failed.or(Some(calls.len()));
            }
            calls.push(match failing {
                Some(failing) if call > failing => CallOutcome::NotMade,
                Some(failing) if call == failing => CallOutcome::Failed(Some(text)),
                _ => CallOutcome::Done(text),
            });
        }
    }
    let answer = if failed.is_some() { Answer::Reject } else { Answer::Accept };
    let [at, len] = [at, len].map(|number| number.filter(|_| failed.is_some()));
    Observation { answer, at, len, call: failed, calls }
}

/// Answers to `case`, which is given to the decoder as `fitted_input`: first the right one. `profile` is the one that the
/// events of `expected` were read under.
pub(crate) fn answers(
    case: &Case<'_>,
    fitted_input: &FittedInput<'_>,
    (expected, profile): (&Expected, Profile),
    claim: &Claim,
    breadth: Breadth,
) -> Vec<Observation> {
    let right = right(expected, claim);
    let others = match &*fitted_input.input {
        Input::Bytes(bytes) => of_one_call(bytes, &right, profile, claim, breadth),
        Input::Calls(_) => of_calls(case, expected, profile, claim),
    };
    let mut different = vec![right];
    for answer in others {
        if !different.contains(&answer) {
            different.push(answer);
        }
    }
    different
}

/// The expected answer; where a text is not defined, that with U+FFFD.
fn right(expected: &Expected, claim: &Claim) -> Observation {
    let replacement = || text(&[REPLACEMENT], Profile::Rfc3629, claim.out()).unwrap_or(Text::None);
    let outcomes = expected.segments.iter().map(|segment| {
        let texts = segment.calls.iter().map(|text| text.clone().unwrap_or_else(replacement)).collect();
        (texts, segment.failure.map(|failure| failure.call))
    });
    let counts: Vec<usize> = expected.segments.iter().map(|segment| segment.call_count).collect();
    let failure = expected.segments.iter().find_map(|segment| segment.failure);
    let (at, len) = failure.map_or((None, None), |failure| (failure.at, failure.len));
    answer(outcomes.collect(), &counts, at, len)
}

fn of_one_call(
    bytes: &[u8],
    right: &Observation,
    profile: Profile,
    claim: &Claim,
    breadth: Breadth,
) -> Vec<Observation> {
    let is_lossy = claim.replaces_errors();
    let texts = texts(bytes, profile, is_lossy, breadth).into_iter();
    let mut all: Vec<Observation> = texts
        .filter_map(|codes| text(&codes, profile, claim.out()))
        .map(Observation::accept)
        .chain([Observation::reject(None, None)])
        .collect();
    if is_lossy {
        return all;
    }
    let last = if breadth == Breadth::All { 3 } else { 1 };
    all.extend((0..=bytes.len().min(last)).map(|at| Observation::reject(Some(at), None)));
    all.push(Observation::incomplete(right.at));
    if breadth == Breadth::All {
        all.extend([1, 2].map(|len| Observation::reject(right.at.or(Some(0)), Some(len))));
        all.push(Observation::incomplete(None));
        let before = |codes: &[u32]| {
            let calls = vec![CallOutcome::Failed(text(codes, profile, claim.out()))];
            Observation { calls, ..Observation::reject(None, None) }
        };
        let lax = lax(bytes, |_, _| true);
        all.extend([&[][..], &[0x58], &lax].map(before));
    }
    all
}

/// Answers to several calls: all too late, all too early, an error that is not said, one that is said of each call by
/// itself, and text of an earlier segment.
fn of_calls(case: &Case<'_>, expected: &Expected, profile: Profile, claim: &Claim) -> Vec<Observation> {
    let counts: Vec<usize> = expected.segments.iter().map(|segment| segment.call_count).collect();
    let form = |codes: &[u32]| text(codes, profile, claim.out()).unwrap_or(Text::None);
    let all_bytes: Vec<Vec<u8>> = segments(case.input()).map(|(bytes, _)| bytes.into_owned()).collect();
    let whole = |bytes: &[u8]| -> Vec<u32> { decode_lossy(bytes, profile, Policy::MaximalSubpart).collect() };
    let prefix = |bytes: &[u8]| -> Vec<u32> { decode_lossy(bytes, profile, Policy::Fatal).collect() };
    // Everything comes in that call, and nothing in the others.
    let at_once = |place: fn(usize) -> usize, fails: bool, codes: &dyn Fn(&[u8]) -> Vec<u32>| {
        let outcomes = all_bytes.iter().zip(&expected.segments).map(|(bytes, segment)| {
            let call = place(segment.call_count);
            let mut texts = vec![Text::empty(claim.out()); segment.call_count];
            if let Some(text) = texts.get_mut(call) {
                *text = form(&codes(bytes));
            }
            (texts, segment.failure.filter(|_| fails).map(|_| call))
        });
        let first = expected.segments.iter().find_map(|segment| segment.failure);
        answer(outcomes.collect(), &counts, first.and_then(|failure| failure.at), None)
    };
    let last: fn(usize) -> usize = |count| count.saturating_sub(1);
    let first: fn(usize) -> usize = |_| 0;
    let is_lossy = claim.replaces_errors();
    let mut all = vec![
        at_once(last, false, &whole),
        at_once(first, false, &whole),
        at_once(last, false, &|_| Vec::new()),
        at_once(last, false, &|bytes| lax(bytes, |_, _| true)),
        at_once(last, false, &|bytes| [&[REPLACEMENT][..], &whole(bytes)].concat()),
    ];
    if !is_lossy {
        all.extend([at_once(last, true, &prefix), at_once(first, true, &prefix)]);
        // Each first call says an error.
        let outcomes = counts.iter().map(|count| (vec![Text::empty(claim.out()); *count], Some(0)));
        all.push(answer(outcomes.collect(), &counts, Some(0), None));
    }
    let fails_at = |call: usize, at: Option<usize>| {
        let outcomes = counts.iter().enumerate().map(|(segment, _)| {
            (vec![Text::empty(claim.out()); counts[segment]], (segment == 0).then_some(call))
        });
        answer(outcomes.collect(), &counts, at, None)
    };
    all.extend((0..counts[0].min(3)).flat_map(|call| [None, Some(0), Some(1)].map(|at| fails_at(call, at))));
    all
}
