//! What the answers of a decoder prove, and what they do not cover.

use crate::record::run_record::{DecoderRecord, RunRecord, SweptRecord};
use illformed_inputs::Sweep;
use illformed_judge::automata::{complete_words, formats, letters};
use illformed_judge::claim::{OffsetMeaning, OutputKind, Profile, ScriptSupport};
use illformed_judge::complete::complete_tests;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::thousands;
use illformed_vectors::{Input, hex};
use serde::{Deserialize, Serialize};

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

/// The complete suite of a profile, as far as it was asked.
struct AskedSuite {
    /// A case for each string that was selected.
    cases: Vec<usize>,
    /// How many strings the suite has.
    strings: usize,
    /// Of which acceptors it finds each wrong one: `9 states`.
    acceptors: String,
}

impl AskedSuite {
    /// That of `profile`: of RFC 3629 over all bytes, which is a group of vectors, else over one byte of each class.
    fn of(record: &RunRecord, profile: Profile) -> Option<Self> {
        let vectors = (0..record.cases.len()).filter(|case| record.cases[*case].recipe.is_none());
        if profile == Profile::Rfc3629 {
            let complete = record.suite.groups.iter().filter(|group| group.complete);
            let complete: Vec<&str> = complete.map(|group| group.name.as_str()).collect();
            let cases = vectors.filter(|case| complete.contains(&record.group(*case))).collect();
            return Some(Self { cases, strings: complete_tests().len(), acceptors: "9 states".to_owned() });
        }
        let machine = &formats().iter().find(|format| format.name == profile.name())?.machine;
        let mut words = complete_words(machine, &letters(machine), 0);
        let strings = words.len();
        let is_new = |case: &usize| match &*record.input(*case) {
            Input::Bytes(bytes) => words.remove(bytes),
            Input::Calls(_) => false,
        };
        let acceptors = format!("{} states that treats bytes of one class alike", machine.len());
        Some(Self { cases: vectors.filter(is_new).collect(), strings, acceptors })
    }
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

    /// The complete suite of the claimed profile, which finds each wrong acceptor with a certain number of states.
    fn complete_suite(&mut self, record: &RunRecord, decoder: &DecoderRecord) {
        let Some(AskedSuite { cases, strings, acceptors }) =
            decoder.claim.profile.and_then(|profile| AskedSuite::of(record, profile))
        else {
            return;
        };
        let outcomes = &decoder.by_claim.groups;
        let count = |verdict: VerdictKind| {
            let groups = outcomes.iter().filter(|one| one.verdict == verdict);
            groups.map(|one| cases.iter().filter(|case| one.cases.contains(**case)).count()).sum::<usize>()
        };
        let passed = count(VerdictKind::Pass);
        let [strings_told, passed_told] = [strings, passed].map(|number| thousands(number as u64));
        let parts = [
            (count(VerdictKind::NotApplicable), "which it cannot be given"),
            (count(VerdictKind::NotAsked), "which were not asked"),
            (count(VerdictKind::Declined), "which it declined"),
            (count(VerdictKind::Unspecified), "on which the standard is silent"),
            (strings - cases.len(), "which were not selected"),
        ];
        if cases.is_empty() {
            self.not_covered.push("the complete suite, which was not selected".to_owned());
        } else if passed == strings && !decoder.claim.replaces_errors() {
            // Without an end a decoder may accept what could still go on.
            let what = if decoder.claim.script == ScriptSupport::Feed {
                "which strings begin a well-formed one"
            } else {
                "which strings are well-formed"
            };
            let refuses: Vec<&str> = decoder.claim.refuses.iter().map(|refusal| refusal.name()).collect();
            let but = if refuses.is_empty() {
                String::new()
            } else {
                format!(" but those with what it documents to refuse ({})", refuses.join(", "))
            };
            self.proved.push(format!(
                "{what}, all of them{but}, if it is an acceptor of at most {acceptors}: the {strings_told} of the complete suite"
            ));
        } else if passed == strings {
            self.proved.push(format!("the text of each of the {passed_told} strings of the complete suite"));
        } else {
            for (number, why) in parts.into_iter().filter(|(number, _)| *number > 0) {
                let number = thousands(number as u64);
                self.not_covered
                    .push(format!("{number} of the {strings_told} strings of the complete suite, {why}"));
            }
        }
    }

    fn sweeps(&mut self, swept: Option<&SweptRecord>) {
        self.proved.extend(swept.iter().flat_map(|swept| swept.passed()).map(|sweep| sweep.proves.clone()));
        let Some(SweptRecord { sweeps, .. }) = swept else {
            return self.not_covered.push("families of inputs, none of which was swept".to_owned());
        };
        let is_whole =
            |name: &&str| sweeps.iter().any(|one| one.name == *name && one.is_whole && one.inputs > 0);
        let left: Vec<&str> =
            Sweep::ALL.map(Sweep::name).into_iter().filter(|name| !is_whole(name)).collect();
        if !left.is_empty() {
            self.not_covered
                .push(format!("sweeps that were not asked, or not to their end: {}", left.join(", ")));
        }
        self.not_covered.push(NOT_SWEPT.to_owned());
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
        if let Some(profile) = claim.profile.filter(|one| !matches!(one, Profile::Rfc3629 | Profile::Rfc2279))
        {
            not(true, &format!("where errors end and what replaces them, which {profile} does not define"));
            let has_units = matches!(claim.out(), OutputKind::None | OutputKind::Utf16);
            let is_open = profile == Profile::Mutf8 && !has_units;
            not(is_open, "the text of surrogates that are no pair, or are cut, which mutf8 leaves open");
        }
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
