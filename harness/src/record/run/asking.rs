//! Asks one decoder everything, and has each answer judged. How a decoder that documents no replacement policy replaces errors
//! that encode nothing is learned by asking it.

use crate::ask::adapter::Session;
use crate::record::run::known_answers::{KnownAnswers, digest};
use crate::record::run::pass::Pass;
use crate::record::run::warm_up::{ask_cases, check_fit};
use crate::record::run::{Observer, RunOptions};
use illformed_judge::case::{FittedInput, Plan};
use illformed_judge::claim::{Claim, Kind, Profile};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{CaseToJudge, Judged, Replacement, Replacing, Response, Verdict, judge_case};
use illformed_judge::observation::{CallOutcome, Observation, Text};
use illformed_vectors::Input;
use std::mem;

/// Keeps `response` of another round if it is the first, or the first that differs: these two show that a case is answered
/// differently, however many rounds there are.
pub(super) fn keep_different<T: PartialEq>(kept: &mut Vec<T>, response: T) {
    match kept.as_slice() {
        [] => kept.push(response),
        [first] if *first != response => kept.push(response),
        _ => {}
    }
}

/// Asks the decoder of that number each case of `plan`, which `observer` watches. Returns how it was seen to replace errors, and
/// what it gave.
pub(super) fn ask_decoder<O: Observer>(
    plan: &Plan<'_>,
    session: &mut dyn Session,
    number: usize,
    options: &RunOptions,
    known_answers: &KnownAnswers,
    observer: &mut O,
) -> (Option<Replacement>, Pass) {
    let claim = session.decoders()[number].claim.clone();
    let is_lasting = session.is_lasting();
    let fit = |case: usize| check_fit(&plan.cases[case], &claim, is_lasting);
    let mut asked = Vec::with_capacity(plan.cases.len());
    asked.extend((0..plan.cases.len()).filter(|case| fit(*case).is_ok()));
    let ask = &mut |inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)| {
        session.ask(number, inputs, answered);
    };
    let replacements = seen_replacements(&claim, ask);
    let right_answers = known_answers.of(&claim, &replacements);

    // What came before the last round is kept; the last is judged as it comes, so that a long run shows where it is.
    let mut rounds: Vec<Vec<Response>> =
        if options.repeat > 1 { vec![Vec::new(); asked.len()] } else { Vec::new() };
    for _ in 1..options.repeat {
        ask_cases(plan, &asked, &claim, ask, &mut |place, response| {
            keep_different(&mut rounds[place], response);
        });
    }
    let mut replacing = Replacing::new(&claim);
    let mut pass = Pass {
        given: Vec::with_capacity(asked.len()),
        is_unreserved: claim.is_unreserved(),
        ..Pass::default()
    };
    let mut next = 0;
    let mut unasked_before = |asked: usize, observer: &mut O| {
        for case in next..asked {
            if let Err(why) = fit(case) {
                observer.case(case, &Judged::both(Verdict::NotApplicable(why)), None, &[]);
            }
        }
        next = asked + 1;
    };
    ask_cases(plan, &asked, &claim, ask, &mut |place, response| {
        let case = asked[place];
        unasked_before(case, observer);
        let mut responses = rounds.get_mut(place).map(mem::take).unwrap_or_default();
        keep_different(&mut responses, response);
        let answer = digest(&responses[0]);
        let is_alone = responses.len() == 1;
        let known = right_answers.judged(case, plan.cases[case].input(), answer).filter(|_| is_alone);
        let outcome = known.unwrap_or_else(|| {
            let to_judge = CaseToJudge {
                case: &plan.cases[case],
                claim: &claim,
                ruling: options.ruling,
                replacements: &replacements,
            };
            let outcome = judge_case(&to_judge, &responses);
            right_answers.take(case, plan.cases[case].input(), answer, &outcome);
            outcome
        });
        let window =
            responses.iter().rev().find_map(Response::window).map_or(Vec::new(), |(before, after)| {
                let numbers = place.saturating_sub(before)..asked.len().min(place + after + 1);
                asked[numbers].to_vec()
            });
        pass.take(plan, case, &outcome, &responses[0], answer);
        let response = responses.last();
        if let (Some(replacing), Some(response)) = (&mut replacing, response) {
            replacing.take(&plan.cases[case], &claim, response);
        }
        observer.case(case, &outcome, response, &window);
    });
    unasked_before(plan.cases.len(), observer);
    pass.asked = asked;
    pass.replacements = replacements;
    (replacing.and_then(Replacing::seen), pass)
}

