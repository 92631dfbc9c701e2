//! What an adapter is asked: short vectors, whose expectations are known.

use illformed_judge::case::{Case, FittedInput, Plan};
use illformed_judge::claim::Claim;
use illformed_vectors::{Input, Suite};

/// Well-formed of each length, empty, NUL; then ill-formed.
const DECODE: &[&str] = &[
    "standard/letter-a",
    "boundary/empty",
    "standard/nul",
    "standard/copyright-sign",
    "standard/euro-sign",
    "standard/gothic-hwair",
    "never-valid/ff-alone",
    // Its error is at byte 4: behind one character, of two 16-bit units.
    "never-valid/ff-after-four-byte",
    "truncated/e2-82-at-end",
    "overlong/nul-two-bytes",
];

/// Feeds, empty feeds, finishes, resets; no end, an error, an error in each of several texts.
const SCRIPTS: &[&str] = &[
    "script/end-only",
    "script/text-byte-by-byte",
    "script/empty-everywhere",
    "script/known-c3a9",
    "script/empty-then-error",
    "script/cut-at-end-e2-82",
    "script/good-end-reset-good",
    "script/three-texts-with-errors",
];

/// How many vectors of a group are asked with each canary.
const PER_GROUP: usize = 4;

/// The length in bytes of a long input; its request is longer than any pipe or habitual buffer.
const LONG: usize = 64 << 10;

/// A case that a decoder can be asked, as it can be asked it.
#[derive(Debug, Clone)]
pub(super) struct Probe {
    pub(super) case: Case<'static>,
    pub(super) fitted_input: FittedInput<'static>,
}

/// What a decoder with `claim` is asked.
pub(super) fn probes(claim: &Claim) -> Vec<Probe> {
    let cases =
        DECODE.iter().chain(SCRIPTS).filter_map(|id| Plan::find(Suite::embedded(), &id.parse().ok()?));
    let probe = |case: Case<'static>| {
        let fitted_input = FittedInput::of(&case, claim).ok()?.into_owned();
        Some(Probe { case, fitted_input })
    };
    cases.filter_map(probe).collect()
}

/// What a decoder with `claim` is asked with each canary: the probes, and vectors of each group.
pub(super) fn sample(claim: &Claim) -> Vec<Input> {
    let vectors =
        Suite::embedded().files().iter().flat_map(|file| file.vectors.iter().take(PER_GROUP)).map(Case::of);
    let of_groups =
        vectors.filter_map(|case| FittedInput::of(&case, claim).ok().map(FittedInput::into_owned));
    let of_probes = probes(claim).into_iter().map(|probe| probe.fitted_input);
    of_probes.chain(of_groups).map(|fitted_input| fitted_input.input.into_owned()).collect()
}

/// A long run of the letter f and its length in bytes, unless the decoder cannot be given one.
pub(super) fn long_input(claim: &Claim) -> Option<(Input, usize)> {
    let bytes = claim.max_bytes.map_or(LONG, |max| max.min(LONG));
    let input = Input::Bytes(vec![b'f'; bytes]);
    let fitted_input = FittedInput::new(&input, claim).ok()?;
    (bytes > 0).then_some((fitted_input.input.into_owned(), bytes))
}

/// The bytes or the calls of `input`, as they are sent; `""` for no byte.
pub(super) fn words(input: &Input) -> String {
    match input {
        Input::Bytes(bytes) if bytes.is_empty() => "\"\"".to_owned(),
        input => input.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::Profile;
    use illformed_judge::claim::ScriptSupport;

    #[test]
    fn every_probe_is_a_vector_and_each_decoder_is_asked_those_that_fit() {
        let strict = Claim::strict(Profile::Rfc3629);
        assert_eq!(probes(&strict).len(), DECODE.len());
        let resets = Claim { script: ScriptSupport::Reset, ..strict.clone() };
        assert_eq!(probes(&resets).len(), DECODE.len() + SCRIPTS.len());
        let no_nul = Claim { cannot: vec![0], max_bytes: Some(3), ..strict };
        assert_eq!(probes(&no_nul).len(), DECODE.len() - 3);
        let longest = |claim: &Claim| long_input(claim).map(|(_, bytes)| bytes);
        assert_eq!((longest(&resets), longest(&no_nul)), (Some(LONG), Some(3)));
        assert_eq!(longest(&Claim { cannot: vec![b'f'], ..resets }), None);
    }
}
