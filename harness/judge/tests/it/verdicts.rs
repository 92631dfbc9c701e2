//! What the judge says of the answers that decoders give, as a table.

use crate::answers::{Breadth, answers};
use crate::words::{case, judged, verdict_words};
use illformed_codec::{Policy, Profile};
use illformed_judge::case::{Case, FittedInput};
use illformed_judge::claim::{Bom, Claim, Kind, OffsetMeaning, Refusal, ScriptSupport, TextForm};
use illformed_judge::expected::{Expected, case_events};
use illformed_judge::judge::{Response, Screen};
use illformed_judge::shown::shown_input;
use illformed_vectors::{Input, Question};
use snapbox::{assert_data_eq, file};
use std::fmt::Write;

/// A character of each length, and the characters that decoders take for something else.
const WELL_FORMED: [&str; 10] = [
    "boundary/empty",
    "standard/copyright-sign",
    "standard/euro-sign",
    "standard/gothic-hwair",
    "standard/replacement-character",
    "bom/at-start",
    "bom/after-nul",
    "bom/in-the-middle",
    "noncharacter/in-ascii",
    "standard/euro-sign@at=9,fill=61,tail=2",
];

/// Each kind of error, alone, in text, and beside others.
const ILL_FORMED: [&str; 17] = [
    "overlong/nul-two-bytes",
    "standard/dot-dot-slash-overlong",
    "overlong/nul-three-bytes",
    "security/ampersand-four-bytes",
    "surrogate/high-before-ascii",
    "surrogate/pair-in-ascii",
    "out-of-range/in-ascii",
    "legacy-form/f8-in-ascii",
    "legacy-form/fc-shortest",
    "never-valid/ff-in-ascii",
    "stray/between-ascii",
    "security/c3-28",
    "replacement/e1-80-c0",
    "truncated/c2-before-two-byte",
    "security/name-with-bad-three-byte",
    "truncated/e0-at-end",
    "bom/then-error",
];

/// What many claims are asked.
const FEW: [&str; 8] = [
    "standard/euro-sign",
    "overlong/nul-two-bytes",
    "surrogate/pair-in-ascii",
    "out-of-range/in-ascii",
    "stray/between-ascii",
    "security/c3-28",
    "security/name-with-bad-three-byte",
    "bom/at-start",
];

/// What the other formats read otherwise.
const FORMS: [&str; 4] =
    ["standard/gothic-hwair", "overlong/nul-two-bytes", "surrogate/pair-in-ascii", "out-of-range/in-ascii"];

/// What the policies replace otherwise.
const REPLACED: [&str; 2] = ["surrogate/high-before-ascii", "replacement/e1-80-c0"];

/// What is asked in several calls, and what is derived.
const CALLS: [&str; 14] = [
    "script/three-byte-split-1-2",
    "script/empty-between",
    "script/bom-split-1-1-1",
    "script/known-f0-80-end",
    "script/known-eda0",
    "script/cut-at-end-e2-82",
    "script/bom-then-reset-bom",
    "script/error-then-reset",
    "script/lead-reset-continuation",
    "script/good-reset-error",
    "standard/euro-sign@split=1",
    "standard/letter-a@after=c080",
    "overlong/nul-two-bytes@reuse",
    "surrogate/single-d800@before=61,after=62",
];

/// Lines of the golden file that may not be as they should: the claim's heading, the case, the answer, and what speaks against
/// the line. They stand in the file with that, until the judge or this table is changed.
const IN_QUESTION: &str = "
offsets of the start, code points; overlong/nul-two-bytes; accept 0000fffd0000fffd00000058
    errors are hidden and text is invented, and no overlong form is decoded
strips U+FEFF; bom/then-error; accept 0000feff
    U+FEFF is kept, and nothing decodes FF
strips U+FEFF, UTF-8; bom/then-error; accept efbbbfefbfbd
    U+FEFF is what EF BB BF came out as, not the error
strips U+FEFF, UTF-8; bom/then-error; accept efbbbfc3bf
    U+FEFF is kept, not invented
chunks, no end; script/three-byte-split-1-2; accept: - -
    text is lost, not decoded wrongly
