//! Answers that were judged to be right. Decoders with the same claim mostly answer alike, and the judge's word on an answer
//! depends on nothing but the case, the claim and the answer: what was right once is right again.

use illformed_judge::case::Case;
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{Checked, Judged, Judgement, Verdict};
use illformed_vectors::Input;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The right answers of a run, by a digest of the claim and of the texts that were seen to replace errors.
pub(super) struct KnownAnswers {
    /// Of each case its number among the inputs of bytes, or among the scripts, and how many there are of these.
    numbers: Arc<[usize]>,
    counts: [usize; 2],
    by_claim: Mutex<HashMap<u64, Arc<[AtomicU64]>>>,
}

/// What a case asks, by its place in `counts`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Bytes,
    Calls,
}

/// The right answers that a decoder may give: to inputs of bytes, and to scripts. For each case it is an answer that passes by
/// one claim and by RFC 3629: most of its digest, with what was compared both ways and a bit for being there, so that many
/// claims take little memory. 0 is none.
pub(super) struct RightAnswers {
    numbers: Arc<[usize]>,
    to_bytes: Arc<[AtomicU64]>,
    to_calls: Arc<[AtomicU64]>,
}

/// The bits of a right answer that are not its digest's.
const CHECKED_BITS: u32 = 2 * Checked::BITS;
const IS_THERE: u64 = 1 << CHECKED_BITS;
const DIGEST: u64 = !(2 * IS_THERE - 1);

impl KnownAnswers {
    /// None yet, of `cases`.
    pub(super) fn new(cases: &[Case<'_>]) -> Self {
        let mut counts = [0; 2];
        let number = |case: &Case<'_>| {
            let asked = if matches!(*case.input, Input::Bytes(_)) { Asked::Bytes } else { Asked::Calls };
            let count = &mut counts[asked as usize];
            *count += 1;
            *count - 1
        };
        let numbers = cases.iter().map(number).collect();
        Self { numbers, counts, by_claim: Mutex::default() }
    }

    /// Those of decoders with that claim that were seen to replace errors by these texts.
    pub(super) fn of(&self, claim: &Claim, replacements: &Replacements) -> RightAnswers {
        let of_decoders_with = |asked, script| {
            // What a decoder cannot be asked says nothing of what it is asked.
            let claim = Claim { cannot: Vec::new(), max_bytes: None, script, ..claim.clone() };
            let key = digest(&format!("{asked:?} {claim:?} {replacements:?}"));
            // One that takes no chunks is asked no script.
            let is_asked = (asked, script) != (Asked::Calls, ScriptSupport::None);
            let count = if is_asked { self.counts[asked as usize] } else { 0 };
            // A panic in another thread leaves whole entries.
            let mut by_claim = self.by_claim.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(by_claim.entry(key).or_insert_with(|| (0..count).map(|_| AtomicU64::new(0)).collect()))
        };
        // To what can end an input, one of bytes is one call.
        let of_bytes = match claim.script {
            ScriptSupport::Feed => ScriptSupport::Feed,
            _ => ScriptSupport::None,
        };
        RightAnswers {
            numbers: Arc::clone(&self.numbers),
            to_bytes: of_decoders_with(Asked::Bytes, of_bytes),
            to_calls: of_decoders_with(Asked::Calls, claim.script),
        }
    }
}

impl RightAnswers {
    /// That to the case of that number, which asks `input`.
    fn of(&self, case: usize, input: &Input) -> &AtomicU64 {
        let number = self.numbers[case];
        match input {
            Input::Bytes(_) => &self.to_bytes[number],
            Input::Calls(_) => &self.to_calls[number],
        }
    }

