//! What a decoder is told to be does not depend on how much of the suite is asked.

use crate::planted::{asked, never, validator, with_chunks};
use illformed::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError};
use illformed::record::run::RunOptions;
use illformed::record::run_record::DecoderRecord;
use illformed::tell::report::{Style, TerminalOptions, terminal};
use illformed_codec::{Decoder, Event, Policy, Replacer};
use illformed_judge::case::Plan;
use illformed_judge::cause::Cause;
use illformed_judge::claim::{Claim, Profile, Refusal, ScriptSupport, TextForm};
use illformed_judge::complete::default_suite;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::smoke_vectors;
use std::collections::{BTreeMap, BTreeSet};

/// Takes the end of the input within a sequence for the end of the text: the text before it, or the offset of an error.
fn text_before_cut(bytes: &[u8]) -> Result<&[u8], usize> {
    let mut at = 0;
    while let Some(lead) = bytes.get(at) {
        let len = lead.leading_ones().max(1) as usize;
        match bytes.get(at..at + len) {
            None if len <= 6 => break,
            None => return Err(at),
            Some(sequence) if str::from_utf8(sequence).is_ok() => at += len,
            Some(_) => return Err(at),
        }
    }
    Ok(&bytes[..at])
}

fn stops_at_cut() -> Vec<InProcessDecoder> {
    let decoder = |name, claim, shown: fn(&[u8]) -> Text| {
        InProcessDecoder::one_shot(name, "stops at a cut", claim, move |bytes| match text_before_cut(bytes) {
            Ok(text) => Observation::accept(shown(text)),
            Err(at) => Observation::reject(Some(at), None),
        })
    };
    let strict = Claim::strict(Profile::Rfc3629).giving(TextForm::Utf8);
    vec![
        decoder("text", strict, |text| Text::Utf8(text.to_vec())),
        decoder("valid", Claim::validate(Profile::Rfc3629), |_| Text::None),
    ]
}

/// Finds all errors, one byte too early and one byte too long.
fn places_errors_wrongly() -> Vec<InProcessDecoder> {
    let valid = |bytes: &[u8]| match str::from_utf8(bytes) {
        Ok(_) => Observation::accept(Text::None),
        Err(error) => {
            let at = error.valid_up_to().saturating_sub(1);
            Observation::reject(Some(at), error.error_len().map(|len| len + 1))
        }
    };
    let claim = Claim::validate(Profile::Rfc3629);
    vec![InProcessDecoder::one_shot("valid", "places errors wrongly", claim, valid)]
}

/// Takes `F4 90 80 80` for a character in chunks, and refuses every whole.
fn above_the_range() -> Vec<InProcessDecoder> {
    let is_taken = |bytes: &[u8]| bytes == [0xF4, 0x90, 0x80, 0x80] || str::from_utf8(bytes).is_ok();
    vec![with_chunks(validator("valid", never, |_| true), is_taken)]
}

/// Refuses characters above U+FFFF in chunks alone.
fn in_chunks_up_to_ffff() -> Vec<InProcessDecoder> {
    let is_taken = |bytes: &[u8]| str::from_utf8(bytes).is_ok() && bytes.iter().all(|byte| *byte < 0xF0);
    vec![with_chunks(validator("valid", never, never), is_taken)]
}

/// The causes of each decoder of `decoders`, asked the vectors that `wants` selects.
fn told(
    decoders: fn() -> Vec<InProcessDecoder>,
    wants: impl Fn(&str) -> bool,
    known: &[Cause],
) -> BTreeMap<String, Vec<Cause>> {
    let plan = Plan::selected(default_suite(), |id| wants(id.vector.as_str()));
    let known: BTreeSet<Cause> = known.iter().copied().collect();
    let known_causes = ["planted/text", "planted/valid"].map(|name| (name.to_owned(), known.clone())).into();
    let options = RunOptions { asks_again: false, known_causes, ..RunOptions::default() };
    let record = asked(&plan, decoders, &options);
    let causes = |decoder: &DecoderRecord| decoder.by_claim.causes.iter().map(|cause| cause.id).collect();
    record.decoders.iter().map(|decoder| (decoder.decoder.clone(), causes(decoder))).collect()
}

#[test]
fn what_stops_at_a_cut_accepts_incomplete_input_however_much_is_asked() {
    let smoke: BTreeSet<&str> = smoke_vectors().collect();
    let all = |_: &str| true;
    let truncated = |id: &str| id.starts_with("truncated/");
    let one = |id: &str| id == "out-of-range/cut-f5";
    let few = |id: &str| smoke.contains(id);
    for told in
        [told(stops_at_cut, all, &[]), told(stops_at_cut, truncated, &[]), told(stops_at_cut, few, &[])]
    {
        assert_eq!(told["text"], [Cause::AcceptsIncomplete]);
        assert_eq!(told["valid"], [Cause::AcceptsIncomplete]);
    }
    assert_eq!(told(stops_at_cut, one, &[])["text"], [Cause::AcceptsIncomplete]);
    // Lost text would be another name for it, and is taken where it is known.
    assert_eq!(told(stops_at_cut, truncated, &[Cause::LosesText])["text"], [Cause::LosesText]);
    assert_eq!(told(stops_at_cut, truncated, &[Cause::AcceptsSurrogate])["text"], [Cause::AcceptsIncomplete]);
}

#[test]
fn errors_that_are_found_at_another_place_are_not_hidden() {
    let told = told(places_errors_wrongly, |_| true, &[]);
    assert_eq!(told["valid"], [Cause::WrongLength, Cause::WrongOffset]);
}

