//! Inputs that fail in sweeps as vectors.

use crate::ask::adapter::{Adapter, Session};
use crate::ask::reproducer::opened;
use crate::ask::sweep::SweepExample;
use crate::record::run_record::SWEEP_GROUP;
use crate::search::promote::{short_hash, worked_out};
use crate::search::sweep::SweptDecoder;
use illformed_judge::case::{Case, FittedInput, Plan};
use illformed_judge::judge::{Response, Screen, ScreenedFailure, VerdictKind};
use illformed_judge::shown::shown_input;
use illformed_vectors::{Input, Origin, Suite, VectorFile, VectorId};
use std::collections::BTreeSet;

/// The longest input that names its vector; of others a digest does.
const LONGEST_IN_ID: usize = 8;

/// In how many ways a decoder may fail of which vectors are made.
const MOST_WAYS: usize = 16;

const PASSED_AGAIN: &str = "failed in a sweep, and passed when it was asked again";

/// The inputs of `swept` that fail in a way in which the decoder fails no case of `plan`, asked again as a run asks them. If
/// none of them fails then, the first is flaky.
pub fn new_failures(swept: &mut SweptDecoder, adapters: &[&dyn Adapter], plan: &Plan<'_>) -> Vec<Input> {
    if swept.failing.is_empty() {
        return Vec::new();
    }
    let Some((mut session, number)) = session_of(&swept.name, adapters) else { return Vec::new() };
    let claim = session.decoders()[number].claim.clone();
    let Some(screen) = Screen::new(&claim) else { return Vec::new() };
    let is_asked =
        |input: &&Input| matches!(input, Input::Bytes(_)) && FittedInput::new(input, &claim).is_ok();
    let inputs: Vec<&Input> = plan.cases.iter().map(Case::input).filter(is_asked).collect();
    let mut known: BTreeSet<ScreenedFailure> = BTreeSet::new();
    session.ask(number, &inputs, &mut |place, response| {
        known.extend(screen.failure(&inputs[place].bytes(), &response));
    });
    let new = swept.failing.iter().filter(|(failure, _)| !known.contains(failure));
    let new: Vec<&SweepExample> = new.take(MOST_WAYS).flat_map(|(_, examples)| examples).collect();
    let mut fails = |inputs: &[&Input]| {
        let mut failing = vec![false; inputs.len()];
        session.ask(number, inputs, &mut |place, response| {
            // What could not be asked again did not pass: the run is to judge it.
            failing[place] = matches!(response, Response::NotAsked(_))
                || screen.failure_of(inputs[place], &response).is_some();
        });
        failing
    };
    let alone = fails(&new.iter().map(|example| &example.input).collect::<Vec<_>>());
    let (found, passing): (Vec<_>, Vec<_>) = new.into_iter().zip(alone).partition(|(_, fails)| *fails);
    let mut found: Vec<Input> = found.into_iter().map(|(example, _)| example.input.clone()).collect();
    for (SweepExample { input, previous, failure }, _) in passing {
        if !found.is_empty() {
            break;
        }
        let after = previous.as_ref().map(|previous| fails(&[previous, input]));
        let why = match (previous, after.as_deref()) {
            // What it keeps shows when the one before is asked at several places.
            (Some(previous), Some([true, _])) => {
                found.push(previous.clone());
                break;
            }
            (Some(previous), Some([false, true])) => {
                format!("fails after `{}`, and not alone: state is kept", shown_input(previous))
            }
            // That may be the machine's.
            _ if failure.verdict == VerdictKind::TimedOut => {
                let shown = shown_input(input);
                swept.record.stopped =
                    Some(format!("no answer to `{shown}` in time, and one when it was asked again"));
                continue;
            }
            _ => PASSED_AGAIN.to_owned(),
        };
        swept.flaky.get_or_insert((input.clone(), why));
    }
    match (&swept.flaky, found.first()) {
        // What failed here may pass in the run, if what was asked before has an effect.
        (_, Some(first)) => swept.flaky = Some((first.clone(), PASSED_AGAIN.to_owned())),
        (Some((input, _)), None) => found.push(input.clone()),
        (None, None) => {}
    }
    session.close();
    found
}

/// A session with the decoder of that name, and its number.
fn session_of(name: &str, adapters: &[&dyn Adapter]) -> Option<(Box<dyn Session>, usize)> {
    adapters.iter().find_map(|adapter| {
        // A program of the user introduces itself by another name.
        if !name.starts_with(adapter.name()) && adapter.command().is_empty() {
            return None;
        }
        let (session, names) = opened(*adapter).ok()?;
        let number = names.iter().position(|known| known == name)?;
        Some((session, number))
    })
}

/// A file of the vectors of `inputs`, those left out that `suite` has.
pub fn found_vectors(inputs: &BTreeSet<Input>, suite: &Suite) -> VectorFile {
    let known: BTreeSet<&Input> = suite.vectors().map(|vector| &vector.input).collect();
    let vector = |input: &Input| {
        let of_bytes = match input {
            Input::Bytes(bytes) if bytes.len() <= LONGEST_IN_ID => VectorId::of_bytes(SWEEP_GROUP, bytes),
            _ => None,
        };
        let hash = || match input {
            Input::Bytes(bytes) => short_hash(bytes),
            Input::Calls(script) => short_hash(script.to_string().as_bytes()),
        };
        let id = of_bytes.or_else(|| VectorId::new(format!("{SWEEP_GROUP}/{}", hash())).ok())?;
        let comment = "fails in a sweep of this run".to_owned();
        Some(worked_out(id, input.clone(), comment, Vec::new()))
    };
    let vectors = inputs.iter().filter(|input| !known.contains(input)).filter_map(vector).collect();
    let about = "Inputs that failed in the sweeps of this run.";
    VectorFile {
        origin: Origin::Generated(String::new()),
        ..VectorFile::new(suite.name(), SWEEP_GROUP, about, vectors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::adapter::OpenFailure;
    use illformed_codec::Profile;
    use illformed_inputs::Sweep;
    use illformed_judge::claim::{Claim, DecoderInfo};

    /// A decoder that was given up.
    struct Silent([DecoderInfo; 1]);

    impl Session for Silent {
        fn decoders(&self) -> &[DecoderInfo] {
            &self.0
        }

        fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
            let given_up = || Response::NotAsked("200 restarts".to_owned());
            (0..inputs.len()).for_each(|number| answered(number, given_up()));
        }
    }

    struct SilentAdapter;

    impl Adapter for SilentAdapter {
        fn name(&self) -> &'static str {
            "a"
        }

        fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
            let [name, implementation, version, api] = ["b", "", "", ""].map(str::to_owned);
            let claim = Claim::validate(Profile::Rfc3629);
            Ok(Box::new(Silent([DecoderInfo { name, implementation, version, api, claim }])))
        }
    }

    #[test]
    fn what_could_not_be_asked_again_is_a_case_of_the_run() {
        let mut swept = SweptDecoder::new("a/b".to_owned(), vec![(Sweep::Runs, None)], &[]);
        let failure = ScreenedFailure { verdict: VerdictKind::Fail, cause: None };
        let input = Input::Bytes(vec![0x80]);
        swept.failing.insert(failure, vec![SweepExample { input: input.clone(), previous: None, failure }]);
        let plan = Plan { suite: Suite::embedded(), cases: Vec::new() };
        assert_eq!(new_failures(&mut swept, &[&SilentAdapter], &plan), [input]);
    }
}
