//! Answers that were judged to be right. Decoders with the same claim mostly answer alike, and the judge's word on an answer
//! depends on nothing but the case, the claim and the answer: what was right once is right again.

use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{Checked, Judged, Judgement, Verdict};
use illformed_vectors::Input;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many shelves there are. A survey has three times as many claims, and asks few of them at a time.
const SHELVES: usize = 16;

/// The right answers of a run: on the shelf that a claim has, one to each case. What another claim put there makes way.
pub(super) struct KnownAnswers {
    case_count: usize,
    shelves: [OnceLock<Box<[AtomicU64]>>; SHELVES],
}

/// The right answers that a decoder may give: to inputs of bytes, and to scripts. An answer passes by one claim and by RFC 3629.
pub(super) struct RightAnswers<'a> {
    to_bytes: Shelf<'a>,
    to_calls: Shelf<'a>,
}

/// The answers of decoders with one claim.
struct Shelf<'a> {
    /// A digest of the claim and of the texts that were seen to replace errors.
    claim: u64,
    /// For each case most of a digest of claim and answer, with what was compared both ways and a bit for being there; 0 is none.
    answers: &'a [AtomicU64],
}

/// The bits of a right answer that are not its digest's.
const CHECKED_BITS: u32 = 2 * Checked::BITS;
const IS_THERE: u64 = 1 << CHECKED_BITS;
const DIGEST: u64 = !(2 * IS_THERE - 1);

impl KnownAnswers {
    /// None yet, to so many cases.
    pub(super) const fn new(case_count: usize) -> Self {
        Self { case_count, shelves: [const { OnceLock::new() }; SHELVES] }
    }

    /// Those of decoders with that claim that were seen to replace errors by these texts.
    pub(super) fn of(&self, claim: &Claim, replacements: &Replacements) -> RightAnswers<'_> {
        let of_decoders_with = |script| {
            // What a decoder cannot be asked says nothing of what it is asked.
            let claim = Claim { cannot: Vec::new(), max_bytes: None, script, ..claim.clone() };
            let claim = digest(&format!("{claim:?} {replacements:?}"));
            let empty = || (0..self.case_count).map(|_| AtomicU64::new(0)).collect();
            Shelf { claim, answers: self.shelves[claim as usize % SHELVES].get_or_init(empty) }
        };
        // To what can end an input, one of bytes is one call.
        let of_bytes = match claim.script {
            ScriptSupport::Feed => ScriptSupport::Feed,
            _ => ScriptSupport::None,
        };
        RightAnswers { to_bytes: of_decoders_with(of_bytes), to_calls: of_decoders_with(claim.script) }
    }
}

impl RightAnswers<'_> {
    /// Where that to the case of that number is, which asks `input`, and the bits of `answer` to it.
    fn place(&self, case: usize, input: &Input, answer: u64) -> (&AtomicU64, u64) {
        let shelf = if matches!(input, Input::Bytes(_)) { &self.to_bytes } else { &self.to_calls };
        (&shelf.answers[case], (answer ^ shelf.claim) & DIGEST | IS_THERE)
    }

    /// The judgement of `answer` to the case of that number, which asks `input`, if it is known to be right.
    pub(super) fn judged(&self, case: usize, input: &Input, answer: u64) -> Option<Judged> {
        let (place, bits) = self.place(case, input, answer);
        let right = place.load(Ordering::Relaxed);
        let pass =
            |bits| Judgement { checked: Checked::from_bits(bits), ..Judgement::unchecked(Verdict::Pass) };
        let is_known = right & (DIGEST | IS_THERE) == bits;
        is_known.then(|| Judged { claim: pass(right), shown: pass(right >> Checked::BITS) })
    }

    /// Remembers `answer` to the case of that number, if it is right.
    pub(super) fn take(&self, case: usize, input: &Input, answer: u64, judged: &Judged) {
        let Judged { claim, shown } = judged;
        if claim.verdict == Verdict::Pass && shown.verdict == Verdict::Pass {
            let (place, bits) = self.place(case, input, answer);
            let checked = shown.checked.bits() << Checked::BITS | claim.checked.bits();
            place.store(bits | checked, Ordering::Relaxed);
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
    use super::{KnownAnswers, SHELVES, digest};
    use illformed_codec::{Policy, Profile};
    use illformed_judge::case::Case;
    use illformed_judge::claim::{Claim, ScriptSupport};
    use illformed_judge::expected::Replacements;
    use illformed_judge::judge::{Checked, Judged, Judgement, Response, Verdict};
    use illformed_judge::observation::{Observation, Text};
    use illformed_vectors::{Input, Suite};

    #[test]
    fn a_right_answer_is_known_to_decoders_of_the_same_claim_alone() {
        let suite = Suite::embedded();
        let ids = ["standard/letter-a", "script/two-byte-split-1-1", "overlong/nul-two-bytes"];
        let cases = ids.map(|id| Case::of(suite.vector(id).unwrap()));
        let known_answers = KnownAnswers::new(cases.len());
        let replacements = Replacements::default();
        let accept: Response = Observation::accept(Text::Utf32(vec![0x41])).into();
        let other: Response = Observation::accept(Text::Utf32(vec![0x42])).into();
        let checked = Checked { answer: true, ..Checked::default() };
        let pass = |checked| Judgement { checked, ..Judgement::unchecked(Verdict::Pass) };
        let judged = Judged { claim: pass(checked), shown: pass(Checked::default()) };
        let known = |claim: &Claim, case: usize, response: &Response| {
            known_answers.of(claim, &replacements).judged(case, cases[case].input(), digest(response))
        };

        let strict = Claim { script: ScriptSupport::Finish, ..Claim::strict(Profile::Rfc3629) };
        let right = known_answers.of(&strict, &replacements);
        for case in [0, 1] {
            right.take(case, cases[case].input(), digest(&accept), &judged);
            assert_eq!(known(&strict, case, &accept), Some(judged.clone()), "{case}");
            assert_eq!(known(&strict, case, &other), None, "{case}");
        }
        right.take(
            2,
            cases[2].input(),
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

    #[test]
    fn claims_of_one_shelf_are_not_taken_for_each_other() {
        let of_profile = |profile: &Profile| {
            let profile = Some(*profile);
            Policy::ALL.iter().map(move |policy| Claim { profile, ..Claim::lossy(*policy) })
        };
        let claims: Vec<Claim> = Profile::ALL.iter().flat_map(of_profile).collect();
        assert!(claims.len() > 2 * SHELVES, "{}", claims.len());
        let (known_answers, input) = (KnownAnswers::new(1), Input::Bytes(b"A".to_vec()));
        let of = |claim: &Claim| known_answers.of(claim, &Replacements::default());
        let knows = |claim: &Claim| of(claim).judged(0, &input, 7).is_some();
        for (number, claim) in claims.iter().enumerate() {
            of(claim).take(0, &input, 7, &Judged::both(Verdict::Pass));
            assert!(knows(claim), "{claim:?}");
            assert!(!claims[number + 1..].iter().any(knows), "none of them was asked: {claim:?}");
        }
        assert!(claims.iter().filter(|claim| knows(claim)).count() <= SHELVES);
    }
}
