//! The codec against sources that share nothing with it, function by function: each is a map of something small, so that
//! little work says much. What stands on the functions is in [`vectors`](crate::lint::texts::vectors).

use crate::lint::second_source::{TextSource, by_standard_library};
use illformed_codec::{
    Decoder, ErrorKind, Event, Policy, Profile, Replacer, decode_lossy, encode, events, utf16_units, validate,
};
use illformed_judge::claim::{Claim, OutputKind};
use illformed_judge::expected::{SegmentEvents, decided, replaced_text, text};
use illformed_judge::observation::Text;
use illformed_judge::oracle::arithmetic::{self, Limits};

/// Every form of text that holds something.
const FORMS: [OutputKind; 4] = [OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32, OutputKind::Count];

const POLICIES: [(Policy, &str); Policy::ALL.len()] = [
    (Policy::MaximalSubpart, "maximal-subpart"),
    (Policy::PerByte, "per-byte"),
    (Policy::PerDeclaredSequence, "per-declared-sequence"),
    (Policy::PerRun, "per-run"),
    (Policy::Java, "java"),
    (Policy::Drop, "drop"),
    (Policy::Latin1, "latin-1"),
    (Policy::Cp1252, "cp1252"),
    (Policy::Utf8b, "utf8b"),
    (Policy::Fatal, "fatal"),
];

const PROFILES: [(Profile, &str); Profile::ALL.len()] = [
    (Profile::Rfc3629, "rfc3629"),
    (Profile::Rfc2279, "rfc2279"),
    (Profile::Ucs2, "ucs2"),
    (Profile::Cesu8, "cesu8"),
    (Profile::Mutf8, "mutf8"),
    (Profile::Wtf8, "wtf8"),
    (Profile::Generalized, "generalized"),
];

const KINDS: [(ErrorKind, &str); ErrorKind::ALL.len()] = [
    (ErrorKind::Overlong, "overlong"),
    (ErrorKind::Surrogate, "surrogate"),
    (ErrorKind::OutOfRange, "out-of-range"),
    (ErrorKind::LegacyForm, "legacy-form"),
    (ErrorKind::NeverValid, "never-valid"),
    (ErrorKind::UnsupportedLength, "unsupported-length"),
    (ErrorKind::UnexpectedContinuation, "unexpected-continuation"),
    (ErrorKind::Truncated, "truncated"),
    (ErrorKind::Incomplete, "incomplete"),
];

/// A policy, a profile or a kind of error that the codec lacks or calls otherwise than claims and vectors do.
pub(crate) fn name_fault() -> Option<String> {
    let policies = POLICIES.iter().enumerate().map(|(number, (policy, name))| {
        let named = policy.name() == *name && policy.to_string() == *name && name.parse() == Ok(*policy);
        (Policy::ALL.get(number) == Some(policy) && named, *name)
    });
    let profiles = PROFILES.iter().enumerate().map(|(number, (profile, name))| {
        let named = profile.name() == *name && profile.to_string() == *name && name.parse() == Ok(*profile);
        (Profile::ALL.get(number) == Some(profile) && named, *name)
    });
    let kinds = KINDS.iter().enumerate().map(|(number, (kind, name))| {
        let named = kind.name() == *name && kind.to_string() == *name;
        (ErrorKind::ALL.get(number) == Some(kind) && named, *name)
    });
    let wrong = policies.chain(profiles).chain(kinds).find(|(right, _)| !right);
    wrong.map(|(_, name)| format!("the name `{name}` is not what it names"))
}

/// How many codes are compared at once.
const BLOCK: usize = 64;

/// What the codec does otherwise than `source` with one code: code points, and above them the ends of each length and
/// each power of two.
pub(crate) fn code_fault(source: &TextSource) -> Option<String> {
    let all: Vec<u32> = (0..=0x10_FFFF).collect();
    let mut scalars = all.iter().copied().filter_map(char::from_u32);
    if let Some(scalar) = scalars.find(|scalar| !is_encoded_as_std_does(*scalar)) {
        return Some(format!("{:04x} has other forms than the standard library gives it", u32::from(scalar)));
    }
    // The second source is held to the same, block by block.
    let forms = [OutputKind::Utf8, OutputKind::Utf16];
    let fault = all.chunks(BLOCK).find_map(|block| {
        forms.iter().find_map(|form| form_fault(block, Profile::Generalized, *form, source))
    });
    if fault.is_some() {
        return fault;
    }
    let surrogates = 0xD800..=0xDFFF;
    let beyond = (20..32).flat_map(|bits| [(1_u32 << bits) - 1, 1 << bits, (1 << bits) + 1]);
    let edges = beyond.chain([0, 0xD7FF, 0xE000, 0xFFFF, 0x10_FFFF, 0x11_0000, u32::MAX]);
    surrogates.chain(edges).find_map(|code| codes_fault(&[code], Profile::Rfc2279, source))
}