/// What stands around an error that is asked about.
const BEFORE: u8 = b'a';
const AFTER: u8 = b'b';

/// Errors whose bytes encode no number: bytes that are never valid, a lone continuation byte, and sequences that are cut.
const ERRORS: [&[u8]; 6] = [b"\xFF", b"\xFE", b"\x80", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x98"];

/// Answers all inputs, in order.
pub(crate) type AskFn<'a> = dyn FnMut(&[&Input], &mut dyn FnMut(usize, Response)) + 'a;

/// The texts by which a decoder with `claim` replaces errors. Where its policy is documented they are not needed, save that it may
/// put one character of its own in the place of all of them.
pub(crate) fn seen_replacements(claim: &Claim, ask: &mut AskFn<'_>) -> Replacements {
    let mut replacements = Replacements::default();
    let is_documented = claim.policy().is_some() && claim.profile == Some(Profile::Rfc3629);
    if !matches!(claim.kind, Kind::Lossy { .. }) {
        return replacements;
    }
    let inputs = ERRORS.map(|error| Input::Bytes([&[BEFORE], error, &[AFTER]].concat()));
    let inputs: Vec<&Input> = inputs.iter().filter(|input| FittedInput::new(input, claim).is_ok()).collect();
    let mut texts = Vec::new();
    ask(&inputs, &mut |_, response| {
        if let Response::Observed(Observation { calls, .. }) = response
            && let [CallOutcome::Done(text)] = calls.as_slice()
        {
            texts.push(text.clone());
        }
    });
    let between = |text: &Text| Some(text.units()?.split_last()?.1.split_first()?.1.to_vec());
    let first = texts.first().and_then(between).and_then(|units| units.first().copied());
    let is_one = |text| between(text).is_some_and(|units| units.iter().all(|unit| Some(*unit) == first));
    if !is_documented || texts.iter().all(is_one) {
        for text in &texts {
            replacements.learn(text, BEFORE.into(), AFTER.into());
        }
    }
    replacements
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::claim::Policy;

    #[test]
    fn of_any_number_of_rounds_the_first_response_and_one_that_differs_are_kept() {
        for (rounds, wanted) in [(&[1, 1, 1, 1][..], &[1][..]), (&[1, 1, 2, 1, 3], &[1, 2]), (&[], &[])] {
            let mut kept = Vec::new();
            for response in rounds {
                keep_different(&mut kept, *response);
            }
            assert_eq!(kept, wanted);
        }
    }

    /// What is learned from a decoder that gives `!` for each error, and for the first another text.
    fn learned(claim: &Claim, first: &str) -> (Replacements, usize) {
        let mut asked = 0;
        let replacements = seen_replacements(claim, &mut |inputs, answered| {
            for number in 0..inputs.len() {
                asked += 1;
                let text = if number == 0 { first } else { "a!b" };
                let text = Text::Utf32(text.chars().map(u32::from).collect());
                answered(number, Observation::accept(text).into());
            }
        });
        (replacements, asked)
    }

    #[test]
    fn beside_a_documented_policy_one_replacement_for_all_errors_is_learned() {
        let lossy = Claim::lossy(Policy::MaximalSubpart);
        let none = Replacements::default();
        assert_eq!(learned(&lossy, "a?b"), (none.clone(), ERRORS.len()));
        assert_ne!(learned(&lossy, "a!b").0, none);
        assert_eq!(learned(&Claim::strict(Profile::Rfc3629), "a!b"), (none.clone(), 0));
        for claim in [Claim::lossy(None), Claim { profile: Some(Profile::Cesu8), ..lossy }] {
            assert_ne!(learned(&claim, "a?b").0, none);
        }
    }

    #[test]
    fn what_a_decoder_cannot_be_given_is_not_asked() {
        let claim = Claim { cannot: vec![0xFF, 0xFE], ..Claim::lossy(None) };
        assert_eq!(learned(&claim, "a!b").1, ERRORS.len() - 2);
    }
}
