//! Forms of text and replacement policies.

use crate::claim::OutputKind;
use crate::codec_check::whole_fault;
use crate::expected::text;
use crate::observation::Text;
use crate::oracle::arithmetic::{self, Limits};
use crate::second_source::TextSource;
use illformed_codec::{Policy, Profile, decode_lossy, encode, utf16_units};

/// Every form of text that holds something.
const FORMS: [OutputKind; 4] = [OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32, OutputKind::Count];

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
    let (made, second) = (text(codes, profile, form), (source.text)(codes, profile, form));
    let written = |text: Option<Text>| text.map_or("nothing".to_owned(), |text| text.to_string());
    (made != second).then(|| {
        let (codes, made, second) = (hex(codes), written(made), written(second));
        format!("{form:?} of {codes}: {made} is expected, the second source has {second}")
    })
}

/// The first difference between the codec and the independent sources on all of `bytes`: what it reads, and what each policy makes
/// of the errors.
pub fn whole_text_fault(bytes: &[u8], profile: Profile, source: &TextSource) -> Option<String> {
    if let Some(fault) = whole_fault(bytes, profile) {
        return Some(fault);
    }
    let events = arithmetic::events(bytes, Limits::of(profile));
    Policy::ALL.iter().copied().find_map(|policy| {
        let codes: Vec<u32> = decode_lossy(bytes, profile, policy).collect();
        let second = (source.replaced)(bytes, &events, policy).unwrap_or_default();
        (codes != second).then(|| {
            format!("decode_lossy, {policy}: {}, the second source has {}", hex(&codes), hex(&second))
        })
    })
}

/// `codes`, as comments write them.
fn hex(codes: &[u32]) -> String {
    let words: Vec<String> = codes.iter().map(|code| format!("{code:04x}")).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
