//! Decoders of one call that claim to replace errors, each with one fault.

use crate::decoders::{Decoder, accept, is_surrogate, lax, right, swallowing, under};
use illformed_codec::Policy;
use illformed_judge::claim::{Claim, Kind, TextForm};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::iter;

/// The text that `mend` makes of each part that is well-formed, with the error behind it.
fn mended(bytes: &[u8], mend: fn(&str, &[u8]) -> String) -> Response {
    let text: String = bytes.utf8_chunks().map(|chunk| mend(chunk.valid(), chunk.invalid())).collect();
    accept(text.chars().map(u32::from).collect())
}

/// What is announced and there, as UTF-16, with `beyond` for a number above 10FFFF.
fn utf16(bytes: &[u8], beyond: fn(u32) -> Vec<u16>) -> Response {
    let units = lax(bytes, |_, _| true).into_iter().flat_map(|code| match char::from_u32(code) {
        Some(c) => c.encode_utf16(&mut [0; 2]).to_vec(),
        None if code <= 0xFFFF => vec![code as u16],
        None => beyond(code),
    });
    Observation::accept(Text::Utf16(units.collect())).into()
}

/// The decoders that claim to replace errors.
pub(crate) fn lossy_decoders() -> Vec<Decoder> {
    let claim = || Claim::lossy(Policy::MaximalSubpart);
    let silent = || Claim::lossy(None);
    let in_utf16 = || silent().giving(TextForm::Utf16);
    let count = || Claim { kind: Kind::Count { policy: claim().policy() }, ..claim() };
    vec![
        ("none", claim(), |bytes| accept(under(bytes, Policy::MaximalSubpart))),
        ("replaces each byte", claim(), |bytes| accept(under(bytes, Policy::PerByte))),
        ("replaces as Java does", claim(), |bytes| accept(under(bytes, Policy::Java))),
        ("drops errors", claim(), |bytes| accept(under(bytes, Policy::Drop))),
        ("stops at errors", claim(), |bytes| right(bytes).into()),
        ("ends at errors", claim(), |bytes| accept(under(bytes, Policy::Fatal))),
        ("takes errors for windows-1252", claim(), |bytes| accept(under(bytes, Policy::Cp1252))),
        ("takes overlong forms of two bytes", claim(), |bytes| accept(lax(bytes, |_, len| len == 2))),
        ("loses one character", claim(), |bytes| {
            let codes = under(bytes, Policy::MaximalSubpart).into_iter();
            accept(codes.filter(|code| *code != 0x2042).collect())
        }),
        ("takes one surrogate", claim(), |bytes| accept(lax(bytes, |code, len| len == 3 && code == 0xD823))),
        ("swallows the character behind an error", claim(), |bytes| accept(swallowing(bytes))),
        ("gives a blank behind an error", claim(), |bytes| {
            mended(bytes, |valid, invalid| {
                valid.to_owned() + if invalid.is_empty() { "" } else { "\u{FFFD} " }
            })
        }),
        ("loses the last character", claim(), |bytes| {
            let mut codes = under(bytes, Policy::MaximalSubpart);
            codes.pop();
            accept(codes)
        }),
        ("counts bytes", count(), |bytes| Observation::accept(Text::Count(bytes.len() as u64)).into()),
        ("documents nothing and gives ?", silent(), |bytes| {
            mended(bytes, |valid, invalid| {
                valid.chars().chain(iter::repeat_n('?', invalid.len().min(1))).collect()
            })
        }),
        ("documents nothing and drops errors", silent(), |bytes| accept(under(bytes, Policy::Drop))),
        ("documents nothing and takes numbers as halves that wrap", in_utf16(), |bytes| {
            utf16(bytes, |code| {
                let halves = [0xD800 + ((code - 0x1_0000) >> 10), 0xDC00 + (code & 0x3FF)];
                halves.map(|half| half as u16).to_vec()
            })
        }),
        ("documents nothing and takes the low sixteen bits", in_utf16(), |bytes| {
            utf16(bytes, |code| vec![code as u16])
        }),
        ("documents nothing and copies all bytes", silent().giving(TextForm::Utf8), |bytes| {
            Observation::accept(Text::Utf8(bytes.to_vec())).into()
        }),
        ("documents nothing and takes surrogates", silent(), |bytes| {
            accept(lax(bytes, |code, len| len == 3 && is_surrogate(code)))
        }),
    ]
}
