//! Answers that were judged to be right. Decoders with the same claim mostly answer alike, and the judge's word on an answer
//! depends on nothing but the case, the claim and the answer: what was right once is right again.

use illformed_judge::case::{Case, Plan};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{Checked, Judged, Judgement, Response, Verdict};
use illformed_vectors::Input;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The right answers of a run, by claim.
pub(super) struct KnownAnswers {
    /// Of each case of the plan its number among the inputs of bytes, or among the scripts.
    places: Arc<[usize]>,
    to_bytes: ByClaim,
    to_calls: ByClaim,
}

/// The right answers to inputs of one kind.
struct ByClaim {
    inputs: usize,
    of_claims: Mutex<Vec<OfClaim>>,
}

struct OfClaim {
    claim: Claim,
    replacements: Replacements,
    right: Arc<AnswerOfCase>,
}

/// The right answers that a decoder may give: to inputs of bytes, and to scripts if it takes them.
pub(super) struct RightAnswers {
    places: Arc<[usize]>,
    to_bytes: Arc<AnswerOfCase>,
    to_calls: Option<Arc<AnswerOfCase>>,
}

/// Of each input an answer that passes by one claim and by RFC 3629: most of its digest, with what was compared both ways
/// and a bit for being there, so that many claims take little memory. 0 is none.
struct AnswerOfCase(Box<[AtomicU64]>);

/// The bits of a right answer that are not its digest's.
const CHECKED_BITS: u32 = 2 * Checked::BITS;
const IS_THERE: u64 = 1 << CHECKED_BITS;
const DIGEST: u64 = !(2 * IS_THERE - 1);

impl KnownAnswers {
    /// None yet, for `plan`.
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let (mut bytes, mut calls) = (0, 0);
        let place = |case: &Case<'_>| {
            let next = if matches!(*case.input, Input::Bytes(_)) { &mut bytes } else { &mut calls };
            *next += 1;
            *next - 1
        };
        let places = plan.cases.iter().map(place).collect();
        let by_claim = |inputs| ByClaim { inputs, of_claims: Mutex::new(Vec::new()) };
        Self { places, to_bytes: by_claim(bytes), to_calls: by_claim(calls) }
    }

    /// Those of decoders with that claim that were seen to replace errors by these texts.
    pub(super) fn of(&self, claim: &Claim, replacements: &Replacements) -> RightAnswers {
        // What a decoder cannot be asked says nothing of what it is asked, and to what it can do with chunks an input of
        // bytes is one call.
        let claim = Claim { cannot: Vec::new(), max_bytes: None, ..claim.clone() };
        let takes_calls = claim.script != ScriptSupport::None;
        let to_calls = takes_calls.then(|| self.to_calls.of(claim.clone(), replacements));
        let finishes = claim.script != ScriptSupport::Feed;
        let script = if finishes { ScriptSupport::None } else { ScriptSupport::Feed };
        let to_bytes = self.to_bytes.of(Claim { script, ..claim }, replacements);
        RightAnswers { places: Arc::clone(&self.places), to_bytes, to_calls }
    }
}

impl ByClaim {
    fn of(&self, claim: Claim, replacements: &Replacements) -> Arc<AnswerOfCase> {
        // A panic in another thread leaves whole entries.
        let mut of_claims = self.of_claims.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &&OfClaim| one.claim == claim && one.replacements == *replacements;
        if let Some(known) = of_claims.iter().find(is_same) {
            return Arc::clone(&known.right);
        }
        let right = Arc::new(AnswerOfCase((0..self.inputs).map(|_| AtomicU64::new(0)).collect()));
        of_claims.push(OfClaim { claim, replacements: replacements.clone(), right: Arc::clone(&right) });
        right
    }
}

impl RightAnswers {
    /// That to the case of that number, which asks `input`.
    fn of(&self, case: usize, input: &Input) -> Option<&AtomicU64> {
        let of_kind = match input {
            Input::Bytes(_) => &self.to_bytes,
            Input::Calls(_) => self.to_calls.as_ref()?,
        };
        of_kind.0.get(self.places[case])
    }

    /// The judgement of `answer` to the case of that number, which asks `input`, if it is known to be right.
    pub(super) fn judged(&self, case: usize, input: &Input, answer: u64) -> Option<Judged> {
        let right = self.of(case, input)?.load(Ordering::Relaxed);
        let pass = |bits| Judgement { verdict: Verdict::Pass, checked: Checked::from_bits(bits) };
        (right & (DIGEST | IS_THERE) == answer & DIGEST | IS_THERE).then(|| Judged {
            claim: pass(right),
            shown: pass(right >> Checked::BITS),
            wrong: None,
            shown_wrong: None,
        })
    }

    /// Remembers `answer` to the case of that number, if it is right.
    pub(super) fn take(&self, case: usize, input: &Input, answer: u64, judged: &Judged) {
        if let Judged {
            claim: Judgement { verdict: Verdict::Pass, checked: claim },
            shown: Judgement { verdict: Verdict::Pass, checked: shown },
            ..
        } = judged
            && let Some(known) = self.of(case, input)
        {
            let right = answer & DIGEST | IS_THERE | shown.bits() << Checked::BITS | claim.bits();
            known.store(right, Ordering::Relaxed);
        }
    }
}

/// A digest of 64 bits, of which at least 53 are compared. It guards against chance, which is all that can
/// make two different responses alike.
pub(super) fn digest(response: &Response) -> u64 {
    let mut hasher = DefaultHasher::new();
    response.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{KnownAnswers, digest};
    use illformed_codec::{Policy, Profile};
    use illformed_judge::case::{Case, Plan};
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
        let plan = Plan { suite, cases: cases.to_vec() };
        let known_answers = KnownAnswers::new(&plan);
        let replacements = Replacements::default();
        let accept: Response = Observation::accept(Text::Utf32(vec![0x41])).into();
        let other: Response = Observation::accept(Text::Utf32(vec![0x42])).into();
        let checked = Checked { answer: true, ..Checked::default() };
        let pass = |checked| Judgement { verdict: Verdict::Pass, checked };
        let judged =
            Judged { claim: pass(checked), shown: pass(Checked::default()), wrong: None, shown_wrong: None };
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
