//! One observation against one expectation.

use crate::claim::Claim;
use crate::expected::{Expected, ExpectedFailure, ExpectedSegment, Failure};
use crate::judge::verdict::{Checked, Judgement, Reason, Verdict};
use crate::observation::{Answer, CallOutcome, Observation, Text};

/// The judge's type, so that a test can put a faulty one in its place.
pub type JudgeFn = fn(&Expected, &Claim, &Observation) -> Judgement;

/// Judges `observation` by what `claim` promises. The worst of what is wrong wins: a wrong answer before a wrong
/// reason before a late one.
pub fn judge_observation(expected: &Expected, claim: &Claim, observation: &Observation) -> Judgement {
    let mut findings = ComparedAnswer::default();
    let lossy = claim.replaces_errors();
    if lossy {
        // A lossy decoder's return is no acceptance: only its text says something.
        if observation.answer != Answer::Accept {
            findings.checked.answer = true;
            findings.add(Verdict::Fail(Failure::RefusesWellFormed));
        }
    } else {
        compare_answer(expected, observation, &mut findings);
    }
    for (segment, (first_call, calls)) in expected.with_calls(observation) {
        findings.first_call = first_call;
        findings.is_refused = observation.answer == Answer::Reject
            && observation.call.is_some_and(|call| (first_call..first_call + calls.len()).contains(&call));
        compare_calls(segment, calls, &mut findings);
    }
    if lossy && !findings.checked.out && findings.worst.is_none() {
        return Judgement::unchecked(Verdict::NoPolicy);
    }
    let verdict = findings.worst.unwrap_or(Verdict::Pass);
    Judgement { checked: findings.checked, ..Judgement::unchecked(verdict) }
}

#[derive(Default)]
struct ComparedAnswer {
    worst: Option<Verdict>,
    checked: Checked,
    /// Number in the script of the first call of the segment at hand.
    first_call: usize,
    /// Whether the first error that was reported is in the segment at hand, and is no incomplete end.
    is_refused: bool,
}

impl ComparedAnswer {
    fn add(&mut self, verdict: Verdict) {
        let weight = |verdict: &Verdict| match verdict {
            Verdict::Fail(_) => 3,
            Verdict::WrongReason(_) => 2,
            _ => 1,
        };
        if self.worst.as_ref().is_none_or(|worst| weight(worst) < weight(&verdict)) {
            self.worst = Some(verdict);
        }
    }
}

/// The answer, and what it says of the first error.
fn compare_answer(expected: &Expected, observation: &Observation, findings: &mut ComparedAnswer) {
    let failure = expected.with_calls(observation).find_map(|(segment, (first_call, _))| {
        Some((segment.failure?, first_call..first_call + segment.call_count))
    });
    let pending = expected.segments.iter().any(|segment| segment.pending);
    findings.checked.answer = true;
    match (failure, observation.answer) {
        (None, Answer::Accept) => {}
        (None, Answer::Incomplete) if pending => {}
        (None, _) => findings.add(Verdict::Fail(Failure::RefusesWellFormed)),
        // Whether an error went unreported is seen call by call.
        (Some(_), Answer::Accept) => {}
        // The error of a later segment was reported; that this one was not is seen there too.
        (Some((_, calls)), _) if observation.call.is_some_and(|call| !calls.contains(&call)) => {}
        (Some((failure, _)), answer) => {
            if answer == Answer::Incomplete && !failure.incomplete {
                findings.add(Verdict::WrongReason(Reason::NotIncomplete));
            }
            compare_failure(failure, observation, findings);
        }
    }
}

fn compare_failure(failure: ExpectedFailure, observation: &Observation, findings: &mut ComparedAnswer) {
    if let (Some(expected), Some(observed)) = (failure.at, observation.at) {
        findings.checked.at = true;
        if expected != observed {
            findings.add(Verdict::WrongReason(Reason::Offset { expected, observed }));
        }
    }
    if let (Some(expected), Some(observed)) = (failure.len, observation.len) {
        findings.checked.len = true;
        if expected != observed {
            findings.add(Verdict::WrongReason(Reason::Length { expected, observed }));
        }
    }
}

/// What each call of a segment did.
fn compare_calls(segment: &ExpectedSegment, calls: &[CallOutcome], findings: &mut ComparedAnswer) {
    let failed = calls.iter().position(|call| matches!(call, CallOutcome::Failed(_)));
    let several = segment.call_count > 1;
    findings.checked.per_call |= several;
    match (segment.failure, failed) {
        (Some(failure), Some(reported)) if reported != failure.call => {
            let (decided, reported) = (findings.first_call + failure.call, findings.first_call + reported);
            findings.add(if reported < decided {
                Verdict::WrongReason(Reason::TooEarly { decided, reported })
            } else {
                Verdict::LateError { decided, reported: Some(reported) }
            });
        }
        (Some(failure), None) if segment.open => {
            findings.add(Verdict::LateError { decided: findings.first_call + failure.call, reported: None });
        }
        (Some(_), None) => findings.add(Verdict::Fail(Failure::AcceptsIllFormed)),
        // What waits for more bytes may be called incomplete, and is not ill-formed yet.
        (None, Some(_)) if !segment.pending || findings.is_refused => {
            findings.add(Verdict::Fail(Failure::RefusesWellFormed));
        }
        _ => {}
    }
    compare_text(segment, calls, failed, findings);
}

