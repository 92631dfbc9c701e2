//! Whether the answers of an adapter depend on what its outputs held before a call.

use crate::ask::adapter::process::{BrokenLine, CANARY_VARIABLE, ProcessAdapter, Rule};
use crate::ask::adapter_check::breach::{Again, Breach};
use crate::ask::adapter_check::interview::{Interview, Stop, request};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::judge::Response;
use illformed_vectors::Input;

/// What outputs are filled with: a letter of ASCII, and a byte that could end a cut character.
pub(super) const CANARIES: [u8; 2] = [0x5A, 0xA5];

/// How many pairs of sessions must differ in the same way. A decoder that accepts and refuses at random does so once in
/// 500,000 checks.
const PAIRS: usize = 10;

/// An input whose answers differ between sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanaryDifference {
    pub decoder: usize,
    /// The number of the input among those of its decoder.
    pub input: usize,
    pub answers: [Response; 2],
    /// The answers follow the canary. Otherwise they differ between two sessions with the same canary too.
    pub follows: bool,
}

/// The decoders and what each is asked.
pub(super) type CanaryInputs = Vec<(DecoderInfo, Vec<Input>)>;

/// The answers of one session, by decoder and input.
type CanaryAnswers = Vec<Vec<Response>>;

/// Asks each decoder of `adapter` what `sample` has for its claim, in one session for each canary, and compares. Where
/// answers differ, further sessions show whether they follow the canary.
pub fn canary_differences(
    adapter: &ProcessAdapter,
    sample: impl Fn(&Claim) -> Vec<Input>,
) -> Result<Vec<CanaryDifference>, Stop> {
    let decoders = Interview::start(adapter)?.introduce()?;
    let asked: CanaryInputs = decoders.into_iter().map(|info| (info.clone(), sample(&info.claim))).collect();
    differences(adapter, &asked)
}

pub(super) fn differences(
    adapter: &ProcessAdapter,
    asked: &CanaryInputs,
) -> Result<Vec<CanaryDifference>, Stop> {
    let first = pair(adapter, asked)?;
    let mut differences = Vec::new();
    for (decoder, (_, inputs)) in asked.iter().enumerate() {
        for input in 0..inputs.len() {
            let answers = first.each_ref().map(|answers| answers[decoder][input].clone());
            if answers[0] != answers[1] {
                differences.push(CanaryDifference { decoder, input, answers, follows: true });
            }
        }
    }
    for _ in 1..PAIRS {
        if !differences.iter().any(|difference| difference.follows) {
            break;
        }
        let again = pair(adapter, asked)?;
        for difference in &mut differences {
            let now = again.each_ref().map(|answers| &answers[difference.decoder][difference.input]);
            difference.follows &= now == difference.answers.each_ref();
        }
    }
    Ok(differences)
}

/// Not the number of a first request.
const ANOTHER_NUMBER: u64 = 1001;

fn pair(adapter: &ProcessAdapter, asked: &CanaryInputs) -> Result<[CanaryAnswers; 2], Stop> {
    let [first, second] = CANARIES.map(|canary| -> Result<CanaryAnswers, Stop> {
        let adapter = adapter.with_canary(canary);
        let mut interview = Interview::start(&adapter)?;
        interview.introduce()?;
        // One that counts for itself, and does not read the number, is wrong here.
        interview.number_from(ANOTHER_NUMBER);
        let answers = |(decoder, inputs): &(DecoderInfo, Vec<Input>)| {
            interview.ask(decoder, &inputs.iter().collect::<Vec<_>>())
        };
        asked.iter().map(answers).collect()
    });
    Ok([first?, second?])
}

/// The breach that `difference` is, with the requests that show it.
pub(super) fn breach(
    adapter: &ProcessAdapter,
    asked: &CanaryInputs,
    difference: &CanaryDifference,
) -> Result<Breach, Stop> {
    let (decoder, inputs) = &asked[difference.decoder];
    let input = &inputs[difference.input];
    let alone = vec![(decoder.clone(), vec![input.clone()])];
    let shows_alone = differences(adapter, &alone)?.iter().any(|difference| difference.follows);
    let lines = if shows_alone { requests(&alone) } else { requests(asked) };
    let [first, second] = &difference.answers;
    let came =
        format!("{first} with {CANARY_VARIABLE}={:02x}, {second} with {:02x}", CANARIES[0], CANARIES[1]);
    let (fault, again) = (BrokenLine::plain(Rule::OwnValues, came), Again::new(Again::CANARIES, &lines));
    let (decoder, sent) = (Some(decoder.name.clone()), requests(&alone).concat());
    Ok(Breach { fault, decoder, sent, mistake: None, again })
}

/// The requests of a session, a line each without its end.
fn requests(asked: &CanaryInputs) -> Vec<String> {
    let all = asked.iter().flat_map(|(decoder, inputs)| inputs.iter().map(move |input| (decoder, input)));
    (1..).zip(all).map(|(seq, (decoder, input))| request(seq, decoder, input)).collect()
}