    /// The judgement of `answer` to the case of that number, which asks `input`, if it is known to be right.
    pub(super) fn judged(&self, case: usize, input: &Input, answer: u64) -> Option<Judged> {
        let right = self.of(case, input).load(Ordering::Relaxed);
        let pass =
            |bits| Judgement { checked: Checked::from_bits(bits), ..Judgement::unchecked(Verdict::Pass) };
        (right & (DIGEST | IS_THERE) == answer & DIGEST | IS_THERE)
            .then(|| Judged { claim: pass(right), shown: pass(right >> Checked::BITS) })
    }

    /// Remembers `answer` to the case of that number, if it is right.
    pub(super) fn take(&self, case: usize, input: &Input, answer: u64, judged: &Judged) {
        if let Judged {
            claim: Judgement { verdict: Verdict::Pass, checked: claim, .. },
            shown: Judgement { verdict: Verdict::Pass, checked: shown, .. },
        } = judged
        {
            let right = answer & DIGEST | IS_THERE | shown.bits() << Checked::BITS | claim.bits();
            self.of(case, input).store(right, Ordering::Relaxed);
        }
    }
}

/// A digest of 64 bits. It guards against chance, which is all that can make two different values alike.
pub(super) fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{KnownAnswers, digest};
    use illformed_codec::{Policy, Profile};
    use illformed_judge::case::Case;
    use illformed_judge::claim::{Claim, ScriptSupport};
    use illformed_judge::expected::Replacements;
    use illformed_judge::judge::{Checked, Judged, Judgement, Response, Verdict};
    use illformed_judge::observation::{Observation, Text};
    use illformed_vectors::Suite;

    #[test]
    fn a_right_answer_is_known_to_decoders_of_the_same_claim_alone() {
        let suite = Suite::embedded();
        let ids = ["standard/letter-a", "script/two-byte-split-1-1", "overlong/nul-two-bytes"];
        let cases = ids.map(|id| Case::of(suite.vector(id).unwrap()));
        let known_answers = KnownAnswers::new(&cases);
        let replacements = Replacements::default();
        let accept: Response = Observation::accept(Text::Utf32(vec![0x41])).into();
        let other: Response = Observation::accept(Text::Utf32(vec![0x42])).into();
        let checked = Checked { answer: true, ..Checked::default() };
        let pass = |checked| Judgement { checked, ..Judgement::unchecked(Verdict::Pass) };
        let judged = Judged { claim: pass(checked), shown: pass(Checked::default()) };
        let known = |claim: &Claim, case: usize, response: &Response| {
            known_answers.of(claim, &replacements).judged(case, &cases[case].input, digest(response))
        };

        let strict = Claim { script: ScriptSupport::Finish, ..Claim::strict(Profile::Rfc3629) };
        let right = known_answers.of(&strict, &replacements);
        for case in [0, 1] {
            right.take(case, &cases[case].input, digest(&accept), &judged);
            assert_eq!(known(&strict, case, &accept), Some(judged.clone()), "{case}");
            assert_eq!(known(&strict, case, &other), None, "{case}");
        }
        right.take(
            2,
            &cases[2].input,
            digest(&accept),
            &Judged::both(Verdict::NotAsked("it is gone".to_owned())),
        );
        assert_eq!(known(&strict, 2, &accept), None);

        // One call is one call, unless nobody says that the input is over; with calls it matters what can be said.
        let others = [
            (Claim { cannot: vec![0], max_bytes: Some(9), ..strict.clone() }, [true, true]),
            (Claim { script: ScriptSupport::Reset, ..strict.clone() }, [true, false]),
            (Claim { script: ScriptSupport::Feed, ..strict.clone() }, [false, false]),
            (Claim { script: ScriptSupport::Finish, ..Claim::lossy(Policy::MaximalSubpart) }, [false, false]),
        ];
        for (claim, is_known) in others {
            assert_eq!([0, 1].map(|case| known(&claim, case, &accept).is_some()), is_known, "{claim:?}");
        }
        let whole = Claim { script: ScriptSupport::None, ..strict };
        assert_eq!(known(&whole, 0, &accept), Some(judged));
    }
}
