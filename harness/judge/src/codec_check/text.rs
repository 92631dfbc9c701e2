//! Names, forms of text and replacement policies.

use crate::claim::{Claim, OutputKind};
use crate::codec_check::whole_fault;
use crate::expected::{SegmentEvents, replaced_text, text};
use crate::observation::Text;
use crate::oracle::arithmetic;
use crate::second_source::TextSource;
use illformed_codec::{ErrorKind, Event, Policy, Profile, Replacer, decode_lossy, encode, utf16_units};

/// Every form of text that holds something.
pub(crate) const FORMS: [OutputKind; 4] =
    [OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32, OutputKind::Count];

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

/// The first policy, profile or error kind that the codec lacks, or whose name differs from that of claims and vectors.
pub fn name_fault() -> Option<String> {
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
    wrong.map(|(_, name)| format!("the codec lacks `{name}`, or has another name or place for it"))
}

/// How many codes are compared at once.
const BLOCK: usize = 64;

/// The first code that the codec encodes differently from `source` and the standard library: `code_points`, surrogates, and
/// above U+10FFFF the ends of each length and of each power of two.
pub fn code_fault(code_points: impl Iterator<Item = u32>, source: &TextSource) -> Option<String> {
    let all: Vec<u32> = code_points.collect();
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

/// The first form of text in which the codec and `source` differ on `codes`.
pub fn codes_fault(codes: &[u32], profile: Profile, source: &TextSource) -> Option<String> {
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

/// The first policy by which the codec and `source` replace the errors of `segment` differently.
pub fn policy_fault(segment: &SegmentEvents, profile: Profile, source: &TextSource) -> Option<String> {
    let claim = Claim::lossy(Policy::MaximalSubpart);
    Policy::ALL.iter().copied().find_map(|policy| {
        let codes = (source.replaced)(&segment.bytes, &segment.events, policy);
        let second = codes.and_then(|codes| (source.text)(&codes, profile, OutputKind::Utf32));
        let made = replaced_text(segment, profile, &claim, policy);
        (made != second).then(|| differ(&format!("{policy} text"), made.as_ref(), second.as_ref()))
    })
}

/// The first difference between the codec and `source` on all of `segment`, which is finished.
pub fn whole_text_fault(segment: &SegmentEvents, profile: Profile, source: &TextSource) -> Option<String> {
    let SegmentEvents { bytes, events: expected, .. } = segment;
    if let Some(fault) = whole_fault(bytes, profile) {
        return Some(fault);
    }
    if profile != Profile::Rfc3629 {
        return None;
    }
    if let Some(policy) = Policy::ALL.iter().copied().find(|policy| !says_how_many(bytes, expected, *policy))
    {
        return Some(format!("ReplacedCodes promises another number than there are, {policy}"));
    }
    Policy::ALL.iter().copied().find_map(|policy| {
        let codes: Vec<u32> = decode_lossy(bytes, profile, policy).collect();
        let second = (source.replaced)(bytes, expected, policy).unwrap_or_default();
        (codes != second).then(|| {
            format!("decode_lossy, {policy}: {}, the second source has {}", hex(&codes), hex(&second))
        })
    })
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

fn differ(what: &str, made: Option<&Text>, second: Option<&Text>) -> String {
    let written = |text: Option<&Text>| text.map_or("nothing".to_owned(), Text::to_string);
    format!("{what}: {} is expected, the second source has {}", written(made), written(second))
}

/// `codes`, as comments write them.
fn hex(codes: &[u32]) -> String {
    let words: Vec<String> = codes.iter().map(|code| format!("{code:04x}")).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
