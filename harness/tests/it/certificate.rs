//! What a record says that a decoder's answers prove.

use crate::planted::{asked, lossy, validated, validator};
use illformed::ask::adapter::in_process::InProcessDecoder;
use illformed::record::run::RunOptions;
use illformed::record::run_record::Certificate;
use illformed_codec::Profile;
use illformed_judge::case::Plan;
use illformed_judge::claim::{Claim, Refusal, ScriptSupport};
use illformed_judge::complete::default_suite;
use illformed_judge::observation::{Observation, Text};

fn decoders() -> Vec<InProcessDecoder> {
    let validate = Claim::validate(Profile::Rfc3629);
    let without_nul = Claim { cannot: vec![0], ..validate.clone() };
    let other = Claim { profile: None, ..validate.clone() };
    let without_zero = |bytes: &[u8]| match bytes.iter().position(|byte| *byte == 0) {
        Some(at) if str::from_utf8(&bytes[..at]).is_ok() => Observation::reject(Some(at), None),
        _ => validated(bytes),
    };
    let begins = |bytes: &[u8]| match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_some() => validated(bytes),
        _ => Observation::accept(Text::None),
    };
    let refuses_nul = Claim { refuses: vec![Refusal::Nul], ..validate.clone() };
    let feed = Claim { script: ScriptSupport::Feed, ..validate.clone() };
    let cesu8 = |bytes: &[u8]| match illformed_codec::validate(bytes, Profile::Cesu8) {
        Ok(()) => Observation::accept(Text::None),
        Err(_) => Observation::reject(None, None),
    };
    vec![
        InProcessDecoder::one_shot("right", "test", validate, validated),
        InProcessDecoder::one_shot("without-nul", "test", without_nul, validated),
        lossy("lossy", |bytes| String::from_utf8_lossy(bytes).into_owned()),
        validator("wrong", |bytes| bytes == b"\xED\xA0\x80", |_| false),
        InProcessDecoder::one_shot("other", "test", other, validated),
        InProcessDecoder::one_shot("refuses-nul", "test", refuses_nul, without_zero),
        InProcessDecoder::one_shot("feed", "test", feed, begins),
        InProcessDecoder::one_shot("cesu8", "test", Claim::validate(Profile::Cesu8), cesu8),
    ]
}

/// The certificate of each decoder after a run of the vectors that `wants` wants.
fn certificates(wants: impl Fn(&str) -> bool) -> Vec<Option<Certificate>> {
    let plan = Plan::selected(default_suite(), |id| id.recipe.is_none() && wants(id.vector.as_str()));
    let record = asked(&plan, decoders, &RunOptions::default());
    record.decoders.into_iter().map(|decoder| decoder.certificate).collect()
}

#[test]
fn a_certificate_says_what_is_proved_of_an_acceptor_and_what_of_less() {
    let certificates = certificates(|_| true);
    let all = |number: usize| certificates[number].as_ref().expect("it claims a profile");
    let [right, without_nul, lossy, wrong] = [0, 1, 2, 3].map(all);
    let states = "all of them, if it is an acceptor of at most 9 states: the 11,915 of the complete suite";
    assert!(right.proved.len() == 1 && right.proved[0].ends_with(states), "{right:?}");
    let missing = ["chunks, which it does not take", "text, of which it gives none"];
    assert!(missing.iter().all(|what| right.not_covered.iter().any(|not| not == what)), "{right:?}");
    assert_eq!(lossy.proved, ["the text of each of the 11,915 strings of the complete suite"]);
    assert_eq!(wrong.proved, [""; 0]);
    assert_eq!(without_nul.proved, [""; 0]);
    let unasked = "strings of the complete suite, which it cannot be given";
    assert!(without_nul.not_covered[0].ends_with(unasked), "{without_nul:?}");
    assert!(without_nul.not_covered.iter().any(|not| not == "the bytes 00, which it cannot be given"));
    assert_eq!(certificates[4], None, "it claims nothing that could be proved");
    for (number, begins) in [
        (
            5,
            "which strings are well-formed, all of them but those with what it documents to refuse (nul), if ",
        ),
        (6, "which strings begin a well-formed one, all of them, if it is an acceptor of at most 9 states: "),
    ] {
        let one = all(number);
        assert!(one.proved.len() == 1 && one.proved[0].starts_with(begins), "{one:?}");
    }
    let cesu8 = all(7);
    let states = "9 states that treats bytes of one class alike: the 459 of the complete suite";
    assert!(cesu8.proved.len() == 1 && cesu8.proved[0].ends_with(states), "{cesu8:?}");
}

#[test]
fn a_selection_without_all_of_the_complete_suite_proves_nothing_of_all_strings() {
    for wants in [|id: &str| id.starts_with("complete/c"), |id: &str| id.starts_with("standard/")] {
        for certificate in certificates(wants).into_iter().flatten() {
            assert_eq!(certificate.proved, [""; 0]);
            let mut not_selected = certificate.not_covered.iter().filter(|not| not.ends_with("not selected"));
            assert!(not_selected.any(|not| not.contains("complete suite")), "{certificate:?}");
        }
    }
}
