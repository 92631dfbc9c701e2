//! Answers that were judged to be right. Decoders with the same claim mostly answer alike, and the judge's word on an answer
//! depends on nothing but the case, the claim and the answer: what was right once is right again.

use illformed_judge::claim::Claim;
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{Checked, Judged, Judgement, Response, Verdict};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The right answers of a run, by claim.
pub(super) struct KnownAnswers {
    /// How many cases the plan has.
    cases: usize,
    of_claims: Mutex<Vec<OfClaim>>,
}

struct OfClaim {
    claim: Claim,
    replacements: Replacements,
    right: Arc<RightAnswers>,
}

/// Of each case an answer that is right by one claim.
pub(super) struct RightAnswers(Box<[OnceLock<RightAnswer>]>);

/// An answer that passes by the claim and by RFC 3629, as its digest, with what was compared.
struct RightAnswer {
    answer: u64,
    claim: Checked,
    shown: Checked,
}

impl KnownAnswers {
    /// None yet, for a plan of so many cases.
    pub(super) const fn new(cases: usize) -> Self {
        Self { cases, of_claims: Mutex::new(Vec::new()) }
    }

    /// Those of decoders with that claim that were seen to replace errors by these texts.
    pub(super) fn of(&self, claim: &Claim, replacements: &Replacements) -> Arc<RightAnswers> {
        // A panic in another thread leaves whole entries.
        let mut of_claims = self.of_claims.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &&OfClaim| one.claim == *claim && one.replacements == *replacements;
        if let Some(known) = of_claims.iter().find(is_same) {
            return Arc::clone(&known.right);
        }
        let right = Arc::new(RightAnswers((0..self.cases).map(|_| OnceLock::new()).collect()));
        let (claim, replacements) = (claim.clone(), replacements.clone());
        of_claims.push(OfClaim { claim, replacements, right: Arc::clone(&right) });
        right
    }
}

impl RightAnswers {
    /// The judgement of `answer` to the case of that number, if it is known to be right.
    pub(super) fn judged(&self, case: usize, answer: u64) -> Option<Judged> {
        let right = self.0[case].get().filter(|right| right.answer == answer)?;
        let pass = |checked| Judgement { verdict: Verdict::Pass, checked };
        Some(Judged { claim: pass(right.claim), shown: pass(right.shown), wrong: None, shown_wrong: None })
    }

    /// Remembers `answer` to the case of that number, if it is right.
    pub(super) fn take(&self, case: usize, answer: u64, judged: &Judged) {
        if let Judged {
            claim: Judgement { verdict: Verdict::Pass, checked: claim },
            shown: Judgement { verdict: Verdict::Pass, checked: shown },
            ..
        } = judged
        {
            // The first one stays.
            let _ = self.0[case].set(RightAnswer { answer, claim: *claim, shown: *shown });
        }
    }
}

/// A digest of 64 bits. It guards against chance, which is all that can make two different responses alike.
pub(super) fn digest(response: &Response) -> u64 {
    let mut hasher = DefaultHasher::new();
    response.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{KnownAnswers, digest};
    use illformed_codec::{Policy, Profile};
    use illformed_judge::claim::Claim;
    use illformed_judge::expected::Replacements;
    use illformed_judge::judge::{Checked, Judged, Judgement, Response, Verdict};
    use illformed_judge::observation::{Observation, Text};
    use std::sync::Arc;

    #[test]
    fn a_right_answer_is_known_to_decoders_of_the_same_claim_alone() {
        let known_answers = KnownAnswers::new(2);
        let strict = Claim::strict(Profile::Rfc3629);
        let replacements = Replacements::default();
        let right = known_answers.of(&strict, &replacements);
        assert!(Arc::ptr_eq(&right, &known_answers.of(&strict.clone(), &replacements)));
        assert!(!Arc::ptr_eq(
            &right,
            &known_answers.of(&Claim::lossy(Policy::MaximalSubpart), &replacements)
        ));

        let accept: Response = Observation::accept(Text::Utf32(vec![0x41])).into();
        let other: Response = Observation::accept(Text::Utf32(vec![0x42])).into();
        let checked = Checked { answer: true, ..Checked::default() };
        let pass = |checked| Judgement { verdict: Verdict::Pass, checked };
        let judged =
            Judged { claim: pass(checked), shown: pass(Checked::default()), wrong: None, shown_wrong: None };
        right.take(0, digest(&accept), &judged);
        assert_eq!(right.judged(0, digest(&accept)), Some(judged));
        assert_eq!(right.judged(0, digest(&other)), None);
        assert_eq!(right.judged(1, digest(&accept)), None);
        right.take(1, digest(&accept), &Judged::both(Verdict::NotAsked("it is gone".to_owned())));
        assert_eq!(right.judged(1, digest(&accept)), None);
    }
}