latin-1, code points; replacement/e1-80-c0; accept 000000e1000020ac000000c0000020ac
    U+00E1 is right, and what differs is not named
refuses noncharacters; noncharacter/in-ascii; accept 000000410000ffff00000042
    they are well-formed
";

/// The claims, each with the cases that it is asked.
fn table() -> Vec<(String, Claim, Vec<&'static str>)> {
    let strict = || Claim::strict(Profile::Rfc3629);
    let lossy = |policy: Policy| Claim::lossy(policy);
    let streaming = |claim: Claim| Claim { script: ScriptSupport::Reset, ..claim };
    let silent = |form| Claim::lossy(None).giving(form);
    let strips = |claim: Claim| Claim { bom: Bom::Strip, ..claim };
    let bom_cases = ["bom/at-start", "bom/in-the-middle", "bom/double", "bom/then-error"];
    let mut table: Vec<(String, Claim, Vec<&'static str>)> = Vec::new();
    let mut add = |heading: &str, claim: Claim, cases: &[&'static str]| {
        table.push((heading.to_owned(), claim, cases.to_vec()));
    };
    add("offsets of the start, code points", strict(), &[&WELL_FORMED[..], &ILL_FORMED].concat());
    let offending = Claim { at: OffsetMeaning::Offending, ..strict().giving(TextForm::Utf16) };
    add("offsets of the byte that cannot continue, UTF-16", offending, &FEW);
    let placeless = Claim { at: OffsetMeaning::None, ..strict().giving(TextForm::Utf8) };
    add("no offsets, UTF-8", placeless, &FEW[1..4]);
    add("no text", Claim::validate(Profile::Rfc3629), &FEW[..6]);
    let policy = Some(Policy::MaximalSubpart);
    let count = Claim { kind: Kind::Count { policy }, ..lossy(Policy::MaximalSubpart) };
    add("a count", count, &FEW);
    add("strips U+FEFF", strips(strict()), &bom_cases);
    let in_utf8 = lossy(Policy::MaximalSubpart).giving(TextForm::Utf8);
    add("strips U+FEFF, UTF-8", strips(in_utf8), &bom_cases);
    add("strips U+FEFF, undocumented", strips(silent(TextForm::Utf32)), &bom_cases);
    let limited = Claim { cannot: vec![0], max_bytes: Some(2), ..strict() };
    let too_much = ["standard/nul", "security/c3-28", "standard/euro-sign", "script/known-c0"];
    add("no NUL can be given, two bytes at most", limited, &too_much);
    let nothing = Claim { profile: None, ..strict() };
    add("claims nothing", nothing, &["standard/euro-sign", "security/c3-28"]);
    add("chunks, code points", streaming(strict()), &CALLS);
    let in_utf8 = lossy(Policy::PerByte).giving(TextForm::Utf8);
    add("chunks, UTF-8", streaming(in_utf8), &CALLS);
    let without_end = Claim { script: ScriptSupport::Feed, ..strict() };
    add("chunks, no end", without_end, &[&CALLS[..7], &["security/name-with-bad-three-byte"]].concat());
    let without_reset = Claim { script: ScriptSupport::Finish, ..Claim::validate(Profile::Rfc3629) };
    add("chunks, no reset, no text", without_reset, &CALLS[3..8]);
    add("chunks, undocumented", streaming(silent(TextForm::Utf32)), &CALLS[3..10]);
    for policy in Policy::ALL.iter().filter(|policy| **policy != Policy::Fatal) {
        add(&format!("{policy}, code points"), lossy(*policy), &REPLACED);
    }
    for form in [TextForm::Utf8, TextForm::Utf16, TextForm::Utf32] {
        add(&format!("undocumented, {form:?}"), silent(form), &FEW[1..7]);
    }
    for profile in Profile::ALL.iter().filter(|profile| **profile != Profile::Rfc3629) {
        // Modified UTF-8 and CESU-8 are about UTF-16.
        let form = match profile {
            Profile::Mutf8 | Profile::Cesu8 => TextForm::Utf16,
            _ => TextForm::Utf32,
        };
        add(&format!("{form:?}"), Claim::strict(*profile).giving(form), &FORMS);
    }
    for refusal in Refusal::ALL {
        let claim = Claim { refuses: vec![refusal], ..strict() };
        let cases = ["noncharacter/in-ascii", "standard/nul", "never-valid/ff-in-ascii"];
        add(&format!("refuses {}", refusal.name()), claim, &cases);
    }
    table
}

/// What the judge says of each answer to a case: a line for what passes, and one for each verdict.
fn said(text: &mut String, case: &Case<'_>, (heading, claim): (&str, &Claim), breadth: Breadth) {
    let shown = format!("{}: {}", case.id, shown_input(case.input()));
    let fitted_input = match FittedInput::of(case, claim) {
        Ok(fitted_input) => fitted_input,
        Err(why) => {
            let _ = writeln!(text, "{shown}: {why}");
            return;
        }
    };
    let profile = claim.profile.unwrap_or(Profile::Rfc3629);
    let read = |profile| {
        let events = case_events(case, profile, None)?;
        Ok((profile, Expected::new(&fitted_input, &events, profile, claim)))
    };
    let (profile, expected, words) = match read(profile) {
        Ok((profile, expected)) => (profile, expected.clone(), expected.to_string()),
        Err(question) => {
            let question: Question = question;
            let (profile, expected) = read(Profile::Rfc3629).expect("RFC 3629 leaves nothing open");
            (profile, expected, format!("not specified, {question}"))
        }
    };
    let _ = writeln!(text, "{shown}: {words}");
    let mut verdicts: Vec<(String, Vec<String>)> = Vec::new();
    for answer in answers(case, &fitted_input, (&expected, profile), claim, breadth) {
        let response = Response::Observed(answer);
        let judged = judged(case, claim, std::slice::from_ref(&response));
        if let (Some(screen), Input::Bytes(bytes)) = (Screen::new(claim), case.input()) {
            let bad = Some(judged.claim.verdict.kind()).filter(|kind| kind.is_bad());
            let screened = screen.failure(bytes, &response).map(|failure| failure.verdict);
            assert_eq!(screened, bad, "{shown}: {response} by {claim}");
        }
        let words = verdict_words(&judged, &response);
        // What was compared says how much a pass is worth.
        let checked = judged.claim.checked.names();
        let is_said = !judged.claim.verdict.is_bad() && !checked.is_empty();
        let mut answer = response.to_string();
        if is_said {
            let _ = write!(answer, " [{}]", checked.join(" "));
        }
        match verdicts.iter_mut().find(|(earlier, _)| *earlier == words) {
            Some((_, answers)) => answers.push(answer),
            None => verdicts.push((words, vec![answer])),
        }
    }
    let in_question = IN_QUESTION.replace("\n    ", "; ");
    let of_case = format!("{heading}; {}; ", case.id);
    let doubts = in_question.lines().filter_map(|line| line.strip_prefix(&of_case)?.split_once("; "));
    let mut doubts: Vec<(&str, &str)> = doubts.collect();
    for (words, answers) in verdicts {
        let _ = write!(text, "  {}: {words}", answers.join(" | "));
        doubts.retain(|(answer, why)| {
            let is_here = answers.iter().any(|given| given.split(" [").next() == Some(*answer));
            if is_here {
                let _ = write!(text, " ?? {why}");
            }
            !is_here
        });
        text.push('\n');
    }
    assert!(doubts.is_empty(), "{doubts:?}");
}

/// What is judged of a decoder is an interface. Where a line differs, hold it against RFC 3629 and Table 3-7 of Unicode;
/// `SNAPSHOTS=overwrite cargo test -p illformed-judge --test it` writes the file.
#[test]
fn the_verdicts_on_the_answers_of_decoders_are_those_of_the_golden_file() {
    let mut text = String::new();
    for (number, (heading, claim, cases)) in table().into_iter().enumerate() {
        let breadth = if number == 0 { Breadth::All } else { Breadth::Usual };
        writeln!(text, "\n== {claim}: {heading}").unwrap();
        for id in cases {
            said(&mut text, &case(id), (&heading, &claim), breadth);
        }
    }
    assert_data_eq!(text.trim_start().to_owned(), file!["../golden/verdicts.txt"].raw());
}
