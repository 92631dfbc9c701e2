//! Answers in words.

use crate::expected::{Expected, ExpectedFailure, ExpectedSegment};
use crate::judge::Response;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use crate::shown::thousands;
use illformed_codec::{Event, Profile, events};

/// How many characters of a text are named.
const NAMED: usize = 6;

/// What is expected, in words: `an error at byte 0, length 1`, `U+0041 U+FFFD`.
///
/// Of an input of several segments, each has its words; of several calls, the call of an error is named.
pub fn expected_answer(expected: &Expected) -> String {
    let of_segment = |segment: &ExpectedSegment| match segment.failure {
        Some(ExpectedFailure { call, at, len, .. }) => error(at, len, (call, segment.call_count)),
        None => match joined(segment.calls.iter().map(Option::as_ref)) {
            Some(text) => text_words(&text, NAMED),
            None => "the text, with something in the place of each error".to_owned(),
        },
    };
    expected.segments.iter().map(of_segment).collect::<Vec<_>>().join("; after a reset ")
}

/// What came, in words: `U+0000`, `an error at byte 1, length 2`, `no answer in 1000 ms`.
pub fn given_answer(response: &Response) -> String {
    answer(response, true, NAMED)
}

/// The same without the length of an error, since decoders that find the same error give different lengths, or none; and
/// the whole of it, however long its text is, to tell answers apart.
pub fn brief_answer(response: &Response) -> (String, String) {
    (answer(response, false, NAMED), answer(response, false, usize::MAX))
}

/// The words of `response`, with at most so many characters of its text.
fn answer(response: &Response, with_len: bool, most: usize) -> String {
    let Response::Observed(observation) = response else { return response.to_string() };
    let Observation { answer, at, len, call, calls } = observation;
    match answer {
        Answer::Reject => error(*at, len.filter(|_| with_len), (call.unwrap_or_default(), calls.len())),
        Answer::Incomplete => {
            format!(
                "incomplete{}",
                at.map_or_else(String::new, |at| format!(" at byte {}", thousands(at as u64, ',')))
            )
        }
        Answer::Accept => {
            let text = |call: &CallOutcome| match call {
                CallOutcome::Done(text) | CallOutcome::Failed(Some(text)) => Some(text.clone()),
                CallOutcome::Failed(None) | CallOutcome::NotMade => None,
            };
            let texts: Vec<Text> = calls.iter().filter_map(text).collect();
            joined(texts.iter().map(Some))
                .map_or_else(|| "accepted".to_owned(), |text| text_words(&text, most))
        }
    }
}

fn error(at: Option<usize>, len: Option<usize>, (call, calls): (usize, usize)) -> String {
    let number = |number: usize| thousands(number as u64, ',');
    let at = at.map_or_else(String::new, |at| format!(" at byte {}", number(at)));
    // Who gives no offset gives no length.
    let len =
        len.filter(|_| !at.is_empty()).map_or_else(String::new, |len| format!(", length {}", number(len)));
    let call = if calls > 1 {
        format!(", in call {} of {}", number(call + 1), number(calls))
    } else {
        String::new()
    };
    format!("an error{at}{len}{call}")
}

/// The texts as one; `None` if one is not defined.
fn joined<'a>(mut texts: impl Iterator<Item = Option<&'a Text>>) -> Option<Text> {
    let first = texts.next()??.clone();
    texts.try_fold(first, |mut all, text| {
        all.append(text?);
        Some(all)
    })
}

fn text_words(text: &Text, most: usize) -> String {
    let words: Vec<String> = match text {
        Text::None => return "accepted".to_owned(),
        Text::Count(1) => return "1 character".to_owned(),
        Text::Count(count) => return format!("{} characters", thousands(*count, ',')),
        Text::Utf32(codes) => codes.iter().copied().map(code_word).collect(),
        Text::Utf16(units) => char::decode_utf16(units.iter().copied())
            .map(|code| code_word(code.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from)))
            .collect(),
        Text::Utf8(bytes) => events(bytes, Profile::Rfc2279)
            .map(|event| match event {
                Event::Code { value, .. } => code_word(value),
                Event::Error { at, .. } => format!("byte {:02X}", bytes[at]),
            })
            .collect(),
    };
    match words.len() {
        0 => "no text".to_owned(),
        len if len > most => {
            format!("{} and {} more", words[..most].join(" "), thousands((len - most) as u64, ','))
        }
        _ => words.join(" "),
    }
}

fn code_word(code: u32) -> String {
    format!("U+{code:04X}")
}

#[cfg(test)]
mod tests {
    use super::given_answer;
    use crate::judge::Response;
    use crate::observation::{Observation, Text};
    use std::time::Duration;

    #[test]
    fn answers_are_told_in_words() {
        let accepted = |text| Response::Observed(Observation::accept(text));
        for (response, words) in [
            (accepted(Text::None), "accepted"),
            (accepted(Text::Utf32(Vec::new())), "no text"),
            (accepted(Text::Utf32(vec![0x41, 0xD800])), "U+0041 U+D800"),
            (accepted(Text::Utf16(vec![0xD83D, 0xDE00, 0xD83D])), "U+1F600 U+D83D"),
            (accepted(Text::Utf8(b"A\xC0\x80".to_vec())), "U+0041 byte C0 byte 80"),
            (
                accepted(Text::Utf32(vec![0x41; 1007])),
                "U+0041 U+0041 U+0041 U+0041 U+0041 U+0041 and 1,001 more",
            ),
            (accepted(Text::Count(1)), "1 character"),
            (accepted(Text::Count(2000)), "2,000 characters"),
            (
                Response::Observed(Observation::reject(Some(1000), Some(2))),
                "an error at byte 1,000, length 2",
            ),
            (Response::Observed(Observation::reject(None, None)), "an error"),
            (Response::Observed(Observation::incomplete(Some(3))), "incomplete at byte 3"),
            (Response::TimedOut(Duration::from_millis(50)), "no answer in 50 ms"),
        ] {
            assert_eq!(given_answer(&response), words);
        }
    }
}
