//! Some vectors of each group, and the answers to them.

use crate::whole::is_whole;
use illformed::ask::adapter::Session;
use illformed_judge::case::FittedInput;
use illformed_judge::claim::Claim;
use illformed_judge::judge::Response;
use illformed_vectors::{Input, Suite, VectorFile};

/// How many vectors of a group are asked, evenly spread: what is generated comes in thousands.
fn per_group() -> usize {
    if is_whole() { 250 } else { 50 }
}

/// The vectors that are asked, as a decoder with `claim` can be asked them.
pub(crate) fn vectors(claim: &Claim) -> Vec<Input> {
    let spread = |file: &'static VectorFile| {
        file.vectors.iter().step_by(file.vectors.len().div_ceil(per_group()).max(1))
    };
    let vectors = Suite::embedded().files().iter().flat_map(|file| spread(file));
    let fitted_input = vectors.filter_map(|vector| FittedInput::new(&vector.input, claim).ok());
    fitted_input.map(|fitted_input| fitted_input.input.into_owned()).collect()
}

/// Asks, and checks that there is one response an input.
pub(crate) fn answers(session: &mut dyn Session, decoder: usize, inputs: &[Input]) -> Vec<Response> {
    let mut answers = Vec::new();
    session.ask(decoder, &inputs.iter().collect::<Vec<_>>(), &mut |_, response| answers.push(response));
    assert_eq!(answers.len(), inputs.len());
    answers
}
