//! One failure, so that a person can see what happened and do it again.

use crate::record::run_record::{DecoderRecord, Finding, RunRecord};
use crate::tell::report::input::case_input;
use crate::tell::report::reproduce::reproduce;
use crate::tell::report::stability::dependence;
use illformed_codec::Profile;
use illformed_judge::case::Recipe;
use illformed_judge::shown::{Failing, Style, WIDTH, again_line, escape_controls, failing, line, wrapped};
use illformed_vectors::Input;

/// The finding in full.
pub(crate) fn finding(
    record: &RunRecord,
    decoder: &DecoderRecord,
    finding: &Finding,
    style: Style,
) -> String {
    let case = &record.cases[finding.case];
    let id = record.case_id(finding.case);
    let vector = &record.vectors[case.vector];
    let mut text = failing(
        &Failing {
            title: &format!("{}  {id}", escape_controls(&decoder.name())),
            verdict: finding.verdict.name(),
            detail: &finding.detail,
            input: &case_input(record, case),
            comment: &vector.comment,
            refs: &vector.refs,
            profile: decoder.claim.profile.parse().unwrap_or(Profile::Rfc3629),
            expected: finding.shown().0,
            observed: finding.shown().1,
        },
        style,
    );
    if let Ok(recipe) = case.recipe.parse::<Recipe>() {
        let input = Input::Bytes(const_hex::decode(&vector.input).unwrap_or_default());
        text.push_str(&line("derived", &recipe.words_for(&input), style));
    }
    let window = finding.window.iter().filter(|case| *case < record.cases.len());
    let window: Vec<String> = window.map(|case| record.case_id(case)).collect();
    if window.len() > 1 {
        let several = format!("{} cases were outstanding; any of them may have done it", window.len());
        text.push_str(&line("window", &several, style));
    }
    if let Some(why) = dependence(decoder, finding) {
        for (number, row) in wrapped(&why, WIDTH).iter().enumerate() {
            text.push_str(&line(if number == 0 { "depends" } else { "" }, row, style));
        }
    }
    text.push_str(&again_line(&reproduce(record, decoder, finding.case), style));
    text
}
