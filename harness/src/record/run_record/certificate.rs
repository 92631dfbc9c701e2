//! What the answers of a decoder prove, and what they do not cover.

use crate::record::run_record::{DecoderRecord, RunRecord, SweptRecord};
use illformed_judge::claim::{OffsetMeaning, OutputKind, Profile, ScriptSupport};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::thousands;
use illformed_vectors::hex;
use serde::{Deserialize, Serialize};

/// How many states an acceptor of RFC 3629 has: the start, those inside of a sequence, and the one of no way back.
const STATES: usize = 9;

/// What no sweep covers.
pub(crate) const NOT_SWEPT: &str = "longer inputs, states that only two or more unusual characters lead to, and code for \
     other processors";

/// What a run proves of a decoder. Sentences are fragments: a decoder that passes is right on what stands in `proved`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub proved: Vec<String>,
    pub not_covered: Vec<String>,
}

impl Certificate {
    /// What `record` proves of `decoder`, which is one of its decoders. It follows from the record alone.
    pub fn of(record: &RunRecord, decoder: &DecoderRecord) -> Self {
        let mut certificate = Self::default();
        certificate.complete_suite(record, decoder);
        certificate.sweeps(decoder.swept.as_ref());
        certificate.view(decoder);
        certificate
    }

    /// The complete suite, which finds each wrong acceptor of RFC 3629 with a certain number of states, if it was asked whole.
    fn complete_suite(&mut self, record: &RunRecord, decoder: &DecoderRecord) {
        if decoder.claim.profile != Some(Profile::Rfc3629) {
            return;
        }
        let complete = record.suite.groups.iter().filter(|group| group.complete);
        let complete: Vec<&str> = complete.map(|group| group.name.as_str()).collect();
        let is_of_suite =
            |case: &usize| record.cases[*case].recipe.is_none() && complete.contains(&record.group(*case));
        let cases: Vec<usize> = (0..record.cases.len()).filter(is_of_suite).collect();
        let outcomes = &decoder.by_claim.groups;
        let count = |verdict: VerdictKind| {
            let groups = outcomes.iter().filter(|one| one.verdict == verdict);
            groups.map(|one| cases.iter().filter(|case| one.cases.contains(**case)).count()).sum::<usize>()
        };
        let all = cases.len();
        let kinds = [VerdictKind::Pass, VerdictKind::NotApplicable, VerdictKind::NotAsked];
        let [passed, unaskable, not_asked] = kinds.map(count);
        if all == 0 {
            self.not_covered.push("the complete suite, which was not selected".to_owned());
        } else if passed == all && !decoder.claim.replaces_errors() {
            let all = thousands(all as u64);
            self.proved.push(format!(
                "which strings are well-formed, all of them, if it is an acceptor of at most {STATES} states: the {all} of the complete suite"
            ));
        } else if passed == all {
            let all = thousands(all as u64);
            self.proved.push(format!("the text of each of the {all} strings of the complete suite"));
        } else if passed + unaskable + not_asked == all {
            let parts = [(unaskable, "which it cannot be given"), (not_asked, "which were not asked")];
            for (count, why) in parts.into_iter().filter(|(count, _)| *count > 0) {
                let [count, all] = [count, all].map(|count| thousands(count as u64));
                self.not_covered.push(format!("{count} of the {all} strings of the complete suite, {why}"));
            }
        }
    }

    fn sweeps(&mut self, swept: Option<&SweptRecord>) {
        self.proved.extend(swept.iter().flat_map(|swept| swept.passed()).map(|sweep| sweep.proves.clone()));
        self.not_covered.push(match swept {
            Some(_) => NOT_SWEPT.to_owned(),
            None => "families of inputs, none of which was swept".to_owned(),
        });
    }

    /// What the decoder cannot be asked, or does not say.
    fn view(&mut self, decoder: &DecoderRecord) {
        let claim = &decoder.claim;
        let mut not = |is_missing: bool, what: &str| {
            if is_missing {
                self.not_covered.push(what.to_owned());
            }
        };
        not(claim.out() == OutputKind::None, "text, of which it gives none");
        not(claim.at == OffsetMeaning::None, "offsets of errors, which it does not report");
        not(claim.script.is_one_call(), "chunks, which it does not take");
        not(claim.script == ScriptSupport::Feed, "chunks, of which it is not told the last");
        not(
            !claim.cannot.is_empty(),
            &format!("the bytes {}, which it cannot be given", hex::encode(&claim.cannot)),
        );
        if let Some(most) = claim.max_bytes {
            not(
                true,
                &format!("inputs of more than {} bytes, which it does not take", thousands(most as u64)),
            );
        }
        not(true, "another version, platform or processor than that of the record");
    }
}
