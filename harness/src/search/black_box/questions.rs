//! Inputs for one decoder, each answer judged when it comes.

use crate::ask::adapter::Session;
use crate::search::black_box::asked::Asked;
use crate::search::black_box::expectation::{Unexpected, expectation};
use illformed_judge::case::FittedInput;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::expected::Resolutions;
use illformed_vectors::Input;

/// How many inputs that the oracles read differently are kept.
const MOST_KEPT: usize = 32;

/// What is needed to ask one decoder, in whichever session, and to judge its answers.
pub(super) struct Questions<'a> {
    /// The decoder's number in its adapter.
    pub(super) number: usize,
    pub(super) info: DecoderInfo,
    pub(super) resolutions: &'a Resolutions,
    /// Inputs that the oracles of this program read differently, in words.
    pub(super) oracles_disagree: Vec<String>,
}

impl Questions<'_> {
    /// What came of each of `inputs`. What does not fit the claim is not asked, and not judged.
    pub(super) fn ask(&mut self, session: &mut dyn Session, inputs: &[Input]) -> Vec<Asked> {
        let mut answers: Vec<Asked> = inputs.iter().map(|_| Asked::Unjudged).collect();
        let (mut numbers, mut fitting, mut promised) = (Vec::new(), Vec::new(), Vec::new());
        let claim = &self.info.claim;
        for (number, input) in inputs.iter().enumerate() {
            let Ok(fitted_input) = FittedInput::new(input, claim) else { continue };
            let expected = expectation(&fitted_input, claim, self.resolutions);
            if let Err(Unexpected::OraclesDisagree(how)) = &expected
                && self.oracles_disagree.len() < MOST_KEPT
                && !self.oracles_disagree.contains(how)
            {
                self.oracles_disagree.push(how.clone());
            }
            numbers.push(number);
            fitting.push(fitted_input.input);
            promised.push(expected.ok());
        }
        session.ask(self.number, &fitting, &mut |fitting, response| {
            let expected = promised[fitting].take();
            answers[numbers[fitting]] = Asked::judged(&response, expected.as_ref(), claim);
        });
        answers
    }
}
