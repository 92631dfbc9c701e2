//! Asks cases in order, each behind the inputs that its process is to be given before.

use crate::record::run::asking::AskFn;
use illformed_judge::case::{Case, FittedInput, Plan, Recipe};
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_vectors::Input;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Fails with why a decoder with `claim` cannot be asked `case`; whether its process lives on from one input to the next is told
/// by `is_lasting`.
pub(super) fn check_fit(case: &Case<'_>, claim: &Claim, is_lasting: bool) -> Result<(), String> {
    FittedInput::of(case, claim)?;
    let has_warm_up = case.id.recipe.is_some_and(|recipe| recipe.warm_up().is_some());
    if has_warm_up && !is_lasting {
        return Err("its process ends after each input, so there is no warm-up".to_owned());
    }
    Ok(())
}

/// Asks `cases`, numbers of cases of `plan` that fit `claim`, and hands over the response to each with its place in the list, in
/// order. What is answered during a warm-up is compared with nothing: a decoder that errs there errs behind it too. But
/// if the process breaks there, that is the response to the case.
pub(super) fn ask_cases(
    plan: &Plan<'_>,
    cases: &[usize],
    claim: &Claim,
    ask: &mut AskFn<'_>,
    answered: &mut dyn FnMut(usize, Response),
) {
    // Most cases have no warm-up and are sent as they are.
    let (mut before, mut changed) = (BTreeMap::new(), BTreeMap::new());
    for (place, case) in cases.iter().enumerate() {
        let case = &plan.cases[*case];
        if let Some((times, bytes)) = case.id.recipe.as_ref().and_then(Recipe::warm_up) {
            before.insert(place, (times, Input::Bytes(bytes.to_vec())));
        }
        if let Ok(FittedInput { input: Cow::Owned(input), .. }) = FittedInput::of(case, claim) {
            changed.insert(place, input);
        }
    }
    let mut inputs: Vec<&Input> = Vec::with_capacity(cases.len());
    // The number of each case's input among the inputs.
    let mut numbers: Vec<usize> = Vec::with_capacity(cases.len());
    for (place, case) in cases.iter().enumerate() {
        if let Some((times, input)) = before.get(&place) {
            inputs.extend(std::iter::repeat_n(input, *times));
        }
        numbers.push(inputs.len());
        inputs.push(changed.get(&place).unwrap_or(plan.cases[*case].input()));
    }
    let mut place = 0;
    let mut broken = None;
    ask(&inputs, &mut |number, response| {
        let is_answer = matches!(response, Response::Observed(_) | Response::Skipped(_));
        let response = among_cases(response, number, numbers[place], &numbers);
        if number < numbers[place] {
            broken = broken.take().or_else(|| (!is_answer).then_some(response));
            return;
        }
        answered(place, broken.take().unwrap_or(response));
        place += 1;
    });
}

/// `response` to the input of that number, as the response to the case at `case`. Where it says how many inputs around it may
/// have broken the process, the warm-ups among them do not count.
fn among_cases(response: Response, number: usize, case: usize, numbers: &[usize]) -> Response {
    let count = |from: usize, to: usize| {
        numbers.partition_point(|number| *number < to) - numbers.partition_point(|number| *number < from)
    };
    let around = |before: usize, after: usize| {
        let end = number + after + 1;
        (count(number - before, case), if end > case { count(case + 1, end) } else { 0 })
    };
    match response {
        Response::Among { how, limit, before, after } => {
            let (before, after) = around(before, after);
            Response::Among { how, limit, before, after }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::claim::Profile;
    use illformed_judge::observation::{Observation, Text};
    use illformed_vectors::Suite;

    /// Asks a letter, FF after three letters, and 80; gives what was sent, and the response to each.
    fn asked(respond: impl Fn(usize) -> Response) -> (Vec<String>, Vec<Response>) {
        let suite = Suite::embedded();
        let ids = ["standard/letter-a", "never-valid/ff-alone@warm=3,with=61", "dfa/80"];
        let cases = ids.map(|id| Plan::find(suite, &id.parse().unwrap()).unwrap()).to_vec();
        let plan = Plan { suite, cases };
        let claim = Claim::strict(Profile::Rfc3629);
        let (mut sent, mut responses) = (Vec::new(), Vec::new());
        ask_cases(
            &plan,
            &[0, 1, 2],
            &claim,
            &mut |inputs, answered| {
                sent = inputs.iter().map(ToString::to_string).collect();
                (0..inputs.len()).for_each(|number| answered(number, respond(number)));
            },
            &mut |place, response| {
                assert_eq!(place, responses.len());
                responses.push(response);
            },
        );
        (sent, responses)
    }

    fn accepted(number: usize) -> Response {
        Observation::accept(Text::Utf32(vec![number as u32])).into()
    }

    #[test]
    fn a_case_is_asked_behind_its_warm_up_and_the_answers_to_that_are_no_cases() {
        let (sent, responses) = asked(accepted);
        assert_eq!(sent, ["41", "61", "61", "61", "ff", "80"]);
        assert_eq!(responses, [accepted(0), accepted(4), accepted(5)]);
    }

    #[test]
    fn a_process_that_breaks_in_a_warm_up_breaks_over_the_case() {
        let crashed =
            |number| if number == 2 { Response::Crashed("abort".to_owned()) } else { accepted(number) };
        assert_eq!(asked(crashed).1, [accepted(0), crashed(2), accepted(5)]);
    }

    #[test]
    fn what_was_outstanding_is_counted_in_cases() {
        let among = |before, after| Response::Among { how: "abort".to_owned(), limit: None, before, after };
        for (number, (before, after), place, expected) in [
            (4, (4, 1), 1, among(1, 1)),
            (2, (2, 3), 1, among(1, 1)),
            (2, (1, 0), 1, among(0, 0)),
            (5, (2, 0), 2, among(1, 0)),
            (0, (0, 5), 0, among(0, 2)),
        ] {
            let respond = |asked| if asked == number { among(before, after) } else { accepted(asked) };
            assert_eq!(asked(respond).1[place], expected, "{number}");
        }
    }
}