fn compare_text(
    segment: &ExpectedSegment,
    calls: &[CallOutcome],
    failed: Option<usize>,
    findings: &mut ComparedAnswer,
) {
    // What an API does not hand out with an error cannot be compared. Of calls after the expected failure, which is late then,
    // the text is compared as a whole.
    let Some(compared) = segment.compared(calls) else {
        return compare_undocumented(segment, calls, findings);
    };
    let mut lengths = Vec::with_capacity(compared.len());
    let (mut expected, mut observed) = (Text::None, Text::None);
    for (more_expected, more_observed) in compared {
        expected.append(more_expected);
        observed.append(more_observed);
        lengths.push((expected.len(), observed.len()));
    }
    // Only where no call shows text is there none to compare: beside one that does, a call without text adds nothing.
    if observed == Text::None {
        return;
    }
    findings.checked.out = true;
    let is_start = match (observed.units(), expected.units()) {
        (Some(observed), Some(expected)) => expected.starts_with(&observed),
        // Counts.
        _ => observed.len() <= expected.len(),
    };
    let only_late = segment.open && is_start;
    if expected == observed || only_late {
        if let Some(verdict) = timing(findings.first_call, &lengths) {
            findings.add(verdict);
        }
    } else if failed.is_some() && (segment.failure.is_some() || segment.pending) {
        findings.add(Verdict::WrongReason(Reason::Prefix));
    } else {
        findings.add(Verdict::Fail(Failure::WrongText));
    }
}

/// The text of a segment for whose errors no replacement is documented.
fn compare_undocumented(segment: &ExpectedSegment, calls: &[CallOutcome], findings: &mut ComparedAnswer) {
    let Some(undocumented) = &segment.undocumented else { return };
    let mut observed = Text::None;
    for call in calls {
        let CallOutcome::Done(text) = call else { return };
        observed.append(text);
    }
    if let Some(failure) = observed.units().and_then(|observed| undocumented.fault(&observed)) {
        findings.checked.out = true;
        findings.add(Verdict::Fail(failure));
    }
}

/// The verdict on the time at which the right text came: `lengths` are what was expected and what there was after each call,
/// of which `first_call` is the first.
fn timing(first_call: usize, lengths: &[(usize, usize)]) -> Option<Verdict> {
    let after = |from: usize, is_so: &dyn Fn(usize, usize) -> bool| {
        let mut calls = lengths.iter().skip(from);
        Some(from + calls.position(|(expected, observed)| is_so(*expected, *observed))?)
    };
    // Too much came, and should be there after a later call.
    if let Some(early) = after(0, &|expected, observed| observed > expected)
        && let Some(due) = after(early, &|expected, _| expected >= lengths[early].1)
    {
        let (decided, reported) = (first_call + due, first_call + early);
        return Some(Verdict::WrongReason(Reason::TooEarly { decided, reported }));
    }
    let late = after(0, &|expected, observed| observed < expected)?;
    let reported = after(late, &|_, observed| observed >= lengths[late].0);
    Some(Verdict::LateError {
        decided: first_call + late,
        reported: reported.map(|reported| first_call + reported),
    })
}

#[cfg(test)]
mod tests {
    use crate::case::Plan;
    use crate::claim::{Claim, Profile, ScriptSupport};
    use crate::judge::{CaseToJudge, judge_case};
    use crate::observation::{CallOutcome, Observation, Text};
    use illformed_vectors::Suite;

    #[test]
    fn a_call_without_text_beside_others_with_text_adds_nothing_to_it() {
        let takes_chunks = |claim| Claim { script: ScriptSupport::Reset, ..claim };
        let strict = takes_chunks(Claim::strict(Profile::Rfc3629));
        let lossy = takes_chunks(Claim::lossy(None));
        let text = |code: u32| Text::Utf32(vec![code]);
        // E2, 82 AC, the end.
        let id = "script/three-byte-split-1-2".parse().unwrap();
        let case = Plan::find(Suite::embedded(), &id).unwrap();
        for (claim, texts, said) in [
            (&strict, [Text::None, text(0x20AC), Text::None], "pass"),
            (&strict, [Text::Utf32(Vec::new()), text(0x58), Text::None], "fail decodes-wrongly"),
            (&strict, [Text::None, Text::None, text(0x58)], "fail decodes-wrongly"),
            (&strict, [Text::None, Text::None, Text::None], "pass"),
            (&lossy, [Text::Utf32(Vec::new()), text(0x20AC), Text::None], "pass"),
            (&lossy, [Text::None, Text::None, Text::None], "no-policy"),
        ] {
            let calls = texts.map(CallOutcome::Done).to_vec();
            let answer = Observation { calls, ..Observation::accept(Text::None) };
            let told = answer.to_string();
            let judgement = judge_case(&CaseToJudge::new(&case, claim), &[answer.into()]).claim;
            let cause = judgement.deviation.map_or("", |deviation| deviation.cause.name());
            assert_eq!(format!("{} {cause}", judgement.verdict.name()).trim(), said, "{claim}: {told}");
        }
    }
}