fn is_encoded_as_std_does(scalar: char) -> bool {
    let code = u32::from(scalar);
    encode(code, Profile::Rfc2279).is_ok_and(|bytes| *bytes == *scalar.encode_utf8(&mut [0; 4]).as_bytes())
        && utf16_units(code).is_ok_and(|units| *units == *scalar.encode_utf16(&mut [0; 2]))
}

/// What is wrong with `codes` in any form.
pub(crate) fn codes_fault(codes: &[u32], profile: Profile, source: &TextSource) -> Option<String> {
    FORMS.into_iter().find_map(|form| form_fault(codes, profile, form, source))
}

fn form_fault(codes: &[u32], profile: Profile, form: OutputKind, source: &TextSource) -> Option<String> {
    let (made, other) = (text(codes, profile, form), (source.text)(codes, profile, form));
    let written = |text: &Option<Text>| text.as_ref().map_or("nothing".to_owned(), Text::to_string);
    (made != other).then(|| {
        format!(
            "{form:?} of {}: {} is expected, the second source has {}",
            hex(codes),
            written(&made),
            written(&other)
        )
    })
}

/// What the codec makes otherwise than `source` of the errors of `segment`, by any policy.
pub(crate) fn policy_fault(segment: &SegmentEvents, profile: Profile, source: &TextSource) -> Option<String> {
    let claim = Claim::lossy(Policy::MaximalSubpart);
    Policy::ALL.iter().copied().find_map(|policy| {
        let codes = (source.replaced)(&segment.bytes, &segment.events, policy);
        let second = codes.and_then(|codes| (source.text)(&codes, profile, OutputKind::Utf32));
        let made = replaced_text(segment, profile, &claim, policy);
        (made != second).then(|| differ(&format!("{policy} text"), made.as_ref(), second.as_ref()))
    })
}

/// What the codec's decoders of whole inputs make otherwise than `source` of `segment`, which is finished.
pub(crate) fn whole_fault(segment: &SegmentEvents, profile: Profile, source: &TextSource) -> Option<String> {
    let SegmentEvents { bytes, events: expected, .. } = segment;
    // What follows an error is well-formed up to the next one.
    let mut start = 0;
    for event in expected {
        if let Event::Error { kind, at, len } = *event {
            let first = Err((kind, at - start, (kind != ErrorKind::Incomplete).then_some(len)));
            let found = validated(&bytes[start..], profile);
            if found != first {
                return Some(format!("validate says {found:?} after {start} bytes, {first:?} is expected"));
            }
            start = at + len;
        }
    }
    let found = validated(&bytes[start..], profile);
    if found != Ok(()) {
        return Some(format!("validate says {found:?} after {start} bytes, and there is no further error"));
    }
    if let Some(event) = expected.iter().find(|event| !says_its_fields(event)) {
        return Some(format!("the functions of {event:?} are not its fields"));
    }
    if !events(bytes, profile).eq(expected.iter().copied()) {
        let found: Vec<Event> = events(bytes, profile).collect();
        return Some(format!("events yields {found:?}, {expected:?} is expected"));
    }
    let (least, most) = events(bytes, profile).size_hint();
    if least > expected.len() || most.is_some_and(|most| most < expected.len()) {
        return Some(format!("events promises {least} to {most:?} events, there are {}", expected.len()));
    }
    if profile != Profile::Rfc3629 {
        return None;
    }
    if let Some(policy) = Policy::ALL.iter().copied().find(|policy| !says_how_many(bytes, expected, *policy))
    {
        return Some(format!("Codes promises another number than there are, {policy}"));
    }
    let by_std = by_standard_library(bytes);
    Policy::ALL.iter().copied().find_map(|policy| {
        let codes: Vec<u32> = decode_lossy(bytes, profile, policy).collect();
        let second = (source.replaced)(bytes, expected, policy).unwrap_or_default();
        let disputed = codes != second || policy == Policy::MaximalSubpart && codes != by_std;
        disputed.then(|| {
            format!("decode_lossy, {policy}: {}, the second source has {}", hex(&codes), hex(&second))
        })
    })
}