#[test]
fn a_fault_of_bytes_that_a_case_brings_along_is_no_leak_where_nothing_shows_these_bytes_alone() {
    let told = told(above_the_range, |id| id == "overlong/solidus-two-bytes", &[]);
    assert!(told["valid"].contains(&Cause::AcceptsOutOfRange), "{told:?}");
    assert!(!told["valid"].contains(&Cause::StateLeaks), "{told:?}");
}

#[test]
fn what_is_right_whole_and_refused_in_chunks_is_sensitive_to_cuts_by_the_smoke_vectors() {
    let told = told(in_chunks_up_to_ffff, |id| smoke_vectors().any(|one| one == id), &[]);
    assert_eq!(told["valid"], [Cause::CutSensitive, Cause::Late]);
}

/// Lossy decoders that put U+FFFD in the place of some characters, too, as sanitisers do; and one that reads each byte as a character.
fn sanitising() -> Vec<InProcessDecoder> {
    type Replaced = fn(char) -> bool;
    type Given = fn(String) -> Text;
    const REPLACED: [(&str, Replaced); 5] = [
        ("noncharacters", |one| Refusal::Noncharacters.covers(one.into())),
        ("nul", |one| one == '\0'),
        ("controls", |one| one.is_ascii_control() && !"\t\n\r\x7F".contains(one)),
        ("supplementary", |one| one > '\u{FFFF}'),
        ("c1", |one| matches!(one, '\u{80}'..='\u{9F}')),
    ];
    let lossy = Claim::lossy(Policy::MaximalSubpart);
    let forms: [(TextForm, Given); 2] = [
        (TextForm::Utf8, |text| Text::Utf8(text.into_bytes())),
        (TextForm::Utf32, |text| Text::Utf32(text.chars().map(u32::from).collect())),
    ];
    let mut decoders = vec![InProcessDecoder::one_shot("latin1", "", lossy.clone(), |bytes| {
        Observation::accept(Text::Utf32(bytes.iter().map(|byte| u32::from(*byte)).collect()))
    })];
    for (name, is_replaced) in REPLACED {
        for (form, text) in forms {
            let decode = move |bytes: &[u8]| {
                let given = String::from_utf8_lossy(bytes).replace(is_replaced, "\u{FFFD}");
                Observation::accept(text(given))
            };
            let name = format!("{name}-{form:?}");
            decoders.push(InProcessDecoder::one_shot(&name, "", lossy.clone().giving(form), decode));
        }
    }
    decoders
}

#[test]
fn what_is_replaced_too_is_refused_and_neither_swallowed_nor_decoded_wrongly() {
    let told = told(sanitising, |_| true, &[]);
    for (decoder, cause) in [
        ("noncharacters", Cause::RefusesNoncharacter),
        ("nul", Cause::RefusesNul),
        ("controls", Cause::RefusesAscii),
        ("supplementary", Cause::RefusesSupplementary),
        ("c1", Cause::RefusesTwoByte),
    ] {
        for form in ["Utf8", "Utf32"] {
            assert_eq!(told[&format!("{decoder}-{form}")], [cause], "{decoder} {form}");
        }
    }
    assert_eq!(told["latin1"], [Cause::DecodesWrongly, Cause::ReplacesOtherwise]);
}

/// Refuses each byte from F0 on as soon as it comes, whatever stood before it.
struct WithoutSupplementary(Decoder, Replacer);

impl WithoutSupplementary {
    fn text(&mut self, take: impl FnOnce(&mut Decoder, &mut dyn FnMut(Event, &[u8]))) -> Text {
        let (Self(decoder, replacer), mut codes) = (self, Vec::new());
        take(decoder, &mut |event, bytes| codes.extend(replacer.replace(event, bytes)));
        Text::Utf32(codes)
    }
}

impl Stream for WithoutSupplementary {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let fed: Vec<u8> = chunk.iter().map(|byte| if *byte < 0xF0 { *byte } else { 0xFF }).collect();
        Ok(self.text(|decoder, sink| decoder.feed(&fed, sink)))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        Ok(self.text(|decoder, sink| decoder.finish(sink)))
    }

    fn reset(&mut self) {
        self.0.reset();
    }
}

#[test]
fn a_lead_that_is_refused_behind_an_error_is_told_as_the_refusal_alone() {
    let decoders = || {
        let claim = Claim { script: ScriptSupport::Reset, ..Claim::lossy(Policy::MaximalSubpart) };
        let stream =
            || WithoutSupplementary(Decoder::new(Profile::Rfc3629), Replacer::new(Policy::MaximalSubpart));
        vec![InProcessDecoder::streaming("text", "refuses leads at once", claim, stream)]
    };
    assert_eq!(told(decoders, |_| true, &[])["text"], [Cause::RefusesSupplementary]);
}

/// What says no to everything, as a call does whose result is read wrongly, what refuses ASCII alone, and what refuses all other
/// characters, those before an error too.
fn refusing() -> Vec<InProcessDecoder> {
    let has_ascii = |bytes: &[u8]| bytes.iter().any(u8::is_ascii);
    let only_ascii = InProcessDecoder::one_shot("rest", "", Claim::validate(Profile::Rfc3629), |bytes| {
        match bytes.iter().position(|byte| !byte.is_ascii()) {
            Some(at) => Observation::reject(Some(at), None),
            None => Observation::accept(Text::None),
        }
    });
    vec![validator("everything", never, |_| true), validator("ascii", never, has_ascii), only_ascii]
}

#[test]
fn of_a_decoder_that_refuses_everything_the_call_is_doubted() {
    let plan = Plan::selected(default_suite(), |id| id.recipe.is_none());
    let record = asked(&plan, refusing, &RunOptions::default());
    let text = terminal(&record, TerminalOptions { style: Style::Plain, findings: 0, matrix: false });
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words.matches("check how the decoder is called").count(), 1, "{text}");
    assert!(words.contains("refused: "), "{text}");
}
