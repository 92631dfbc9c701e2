//! Common mistakes in adapters, recognised by what they leave in answers.

use crate::ask::adapter::command::in_form_of;
use crate::ask::adapter_check::probe::Probe;
use crate::ask::protocol::parse_answer;
use illformed_judge::claim::{Claim, Kind, OffsetMeaning, OutputKind};
use illformed_judge::judge::Response;
use illformed_judge::named_enum;
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
use illformed_vectors::Input;
use serde_json::Value;
use std::str;

named_enum! {
    /// A mistake, by what it is.
    pub enum Mistake {
        LossyAsStrict = "a decoder that replaces errors is declared `strict`",
        LittleEndian = "the units of the text are little-endian",
        ByteOrderMark = "each text begins with a byte order mark that is not in the input",
        LittleEndianWithMark = "the units of the text are little-endian, behind a byte order mark that is not in the input",
        OffsetInCharacters = "`at` counts characters; the contract counts bytes",
        OffsetInUnits = "`at` counts 16-bit units; the contract counts bytes",
        UpperCaseHex = "the hex has upper-case digits",
        SeparatedHex = "something stands between the hex digits",
        Unflushed = "standard output is buffered",
        RejectsAll = "all well-formed input is rejected",
    }
}

impl Mistake {
    /// What to change.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::LossyAsStrict => {
                "declare \"kind\":\"lossy\" and its documented \"policy\", or call the API in the mode that reports errors"
            }
            Self::LittleEndian => {
                "write each unit with its highest digit first, such as with `utf-32-be` in place of `utf-32-le`"
            }
            Self::ByteOrderMark => {
                "encode the text without a mark, such as with `utf-32-be` in place of `utf-32`"
            }
            Self::LittleEndianWithMark => {
                "write each unit with its highest digit first and no mark, such as with `utf-32-be` in place of `utf-32`"
            }
            Self::OffsetInCharacters | Self::OffsetInUnits => {
                "answer the byte offset of the API; if it has none, leave `at` out and declare \"at\":\"none\""
            }
            Self::UpperCaseHex => "write lower-case digits, such as with `%02x` in place of `%02X`",
            Self::SeparatedHex => "write the digits of `out` without spaces, commas or prefixes",
            Self::Unflushed => {
                "flush after each answer, such as with `fflush(stdout)`, `flush=True` or `$stdout.sync = true`"
            }
            Self::RejectsAll => {
                "answer `accept` where the API reports no error; look at what the adapter does at the end of the input"
            }
        }
    }

    /// The mistake in `line`, which is no answer to `input`: without it, the line would be one.
    pub(super) fn in_line(line: &str, out: OutputKind, input: &Input) -> Option<Self> {
        let mut answer: Value = serde_json::from_str(line).ok()?;
        let is_answer = |answer: &Value| parse_answer(&answer.to_string(), out, input).is_ok();
        if is_answer(&answer) {
            // What is wrong is no value: a key that stands twice.
            return None;
        }
        for key in ["out", "outs"] {
            if let Some(word) = answer.get(key).and_then(Value::as_str) {
                answer[key] = word.to_ascii_lowercase().into();
            }
        }
        if is_answer(&answer) {
            return Some(Self::UpperCaseHex);
        }
        let word = answer.get("out")?.as_str()?.replace("0x", "").replace("\\x", "").replace("u+", "");
        answer["out"] = word.replace([' ', ',', ':', '-', '_'], "").into();
        is_answer(&answer).then_some(Self::SeparatedHex)
    }

    /// The mistake in all texts of well-formed input, and the number of the first probe that shows it.
    pub(super) fn in_texts(probes: &[Probe], responses: &[Response]) -> Option<(Self, usize)> {
        let answers = answers(probes, responses);
        let mut seen = answers.filter_map(|(number, bytes, observation)| {
            // U+0000 is the same from either end.
            let text = str::from_utf8(bytes).ok().filter(|text| !text.is_empty() && !text.contains('\0'))?;
            Some((observation.and_then(|observation| form(observation, text)), number))
        });
        let (first, number) = seen.next()?;
        let mistake = first?;
        seen.all(|(form, _)| form == Some(mistake)).then_some((mistake, number))
    }

    /// The mistakes in what `responses` say of well-formed and ill-formed input, each with the number of a probe that shows it.
    pub(super) fn in_verdicts(claim: &Claim, probes: &[Probe], responses: &[Response]) -> Vec<(Self, usize)> {
        let answers = answers(probes, responses).filter(|(_, bytes, _)| !bytes.is_empty());
        let (well_formed, ill_formed): (Vec<_>, Vec<_>) =
            answers.partition(|(_, bytes, _)| str::from_utf8(bytes).is_ok());
        let all_answer = |answers: &[(usize, &[u8], Option<&Observation>)], accepted: bool| {
            let is_so = |observation: &Observation| (observation.answer == Answer::Accept) == accepted;
            answers.iter().all(|(_, _, observation)| observation.is_some_and(is_so))
        };
        let mut mistakes = Vec::new();
        if all_answer(&well_formed, false) {
            mistakes.extend(well_formed.first().map(|(number, ..)| (Self::RejectsAll, *number)));
        }
        if matches!(claim.kind, Kind::Strict { .. }) && all_answer(&ill_formed, true) {
            let replaced = ill_formed.iter().find(|(_, _, observation)| observation.is_some_and(replaces));
            mistakes.extend(replaced.map(|(number, ..)| (Self::LossyAsStrict, *number)));
        }
        // Each offset with the characters before the error.
        let offsets = ill_formed.iter().filter_map(|(number, bytes, observation)| {
            Some((*number, bytes.utf8_chunks().next()?.valid(), (*observation)?.at?))
        });
        let is_0_at_start = offsets.clone().all(|(_, before, at)| !before.is_empty() || at == 0);
        if claim.at != OffsetMeaning::None && is_0_at_start {
            let mut mistaken = offsets.filter_map(|(number, before, at)| match at {
                at if at == before.len() => None,
                at if at == before.chars().count() => Some((Self::OffsetInCharacters, number)),
                at if at == before.encode_utf16().count() => Some((Self::OffsetInUnits, number)),
                _ => None,
            });
            mistakes.extend(mistaken.next());
        }
        mistakes
    }
}

