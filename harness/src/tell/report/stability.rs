//! Which decoders answer differently from time to time, and whose failures depend on what was asked before.

use crate::record::run_record::{DecoderRecord, Finding, RunRecord};

/// What the failure depends on, as a fragment; `None` where the case alone shows it as far as is known.
pub(crate) fn dependence(decoder: &DecoderRecord, finding: &Finding) -> Option<String> {
    let again = decoder.asked_again.as_ref()?;
    let dependence = again.dependence(finding.case)?;
    let cases = dependence.sequence.len();
    Some(if dependence.decoders.is_empty() {
        format!("depends on earlier cases: passes alone, fails as the last of {cases} cases")
    } else {
        let decoders = dependence.decoders.join(", ");
        format!("depends on other decoders asked in the same process: passes alone, fails after {decoders}")
    })
}

/// The same in a few words, for any case.
#[cfg(feature = "cli")]
pub(crate) fn depends(decoder: &DecoderRecord, case: usize) -> Option<&'static str> {
    let dependence = decoder.asked_again.as_ref()?.dependence(case)?;
    Some(if dependence.decoders.is_empty() {
        "depends on earlier cases"
    } else {
        "depends on other decoders asked in the same process"
    })
}

/// A line for each decoder that is unstable or whose failures depend on earlier cases: its name, and what it is.
pub(crate) fn stability(record: &RunRecord) -> Vec<(String, String)> {
    record.decoders.iter().filter_map(|decoder| Some((decoder.name(), words(decoder)?))).collect()
}

/// What is to be said of `decoder`, as a fragment.
pub(crate) fn words(decoder: &DecoderRecord) -> Option<String> {
    let flaky = decoder.accountable().tally.flaky;
    let again = decoder.asked_again.as_ref();
    let alone = |number: usize| match number {
        1 => "1 case passes alone and fails after".to_owned(),
        _ => format!("{number} cases pass alone and fail after"),
    };
    let cases = |number: usize| format!("{number} case{}", if number == 1 { "" } else { "s" });
    if flaky > 0 && again.is_none_or(|again| again.unstable) {
        return Some(format!("unstable: {} answered differently from time to time", cases(flaky)));
    }
    let dependences = again.map_or(&[][..], |again| &again.dependences);
    let others = dependences.iter().filter(|dependence| !dependence.decoders.is_empty()).count();
    let earlier = dependences.len() - others;
    let mut parts = Vec::new();
    if earlier > 0 {
        parts.push(format!("depends on earlier cases: {} others", alone(earlier)));
    }
    if others > 0 {
        let after = format!("{} another decoder of the process", alone(others));
        parts.push(format!("depends on other decoders asked in the same process: {after}"));
    }
    if flaky > 0 {
        parts.push(format!(
            "depends on earlier cases: {} answered differently in another order",
            cases(flaky)
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