fn validated(bytes: &[u8], profile: Profile) -> Result<(), (ErrorKind, usize, Option<usize>)> {
    validate(bytes, profile).map_err(|error| (error.kind(), error.valid_up_to(), error.error_len()))
}

fn says_its_fields(event: &Event) -> bool {
    let (place, content) = match *event {
        Event::Code { value, at, len } => ((at, len, at + len), (Some(value), None)),
        Event::Error { kind, at, len } => ((at, len, at + len), (None, Some(kind))),
    };
    (event.at(), event.len(), event.end()) == place && (event.value(), event.error_kind()) == content
}

/// Whether what replaces each event says how many codes there are.
fn says_how_many(bytes: &[u8], events: &[Event], policy: Policy) -> bool {
    let mut replacer = Replacer::new(policy);
    events.iter().all(|event| {
        let of_event = &bytes[arithmetic::start(event)..arithmetic::end(event)];
        let codes = replacer.replace(*event, of_event);
        let (least, most) = codes.size_hint();
        let count = codes.count();
        (least, most) == (count, Some(count))
    })
}

/// What the codec's decoder of streams does otherwise than `source` with `bytes`: what each byte decides, what is pending,
/// the offset, the end and a reset.
pub(crate) fn stream_fault(
    bytes: &[u8],
    decoder: &mut Decoder,
    profile: Profile,
    source: &TextSource,
) -> Option<String> {
    if decoder.profile() != profile {
        return Some(format!("the decoder of {profile:?} says that it is one of {:?}", decoder.profile()));
    }
    let limits = Limits::of(profile);
    let second = (source.decided)(bytes, profile);
    let expectation = decided(bytes, profile);
    if expectation != second {
        return Some(format!(
            "events are decided after {expectation:?} bytes, by the second source {second:?}"
        ));
    }
    // What is fed at once and forgotten leaves nothing behind.
    let mut at_once = Vec::new();
    decoder.feed(bytes, |event, _| at_once.push(event));
    decoder.reset();
    let mut found = Vec::new();
    let mut covered = true;
    let (mut offset, mut pending) = (0, true);
    for (number, byte) in bytes.iter().enumerate() {
        let fed = number + 1;
        decoder.feed(&[*byte], |event, of_event| {
            let (at, end) = (arithmetic::start(&event), arithmetic::end(&event));
            covered &= bytes.get(at..end) == Some(of_event) && second.get(at) == Some(&Some(fed));
            offset = end;
            found.push(event);
        });
        pending &= decoder.offset() == offset && bytes.get(offset..fed) == Some(decoder.pending());
    }
    let in_time = found.len();
    decoder.finish(|event, of_event| {
        covered &= bytes.get(arithmetic::start(&event)..) == Some(of_event);
        found.push(event);
    });
    let expected = arithmetic::events(bytes, limits);
    if found != expected {
        return Some(format!("Decoder yields {found:?}, the second source {expected:?}"));
    }
    if at_once != found[..in_time] {
        return Some(format!("Decoder yields {at_once:?} of one chunk, byte by byte {found:?}"));
    }
    let as_new = decoder.offset() == 0 && decoder.pending().is_empty();
    let wrong = [
        (covered, "the bytes of an event"),
        (pending, "what is pending"),
        (as_new, "the state after the end"),
    ];
    wrong.into_iter().find(|(right, _)| !right).map(|(_, what)| format!("Decoder: wrong {what}"))
}

pub(crate) fn differ(what: &str, made: Option<&Text>, second: Option<&Text>) -> String {
    let written = |text: Option<&Text>| text.map_or("nothing".to_owned(), Text::to_string);
    format!("{what}: {} is expected, the second source has {}", written(made), written(second))
}

/// `codes`, as comments write them.
pub(crate) fn hex(codes: &[u32]) -> String {
    let words: Vec<String> = codes.iter().map(|code| format!("{code:04x}")).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