/// The probes of bytes, each with its number and what was observed.
fn answers<'a>(
    probes: &'a [Probe],
    responses: &'a [Response],
) -> impl Iterator<Item = (usize, &'a [u8], Option<&'a Observation>)> {
    probes.iter().zip(responses).enumerate().filter_map(|(number, (probe, response))| {
        let Input::Bytes(bytes) = &*probe.fitted_input.input else { return None };
        let observation = match response {
            Response::Observed(observation) => Some(observation),
            _ => None,
        };
        Some((number, bytes.as_slice(), observation))
    })
}

/// The text of a call that went through.
fn text(observation: &Observation) -> Option<&Text> {
    match observation.calls.as_slice() {
        [CallOutcome::Done(text)] => Some(text),
        _ => None,
    }
}

/// How the text of `observation` differs from `expected` in form alone.
fn form(observation: &Observation, expected: &str) -> Option<Mistake> {
    // A number has no form: one more is no mark.
    let seen = text(observation).filter(|text| !matches!(text, Text::Count(_)))?;
    let marked = format!("\u{FEFF}{expected}");
    let [expected, marked] = [expected, &marked].map(|text| in_form_of(seen, text));
    let swapped = match seen {
        Text::Utf16(units) => Text::Utf16(units.iter().map(|unit| unit.swap_bytes()).collect()),
        Text::Utf32(codes) => Text::Utf32(codes.iter().map(|code| code.swap_bytes()).collect()),
        other => other.clone(),
    };
    match seen {
        seen if *seen == expected => None,
        seen if *seen == marked => Some(Mistake::ByteOrderMark),
        _ if swapped == expected => Some(Mistake::LittleEndian),
        _ if swapped == marked => Some(Mistake::LittleEndianWithMark),
        _ => None,
    }
}

/// Whether there is a U+FFFD in the text.
fn replaces(observation: &Observation) -> bool {
    let replacement = char::REPLACEMENT_CHARACTER;
    match text(observation) {
        Some(Text::Utf8(bytes)) => bytes.windows(3).any(|three| three == replacement.to_string().as_bytes()),
        Some(text) => text.units().is_some_and(|units| units.contains(&u32::from(replacement))),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Mistake, form};
    use illformed_judge::claim::OutputKind;
    use illformed_judge::observation::{Observation, Text};
    use illformed_vectors::Input;

    #[test]
    fn a_number_that_is_one_too_high_is_no_byte_order_mark() {
        assert_eq!(form(&Observation::accept(Text::Count(2)), "A"), None);
        let marked = Observation::accept(Text::Utf32(vec![0xFEFF, 0x41]));
        assert_eq!(form(&marked, "A"), Some(Mistake::ByteOrderMark));
    }

    #[test]
    fn what_is_wrong_with_the_hex_is_told_only_where_it_is_wrong() {
        for (line, mistake) in [
            (r#"{"seq":1,"seq":1,"answer":"accept","out":"c3a9"}"#, None),
            (r#"{"seq":1,"answer":"accept","out":"C3A9"}"#, Some(Mistake::UpperCaseHex)),
            (r#"{"seq":1,"answer":"accept","out":"c3 a9"}"#, Some(Mistake::SeparatedHex)),
        ] {
            assert_eq!(
                Mistake::in_line(line, OutputKind::Utf8, &Input::Bytes(Vec::new())),
                mistake,
                "{line}"
            );
        }
    }
}
