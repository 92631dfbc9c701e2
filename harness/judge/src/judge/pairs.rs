//! The pairs of surrogates of Modified UTF-8, in a text that may hold them as two numbers or as one.

use crate::claim::OutputKind;
use crate::expected::SegmentEvents;
use crate::judge::AnswerToJudge;
use crate::observation::{CallOutcome, Observation, Text};
use illformed_codec::{Event, Profile, encode};
use illformed_vectors::Input;

/// Events and answer of one call in which each pair is one character, on both sides. Where a chunk may cut a pair it is open what
/// comes when. `None` if there is no pair, or if the form of the text says how it is written.
pub(super) fn with_pairs(answer: &AnswerToJudge<'_>) -> Option<(Vec<SegmentEvents>, Observation)> {
    let is_open = answer.profile == Profile::Mutf8
        && matches!(answer.claim.out(), OutputKind::Utf8 | OutputKind::Utf32)
        && matches!(*answer.fitted_input.input, Input::Bytes(_))
        && answer.claim.refuses.is_empty();
    let one = |first: &Event, next: &Event| joined(first.value()?, next.value()?);
    let has_pair =
        |segment: &SegmentEvents| segment.events.windows(2).any(|pair| one(&pair[0], &pair[1]).is_some());
    if !is_open || !answer.events.iter().any(has_pair) {
        return None;
    }
    let mut events = answer.events.to_vec();
    for segment in &mut events {
        segment.events.dedup_by(|next, first| {
            let value = one(first, next);
            if let Some(value) = value {
                *first = Event::Code { value, at: first.at(), len: first.len() + next.len() };
            }
            value.is_some()
        });
    }
    let mut observation = answer.observation.clone();
    for call in &mut observation.calls {
        if let CallOutcome::Done(text) | CallOutcome::Failed(Some(text)) = call {
            join(text);
        }
    }
    Some((events, observation))
}

/// The character of a pair of surrogates.
fn joined(lead: u32, trail: u32) -> Option<u32> {
    let is_pair = (0xD800..0xDC00).contains(&lead) && (0xDC00..0xE000).contains(&trail);
    is_pair.then(|| 0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00))
}

/// Puts one character in the place of each pair.
fn join(text: &mut Text) {
    let characters: Vec<_> = text.characters(0).collect();
    let pairs = characters.windows(2).rev().filter_map(|pair| {
        let value = joined(pair[0].code?, pair[1].code?)?;
        Some((pair[0].at..pair[1].at + pair[1].len, value))
    });
    for (range, value) in pairs {
        match text {
            Text::Utf32(codes) => {
                codes.splice(range, [value]);
            }
            Text::Utf8(bytes) => {
                let encoded =
                    encode(value, Profile::Rfc3629).iter().flat_map(|form| form.to_vec()).collect::<Vec<_>>();
                bytes.splice(range, encoded);
            }
            Text::Utf16(_) | Text::Count(_) | Text::None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::case::Case;
    use crate::claim::{Claim, TextForm};
    use crate::completion::vector_of;
    use crate::judge::{CaseToJudge, judge_case};
    use crate::observation::{Observation, Text};
    use illformed_codec::Profile;
    use illformed_vectors::{Input, VectorId};

    #[test]
    fn a_pair_is_two_surrogates_or_one_character_and_nothing_else() {
        let bytes = b"a\xED\xA0\xBD\xED\xB8\x80b".to_vec();
        let vector = vector_of(VectorId::new("asked/pair").unwrap(), Input::Bytes(bytes.clone()));
        let joined = "a\u{1F600}b";
        let right = [
            (TextForm::Utf32, Text::Utf32(vec![0x61, 0xD83D, 0xDE00, 0x62])),
            (TextForm::Utf32, Text::Utf32(vec![0x61, 0x1_F600, 0x62])),
            (TextForm::Utf8, Text::Utf8(bytes)),
            (TextForm::Utf8, Text::Utf8(joined.into())),
        ];
        let wrong = [
            (TextForm::Utf32, Text::Utf32(vec![0x61, 0x62])),
            (TextForm::Utf32, Text::Utf32(vec![0x61, 0x1_F601, 0x62])),
            (TextForm::Utf8, Text::Utf8(b"a??b".to_vec())),
        ];
        let all = right.map(|one| (one, "pass")).into_iter().chain(wrong.map(|one| (one, "fail")));
        for ((form, text), verdict) in all {
            let claim = Claim::strict(Profile::Mutf8).giving(form);
            let case = Case::of(&vector);
            let judged =
                judge_case(&CaseToJudge::new(&case, &claim), &[Observation::accept(text.clone()).into()]);
            assert_eq!(judged.claim.verdict.kind().name(), verdict, "{text}");
        }
    }
}
