//! What the judge says of an answer, in a line.

use illformed_judge::case::{Case, CaseId, Plan};
use illformed_judge::cause::{Cause, Diagnosis};
use illformed_judge::claim::Claim;
use illformed_judge::judge::{CaseToJudge, Judged, Judgement, Response, VerdictKind, judge_case};
use illformed_judge::shown::FailureWords;
use illformed_vectors::Suite;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The case of that id.
pub(crate) fn case(id: &str) -> Case<'static> {
    let id: CaseId = id.parse().expect("an id");
    Plan::find(Suite::embedded(), &id).unwrap_or_else(|| panic!("no case {id}"))
}

/// `responses` to `case`, judged.
pub(crate) fn judged(case: &Case<'_>, claim: &Claim, responses: &[Response]) -> Judged {
    judge_case(&CaseToJudge::new(case, claim), responses)
}

/// The verdict and what is wrong, without the answer.
pub(crate) fn verdict_words(judged: &Judged, response: &Response) -> String {
    let verdict = &judged.claim.verdict;
    let mut words = match verdict.kind() {
        VerdictKind::Fail => String::new(),
        _ => verdict.name().to_owned(),
    };
    if verdict.is_bad() {
        let said = FailureWords::of(&judged.claim, Some(response));
        let _ = write!(words, " ({})", said.detail);
        if let Some(around) = said.around {
            let _ = write!(words, " `{}`, not `{}`", around.observed, around.expected);
        }
    }
    if judged.claim.deviation.is_some() {
        let _ = write!(words, " {}", cause_words(&judged.claim, response));
    }
    if judged.shown.verdict != judged.claim.verdict {
        let _ = write!(words, "; by rfc3629 {}", judged.shown.verdict.name());
        if let Some(deviation) = &judged.shown.deviation {
            let _ = write!(words, ", {}", deviation.cause);
        }
    }
    words.trim().to_owned()
}

/// The cause, the error that has to do with it, what an offset is instead, and the causes that would explain the answer too.
fn cause_words(judgement: &Judgement, response: &Response) -> String {
    // In a plan of one plain case a cause is that of the one deviation, whatever case it came from.
    let plain = [case("standard/letter-a")];
    let mut diagnosis = Diagnosis::default();
    diagnosis.take((0, &plain[0]), judgement, Some(response));
    let found = |expected: &BTreeSet<Cause>| diagnosis.causes(&plain, expected).remove(0);
    let own = found(&BTreeSet::new());
    let mut words = own.cause.to_string();
    words.extend(own.errors.iter().map(|kind| format!(" at {}", kind.name())));
    words.extend(own.relation.map(|relation| format!(" ({relation})")));
    // A cause that is expected is told instead of the own one, if it explains the answer: so the others come out one by one.
    let mut others: BTreeSet<Cause> = Cause::ALL.into_iter().filter(|cause| *cause != own.cause).collect();
    let mut kin = Vec::new();
    loop {
        let next = found(&others).cause;
        if !others.remove(&next) {
            break;
        }
        kin.push(next.name());
    }
    kin.sort_unstable();
    if !kin.is_empty() {
        let _ = write!(words, ", or {}", kin.join(", "));
    }
    words
}
