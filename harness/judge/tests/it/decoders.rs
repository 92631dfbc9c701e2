//! Decoders of one call that claim to be strict, or to replace errors, each with one fault.

use illformed_codec::{Policy, Profile, decode_lossy};
use illformed_judge::claim::{Bom, Claim, Kind, OffsetMeaning, Refusal, TextForm};
use illformed_judge::judge::Response;
use illformed_judge::observation::{CallOutcome, Observation, Text};
use std::iter;
use std::time::Duration;

/// What a decoder answers.
type Decode = fn(&[u8]) -> Response;

/// A decoder: what is wrong with it, what it claims, and what it answers.
pub(crate) type Decoder = (&'static str, Claim, Decode);

/// A character that a decoder takes from the start of bytes, and how many of them it takes.
type Taken = Option<(u32, usize)>;

/// The number that a lead byte at the start of `bytes` and as many continuation bytes as it announces spell, whatever it is,
/// with the length of the sequence.
fn loose(bytes: &[u8]) -> Option<(u32, usize)> {
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
fn lax(bytes: &[u8], accepts: impl Fn(u32, usize) -> bool) -> Vec<u32> {
    let mut codes = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let right = char_at(rest).map(|c| (u32::from(c), c.len_utf8()));
        let taken = right.or_else(|| loose(rest).filter(|(code, len)| accepts(*code, *len)));
        let (code, len) = taken.unwrap_or_else(|| {
            let error = str::from_utf8(rest).err().and_then(|error| error.error_len());
            (0xFFFD, error.unwrap_or(rest.len()))
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

/// What a strict decoder answers that takes what `takes` says besides what is well-formed.
fn strict(bytes: &[u8], takes: impl Fn(&[u8]) -> Taken) -> Observation {
    let mut codes = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let right = char_at(rest).map(|c| (c.into(), c.len_utf8()));
        let Some((code, len)) = takes(rest).or(right) else {
            let len = str::from_utf8(rest).err().and_then(|error| error.error_len());
            let error = match len {
                Some(_) => Observation::reject(Some(at), len),
                None => Observation::incomplete(Some(at)),
            };
            return Observation { calls: vec![CallOutcome::Failed(Some(Text::Utf32(codes)))], ..error };
        };
        codes.push(code);
        at += len;
    }
    Observation::accept(Text::Utf32(codes))
}

fn right(bytes: &[u8]) -> Observation {
    strict(bytes, |_| None)
}

/// What a strict decoder answers that takes sequences of these lengths and numbers.
fn taking(bytes: &[u8], takes: fn(usize, u32) -> bool) -> Response {
    strict(bytes, |rest| loose(rest).filter(|(code, len)| takes(*len, *code))).into()
}

/// What a strict decoder answers that refuses these characters.
fn refusing(bytes: &[u8], refuses: fn(char) -> bool) -> Response {
    let Err(at) = bytes.utf8_chunks().try_fold(0, |at, chunk| {
        let refused = chunk.valid().char_indices().find(|(_, c)| refuses(*c));
        refused.map_or(Ok(at + chunk.valid().len() + chunk.invalid().len()), |(place, _)| Err(at + place))
    }) else {
        return right(bytes).into();
    };
    let error = right(bytes).at.filter(|error| *error < at);
    if error.is_some() { right(bytes).into() } else { Observation::reject(Some(at), None).into() }
}

/// The right answer with `change` made to its error's offset and length, if there is an error.
fn misplaced(bytes: &[u8], change: fn(&[u8], usize, usize) -> (usize, usize)) -> Response {
    let answer = right(bytes);
    let Some(at) = answer.at else { return answer.into() };
    let (at, len) = change(bytes, at, answer.len.unwrap_or(bytes.len() - at));
    Observation { at: Some(at), len: Some(len), ..answer }.into()
}

/// The right answer, or `other` to an input with that byte.
fn unless(bytes: &[u8], byte: u8, other: fn() -> Response) -> Response {
    if bytes.contains(&byte) { other() } else { right(bytes).into() }
}

/// The text under a policy.
fn under(bytes: &[u8], policy: Policy) -> Vec<u32> {
    decode_lossy(bytes, Profile::Rfc3629, policy).collect()
}

fn accept(codes: Vec<u32>) -> Response {
    Observation::accept(Text::Utf32(codes)).into()
}

/// The text with U+FFFD for an error and the character behind it.
fn swallowing(bytes: &[u8]) -> Vec<u32> {
    let mut swallows = false;
    let codes = under(bytes, Policy::MaximalSubpart).into_iter().filter(|code| {
        let is_kept = *code == 0xFFFD || !swallows;
        swallows = *code == 0xFFFD;
        is_kept
    });
    codes.collect()
}

fn is_surrogate(code: u32) -> bool {
    (0xD800..=0xDFFF).contains(&code)
}

/// A surrogate pair as one character.
fn pair(rest: &[u8]) -> Taken {
    let [high, low] = [rest, rest.get(3..)?].map(|half| loose(half).map_or(0, |(code, _)| code));
    let is_pair = (0xD800..=0xDBFF).contains(&high) && (0xDC00..=0xDFFF).contains(&low);
    is_pair.then(|| (0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), 6))
}

/// A lead byte of at most `most` bytes with as many bytes as it announces and there are, whatever they are.
fn greedy(rest: &[u8], most: usize) -> Taken {
    let lead = *rest.first()?;
    let len = Some(lead.leading_ones() as usize).filter(|len| (2..=most).contains(len))?;
    let following = &rest[1..len.min(rest.len())];
    let payload = u32::from(lead) & (0x7F >> len);
    let code = following.iter().fold(payload, |value, byte| value << 6 | u32::from(byte & 0x3F));
    Some((code, 1 + following.len()))
}

/// The same of at most four bytes, if they are there.
fn blind(rest: &[u8]) -> Taken {
    greedy(rest, 4).filter(|(_, len)| *len == rest[0].leading_ones() as usize)
}

/// A sequence that the end cuts, with zeros for what is missing.
fn filled(rest: &[u8]) -> Taken {
    let (code, len) = greedy(rest, 4).filter(|(_, len)| *len == rest.len())?;
    let missing = rest[0].leading_ones() - len as u32;
    (missing > 0).then_some((code << (6 * missing), len))
}

/// What is wrong with the text of decoders that claim to be strict, or with what they accept.
const OF_TEXT: &[(&str, Decode)] = &[
    ("none", |bytes| right(bytes).into()),
    ("takes overlong forms of two bytes", |bytes| taking(bytes, |len, _| len == 2)),
    ("takes overlong forms of three bytes", |bytes| taking(bytes, |len, code| len == 3 && code < 0x800)),
    ("takes overlong forms of four bytes", |bytes| taking(bytes, |len, code| len == 4 && code < 0x1_0000)),
    ("takes surrogates", |bytes| taking(bytes, |len, code| len == 3 && is_surrogate(code))),
    ("takes surrogate pairs", |bytes| strict(bytes, pair).into()),
    ("takes numbers above 10FFFF in four bytes", |bytes| {
        taking(bytes, |len, code| len == 4 && code > 0x10_FFFF)
    }),
    ("takes five bytes", |bytes| taking(bytes, |len, code| len == 5 && code >= 0x20_0000)),
    ("takes all forms of RFC 2279", |bytes| taking(bytes, |len, code| len > 3 && code > 0x10_FFFF)),
    ("takes all that is announced and there", |bytes| taking(bytes, |_, _| true)),
    ("takes stray continuation bytes for Latin-1", |bytes| {
        strict(bytes, |rest| Some((u32::from(rest[0]), 1)).filter(|(code, _)| (0x80..=0xBF).contains(code)))
            .into()
    }),
    ("takes all bytes that are not text for Latin-1", |bytes| accept(under(bytes, Policy::Latin1))),
    ("takes as many bytes as are announced", |bytes| strict(bytes, blind).into()),
    ("takes FE and FF", |bytes| {
        strict(bytes, |rest| Some((u32::from(rest[0]), 1)).filter(|taken| taken.0 > 0xFD)).into()
    }),
    ("drops what the end cuts", |bytes| {
        let whole = right(bytes).at.filter(|at| bytes.len() - at < 4 && right(bytes).len.is_none());
        right(&bytes[..whole.unwrap_or(bytes.len())]).into()
    }),
    ("fills what the end cuts with zeros", |bytes| strict(bytes, filled).into()),
    ("drops errors", |bytes| accept(under(bytes, Policy::Drop))),
    ("replaces errors", |bytes| accept(under(bytes, Policy::MaximalSubpart))),
    ("swallows the character behind an error", |bytes| accept(swallowing(bytes))),
    ("takes anything for something", |bytes| {
        let number = |rest: &[u8]| Some((rest[0].into(), 1)).filter(|(code, _)| (0x80..=0xBF).contains(code));
        strict(bytes, |rest| greedy(rest, 6).or_else(|| number(rest))).into()
    }),
    ("ends at U+0000", |bytes| right(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into()),
    ("strips U+FEFF", |bytes| right(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).into()),
    ("refuses U+0000", |bytes| refusing(bytes, |c| c == '\0')),
    ("refuses noncharacters", |bytes| refusing(bytes, |c| Refusal::Noncharacters.covers(c.into()))),
    ("refuses four bytes", |bytes| refusing(bytes, |c| c.len_utf8() == 4)),
    ("refuses all but ASCII", |bytes| refusing(bytes, |c| !c.is_ascii())),
    ("gives U+FFFD for U+FEFF", |bytes| {
        strict(bytes, |rest| rest.starts_with(b"\xEF\xBB\xBF").then_some((0xFFFD, 3))).into()
    }),
    ("gives the next character", |bytes| {
        strict(bytes, |rest| char_at(rest).map(|c| (u32::from(c) + 1, c.len_utf8()))).into()
    }),
];

/// What is wrong with what they say of an error, or with the process.
const OF_ERRORS: &[(&str, Decode)] = &[
    ("gives an offset one too great", |bytes| misplaced(bytes, |_, at, len| (at + 1, len))),
    ("gives the offset of the error's end", |bytes| misplaced(bytes, |_, at, len| (at + len, len))),
    ("gives offsets in characters", |bytes| {
        misplaced(bytes, |bytes, at, len| (String::from_utf8_lossy(&bytes[..at]).chars().count(), len))
    }),
    ("gives offsets in UTF-16", |bytes| {
        misplaced(bytes, |bytes, at, len| (String::from_utf8_lossy(&bytes[..at]).encode_utf16().count(), len))
    }),
    ("gives the offset 0", |bytes| misplaced(bytes, |_, _, len| (0, len))),
    ("gives the length of the input", |bytes| misplaced(bytes, |bytes, _, len| (bytes.len(), len))),
    ("gives the length 1", |bytes| misplaced(bytes, |_, at, _| (at, 1))),
    ("calls all errors incomplete", |bytes| {
        let answer = right(bytes);
        let Some(at) = answer.at else { return answer.into() };
        Observation { calls: answer.calls, ..Observation::incomplete(Some(at)) }.into()
    }),
    ("gives a character before the error", |bytes| {
        let mut answer = right(bytes);
        if let [CallOutcome::Failed(Some(Text::Utf32(codes)))] = answer.calls.as_mut_slice() {
            codes.push(0x58);
        }
        answer.into()
    }),
    ("dies of FF", |bytes| unless(bytes, 0xFF, || Response::Crashed("killed by signal 11".to_owned()))),
    ("hangs on F8", |bytes| unless(bytes, 0xF8, || Response::TimedOut(Duration::from_secs(1)))),
];

/// The decoders that claim to be strict.
pub(crate) fn strict_decoders() -> Vec<Decoder> {
    let claim = || Claim::strict(Profile::Rfc3629);
    let refusing_what = |what| Claim { refuses: vec![what], ..claim() };
    let offending = Claim { at: OffsetMeaning::Offending, ..claim() };
    let strips = Claim { bom: Bom::Strip, ..claim() };
    let is_right: Decode = |bytes| right(bytes).into();
    let refuses_nul: Decode = |bytes| refusing(bytes, |c| c == '\0');
    let mut all: Vec<Decoder> = vec![
        ("refuses what it says, and nothing else", refusing_what(Refusal::Nul), refuses_nul),
        ("takes what it says that it refuses", refusing_what(Refusal::Noncharacters), is_right),
        ("keeps U+FEFF that it says it strips", strips, is_right),
        ("tells the start of the error, not the byte that is wrong", offending, is_right),
        ("a validator takes surrogates", Claim::validate(Profile::Rfc3629), |bytes| {
            let answer =
                strict(bytes, |rest| loose(rest).filter(|(code, len)| *len == 3 && is_surrogate(*code)));
            let calls = answer.calls.iter().map(|call| match call {
                CallOutcome::Done(_) => CallOutcome::Done(Text::None),
                _ => CallOutcome::Failed(None),
            });
            Observation { calls: calls.collect(), ..answer }.into()
        }),
    ];
    let faults = OF_TEXT.iter().chain(OF_ERRORS);
    all.extend(faults.map(|(name, decode)| (*name, claim(), *decode)));
    all
}

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

/// `codes` without U+FFFD, unless it is well-formed in `bytes`: then all is right.
fn dropping(bytes: &[u8], mut codes: Vec<u32>) -> Vec<u32> {
    if bytes.windows(3).any(|three| three == b"\xEF\xBF\xBD") {
        return under(bytes, Policy::Drop);
    }
    codes.retain(|code| *code != 0xFFFD);
    codes
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
        ("takes all for windows-1252 where there is an error", claim(), |bytes| {
            let all = bytes.iter().flat_map(|byte| under(&[*byte], Policy::Cp1252)).collect();
            accept(str::from_utf8(bytes).map_or(all, |text| text.chars().map(u32::from).collect()))
        }),
        ("gives U+FFFD for what windows-1252 lacks", Claim::lossy(Policy::Cp1252), |bytes| {
            mended(bytes, |valid, invalid| {
                let codes = invalid.iter().flat_map(|byte| under(&[*byte], Policy::Cp1252));
                let codes = codes.map(|code| if code < 0xA0 { 0xFFFD } else { code });
                valid.chars().chain(codes.filter_map(char::from_u32)).collect()
            })
        }),
        ("takes overlong forms of two bytes", claim(), |bytes| accept(lax(bytes, |_, len| len == 2))),
        ("loses one character", claim(), |bytes| {
            let codes = under(bytes, Policy::MaximalSubpart).into_iter();
            accept(codes.filter(|code| *code != 0x2042).collect())
        }),
        ("takes one surrogate", claim(), |bytes| accept(lax(bytes, |code, len| len == 3 && code == 0xD823))),
        ("swallows the character behind an error", claim(), |bytes| accept(swallowing(bytes))),
        (
            "drops errors, as it says, and swallows the character behind",
            Claim::lossy(Policy::Drop),
            |bytes| accept(dropping(bytes, swallowing(bytes))),
        ),
        (
            "drops errors, as it says, and takes overlong forms of two bytes",
            Claim::lossy(Policy::Drop),
            |bytes| accept(dropping(bytes, lax(bytes, |_, len| len == 2))),
        ),
        (
            "takes errors for Latin-1, as it says, and drops what the end cuts",
            Claim::lossy(Policy::Latin1),
            |bytes| {
                let len = str::from_utf8(bytes).err().filter(|error| error.error_len().is_none());
                accept(under(&bytes[..len.map_or(bytes.len(), |error| error.valid_up_to())], Policy::Latin1))
            },
        ),
        ("escapes errors", claim(), |bytes| {
            mended(bytes, |valid, invalid| {
                invalid.iter().fold(valid.to_owned(), |text, byte| text + &format!("\\x{byte:02x}"))
            })
        }),
        ("gives all twice", claim(), |bytes| {
            let codes = under(bytes, Policy::MaximalSubpart);
            accept(codes.into_iter().flat_map(|code| [code, code]).collect())
        }),
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
