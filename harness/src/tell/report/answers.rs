//! The twelve questions of the matrix: what people ask of a decoder, and what it answers by the cases that were judged.

use crate::record::run_record::{CaseRecord, CauseRecord, DecoderRecord, RunRecord, VectorRecord};
use illformed_codec::{ErrorKind, Profile, events};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::claim::{OffsetMeaning, OutputKind, ScriptSupport};
use illformed_judge::expected::{Failure, segments};
use illformed_judge::judge::VerdictKind;
use illformed_judge::named_enum;
use illformed_vectors::Input;
use std::collections::{BTreeMap, BTreeSet};

/// One in so many vectors of a kind fails at least if the errors of the kind are what fails.
const MOST_OTHER: usize = 10;

named_enum! {
    /// A question, by the heading of its column.
    pub enum MatrixQuestion {
        Overlong = "over",
        Surrogate = "surr",
        Above = "abov",
        Legacy = "5-6",
        NeverValid = "FEFF",
        Stray = "stra",
        Truncated = "trun",
        Refuses = "refu",
        Text = "text",
        Bom = "BOM",
        Offset = "offs",
        /// Is the answer the same when the input comes in chunks, and in time?
        Chunks = "chun",
    }
}

impl MatrixQuestion {
    /// What is asked, in a word or two.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Overlong => "overlong forms",
            Self::Surrogate => "surrogates",
            Self::Above => "above 10FFFF",
            Self::Legacy => "5- and 6-byte forms",
            Self::NeverValid => "FE and FF",
            Self::Stray => "stray continuation bytes",
            Self::Truncated => "truncated sequences",
            Self::Refuses => "well-formed input",
            Self::Text => "text",
            Self::Bom => "byte order mark",
            Self::Offset => "offsets",
            Self::Chunks => "chunks",
        }
    }

    /// Whether it asks what is done with ill-formed sequences of some kind.
    pub(crate) fn is_of_errors(self) -> bool {
        self <= Self::Truncated
    }

    /// The question that input with an error of that kind asks.
    pub(crate) const fn of_error(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Overlong => Self::Overlong,
            ErrorKind::Surrogate => Self::Surrogate,
            ErrorKind::OutOfRange => Self::Above,
            ErrorKind::LegacyForm | ErrorKind::UnsupportedLength => Self::Legacy,
            ErrorKind::NeverValid => Self::NeverValid,
            ErrorKind::UnexpectedContinuation => Self::Stray,
            ErrorKind::Truncated | ErrorKind::Incomplete => Self::Truncated,
        }
    }

    /// The question that `cause` answers with no, whatever its cases are.
    pub(crate) const fn of(cause: Cause) -> Option<Self> {
        Some(match cause {
            // Which errors are hidden, its cases tell.
            Cause::HidesErrors => return None,
            Cause::AcceptsOverlong2 | Cause::AcceptsOverlong3 | Cause::AcceptsOverlong4 => Self::Overlong,
            Cause::AcceptsOverlong5 | Cause::AcceptsOverlong6 => Self::Overlong,
            Cause::AcceptsSurrogate | Cause::AcceptsSurrogatePair => Self::Surrogate,
            Cause::AcceptsOutOfRange => Self::Above,
            Cause::AcceptsLegacyForm | Cause::AcceptsUnsupportedLength => Self::Legacy,
            Cause::AcceptsNeverValid => Self::NeverValid,
            Cause::AcceptsStrayContinuation => Self::Stray,
            Cause::AcceptsTruncated | Cause::AcceptsIncomplete | Cause::SaysIncomplete => Self::Truncated,
            Cause::RefusesNul | Cause::RefusesBom | Cause::RefusesNoncharacter => Self::Refuses,
            Cause::RefusesReplacementCharacter | Cause::RefusesAscii => Self::Refuses,
            Cause::RefusesTwoByte | Cause::RefusesThreeByte | Cause::RefusesSupplementary => Self::Refuses,
            Cause::RefusesProfileForm | Cause::RefusesWellFormed => Self::Refuses,
            Cause::StopsAtError | Cause::AcceptsRefused => Self::Refuses,
            Cause::SwallowsNext | Cause::DecodesWrongly | Cause::LosesText | Cause::InventsText => Self::Text,
            Cause::EndsAtNul | Cause::ReplacesOtherwise | Cause::CountsWrongly => Self::Text,
            Cause::WrongTextBeforeError | Cause::PositionSensitive => Self::Text,
            Cause::Crashes | Cause::Hangs | Cause::BreaksProtocol | Cause::Unstable => Self::Text,
            Cause::ReadsPastEnd | Cause::ReadsBeforeStart | Cause::WritesPastOutput => Self::Text,
            Cause::WritesBeforeOutput | Cause::MisstatesLength => Self::Text,
            Cause::ChangesInput | Cause::DependsOnPlace | Cause::ChangesWithUse => Self::Text,
            Cause::BomStripped | Cause::BomKept => Self::Bom,
            Cause::WrongOffset | Cause::WrongLength => Self::Offset,
            Cause::Late | Cause::Early | Cause::CutSensitive | Cause::StateLeaks => Self::Chunks,
        })
    }
}

named_enum! {
    /// What a decoder answers to a question, the worst first, by the sign in a table.
    pub enum Answered {
        Wrong = "F",
        /// Right, but with a wrong offset or length, or at the wrong time.
        Imprecise = "i",
        Right = ".",
        /// It was not asked, or could not be.
        NotAsked = "-",
    }
}

impl Answered {
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::NotAsked => "not asked",
            Self::Right => "passes",
            Self::Imprecise => "imprecise (offset, length, time)",
            Self::Wrong => "fails",
        }
    }
}

pub(crate) struct Answers<'a> {
    pub(crate) record: &'a RunRecord,
    /// Of each vector, the question that its bytes ask.
    questions: Vec<MatrixQuestion>,
}

impl<'a> Answers<'a> {
    pub(crate) fn of(record: &'a RunRecord) -> Self {
        Self { record, questions: record.vectors.iter().map(question).collect() }
    }

    /// What `decoder` answers to each question; what its baseline accepts is as wrong as before.
    pub(crate) fn answered(&self, decoder: &DecoderRecord) -> [Answered; MatrixQuestion::ALL.len()] {
        let (asked, failed) = (self.asked(decoder), self.failed(decoder));
        let mut answers = MatrixQuestion::ALL.map(|question| match question {
            _ if asked.contains(&question) => Answered::Right,
            _ if failed.contains(&question) => Answered::Wrong,
            _ => Answered::NotAsked,
        });
        for cause in &decoder.judged_outcomes().causes {
            let is_imprecise = cause.severity == Severity::Imprecise;
            let answer = if is_imprecise { Answered::Imprecise } else { Answered::Wrong };
            for question in self.of_cause(decoder, cause) {
                answers[question as usize] = answer.min(answers[question as usize]);
            }
        }
        answers
    }

    /// The titles of the questions to which `decoder` gives the answer `wanted`.
    pub(crate) fn titles(&self, decoder: &DecoderRecord, wanted: Answered) -> Vec<&'static str> {
        let answers = MatrixQuestion::ALL.into_iter().zip(self.answered(decoder));
        answers.filter(|(_, answer)| *answer == wanted).map(|(question, _)| question.title()).collect()
    }

    /// The questions that `cause`, one of `decoder`, answers with no. Where a decoder replaces errors, text that is lost,
    /// invented or swallowed at errors of some kinds answers those about these kinds. A decoder that should report errors and
    /// shows none, whatever text it gives, does not refuse the input.
    pub(crate) fn of_cause(&self, decoder: &DecoderRecord, cause: &CauseRecord) -> BTreeSet<MatrixQuestion> {
        let outcomes = decoder.judged_outcomes();
        let mut questions: BTreeSet<MatrixQuestion> = MatrixQuestion::of(cause.id).into_iter().collect();
        // What is not the same anywhere and always is no matter of chunks for a decoder that takes none.
        let varies = match cause.id {
            Cause::PositionSensitive | Cause::ChangesWithUse => true,
            Cause::StateLeaks => decoder.claim.script == ScriptSupport::None,
            _ => false,
        };
        let shows_text = decoder.claim.out() != OutputKind::None;
        if !shows_text && (varies || cause.id == Cause::EndsAtNul) || varies && cause.id == Cause::StateLeaks
        {
            questions.clear();
        }
        // What gives no answer, or such a one, answers none of the questions of its cases.
        if cause.id <= Cause::Unstable || varies {
            let of_bytes = cause.cases.iter().map(|case| self.question(case));
            questions.extend(of_bytes.map(|question| match question {
                MatrixQuestion::Bom if !shows_text => MatrixQuestion::Refuses,
                question => question,
            }));
        }
        let reports_errors = !decoder.claim.replaces_errors();
        let is_text_changed = matches!(cause.id, Cause::SwallowsNext | Cause::LosesText | Cause::InventsText);
        if is_text_changed && !reports_errors {
            let is_meant = |kind: &&ErrorKind| cause.errors.iter().any(|name| name == kind.name());
            questions
                .extend(ErrorKind::ALL.iter().filter(is_meant).map(|kind| MatrixQuestion::of_error(*kind)));
        }
        let tells_text = matches!(cause.id, Cause::LosesText | Cause::InventsText | Cause::DecodesWrongly);
        if matches!(cause.id, Cause::ReplacesOtherwise | Cause::CountsWrongly) {
            // A few of the vectors of a kind have errors of another one, too.
            let judged = outcomes.groups.iter().filter(|group| group.verdict.is_judged());
            let all = self.of_errors(judged.flat_map(|group| group.cases.iter()));
            let failing = self.of_errors(cause.cases.iter());
            let is_failed =
                |(question, failing): &(&MatrixQuestion, &usize)| **failing * MOST_OTHER >= all[*question];
            questions.extend(failing.iter().filter(is_failed).map(|(question, _)| *question));
        }
        if matches!(cause.id, Cause::HidesErrors | Cause::EndsAtNul) || tells_text && reports_errors {
            let failed: Vec<_> = outcomes.bad().filter(|group| group.verdict == VerdictKind::Fail).collect();
            let accepted =
                cause.cases.iter().filter(|case| failed.iter().any(|one| one.cases.contains(*case)));
            let mut accepted: BTreeSet<MatrixQuestion> = accepted.map(|case| self.question(case)).collect();
            // Where another cause is about the question, that one leads to its cases.
            let has_own =
                |question| outcomes.causes.iter().any(|one| MatrixQuestion::of(one.id) == Some(question));
            accepted.retain(|one| one.is_of_errors() && !has_own(*one));
            questions.extend(accepted);
        }
        questions
    }

    fn question(&self, case: usize) -> MatrixQuestion {
        self.questions[self.record.cases[case].vector]
    }

    /// Whether `case` is bytes in one call.
    fn is_whole(&self, case: usize) -> bool {
        let CaseRecord { vector, recipe } = self.record.cases[case];
        let is_bytes = matches!(self.record.vectors[vector].input, Input::Bytes(_));
        is_bytes && recipe.is_none_or(|recipe| !recipe.is_script())
    }

    /// Whether `case` is the bytes of a vector with an error, in one call.
    fn is_error(&self, case: usize) -> bool {
        self.is_whole(case) && !self.record.cases[case].brings_bytes() && self.question(case).is_of_errors()
    }

    /// How many of `cases` ask each question about errors with the bytes of their vector alone.
    fn of_errors(&self, cases: impl Iterator<Item = usize>) -> BTreeMap<MatrixQuestion, usize> {
        let mut counts = BTreeMap::new();
        for case in cases.filter(|case| self.is_error(*case)) {
            *counts.entry(self.question(case)).or_default() += 1;
        }
        counts
    }

    /// The questions about errors and the byte order mark that some case asks which `decoder` fails, for whatever cause.
    fn failed(&self, decoder: &DecoderRecord) -> BTreeSet<MatrixQuestion> {
        let failing = decoder.judged_outcomes().bad().flat_map(|group| group.cases.iter());
        let shows_text = decoder.claim.out() != OutputKind::None;
        let is_meant = |question: &MatrixQuestion| {
            question.is_of_errors() || *question == MatrixQuestion::Bom && shows_text
        };
        failing.map(|case| self.question(case)).filter(is_meant).collect()
    }

    /// The questions that some case asks of `decoder` which it does not fail, and none that was not asked since it was given up or
    /// interrupted; of offsets, if each error had one.
    fn asked(&self, decoder: &DecoderRecord) -> BTreeSet<MatrixQuestion> {
        let mut asked = BTreeSet::new();
        let mut lacks_offset = false;
        for group in decoder.rfc3629_outcomes().groups.iter().filter(|group| group.verdict.is_judged()) {
            let is_right = matches!(
                group.verdict,
                VerdictKind::Pass | VerdictKind::WrongReason | VerdictKind::LateError
            );
            // What comes out as another text is not refused.
            let is_taken = is_right || group.cause.as_deref() == Some(Failure::WrongText.name());
            let compares = |name: &str| is_taken && group.checked.iter().any(|checked| checked == name);
            if is_right && compares("per-call") {
                asked.insert(MatrixQuestion::Chunks);
            }
            if is_right && (compares("at") || compares("len")) {
                asked.insert(MatrixQuestion::Offset);
            }
            if is_right && compares("out") {
                asked.insert(MatrixQuestion::Text);
            }
            if !compares("answer") && !compares("out") {
                continue;
            }
            let has_no_offset = group.verdict == VerdictKind::Pass
                && decoder.claim.at != OffsetMeaning::None
                && !["at", "len", "per-call"].into_iter().any(compares);
            for case in group.cases.iter() {
                lacks_offset |= has_no_offset && self.is_error(case);
                let question = match self.question(case) {
                    MatrixQuestion::Bom if !compares("out") => MatrixQuestion::Refuses,
                    question => question,
                };
                // Bytes that a recipe brings along may have an error.
                let is_own = || question.is_of_errors() || !self.record.cases[case].brings_bytes();
                let is_told = is_right || question == MatrixQuestion::Refuses;
                if is_told && !asked.contains(&question) && is_own() {
                    asked.insert(question);
                }
            }
        }
        if lacks_offset {
            asked.remove(&MatrixQuestion::Offset);
        }
        let groups = decoder.rfc3629_outcomes().groups.iter();
        for case in groups.filter(|one| one.verdict == VerdictKind::NotAsked).flat_map(|one| one.cases.iter())
        {
            let open = match (self.is_whole(case), self.question(case)) {
                (false, _) => &[MatrixQuestion::Chunks][..],
                (true, MatrixQuestion::Bom) => &[MatrixQuestion::Bom, MatrixQuestion::Refuses],
                (true, question) => &[question, MatrixQuestion::Text, MatrixQuestion::Offset],
            };
            asked.retain(|question| !open.contains(question));
        }
        asked
    }
}

/// The question that the bytes of `vector` ask: that of their first error by RFC 3629, or of a sequence that the end cuts there,
/// else whether they are accepted.
fn question(vector: &VectorRecord) -> MatrixQuestion {
    let mut parts = segments(&vector.input);
    let error = parts.find_map(|(bytes, _)| {
        let error = events(&bytes, Profile::Rfc3629).find(|event| event.error_kind().is_some())?;
        let rest = &bytes[error.at()..];
        let is_cut = rest[0].leading_ones() as usize > rest.len()
            && rest[1..].iter().all(|byte| (0x80..0xC0).contains(byte));
        if is_cut && rest[0] < 0xFE { Some(ErrorKind::Incomplete) } else { error.error_kind() }
    });
    match error {
        Some(kind) => MatrixQuestion::of_error(kind),
        None if segments(&vector.input).any(|(bytes, _)| bytes.starts_with(b"\xEF\xBB\xBF")) => {
            MatrixQuestion::Bom
        }
        None => MatrixQuestion::Refuses,
    }
}

#[cfg(test)]
mod tests {
    use super::{Answered, Answers, MatrixQuestion};
    use crate::ask::adapter::in_process::InProcessDecoder;
    use crate::record::run_record::test_record::record_of;
    use illformed_codec::{Policy, Profile, REPLACEMENT, decode_lossy};
    use illformed_judge::case::CaseId;
    use illformed_judge::claim::Claim;
    use illformed_judge::observation::{Observation, Text};

    #[test]
    fn a_question_of_which_each_answer_is_wrong_is_failed_for_whatever_cause() {
        let marks = || {
            let decode = |bytes: &[u8]| {
                let text = decode_lossy(bytes, Profile::Rfc3629, Policy::MaximalSubpart);
                let mark = |code| if code == REPLACEMENT { 0x3F } else { code };
                Observation::accept(Text::Utf32(text.map(mark).collect()))
            };
            vec![InProcessDecoder::one_shot("marks", "", Claim::lossy(Policy::MaximalSubpart), decode)]
        };
        let answers = |is_asked: fn(&CaseId) -> bool| {
            let record = record_of(marks, is_asked);
            let answered = Answers::of(&record).answered(&record.decoders[0]);
            [MatrixQuestion::NeverValid, MatrixQuestion::Overlong, MatrixQuestion::Truncated]
                .map(|question| answered[question as usize])
        };
        let never_valid = answers(|id| id.to_string() == "never-valid/ff-alone");
        assert_eq!(never_valid, [Answered::Wrong, Answered::NotAsked, Answered::NotAsked]);
        // Whatever begins in a sequence that the end cuts, it is cut.
        let cut = answers(|id| id.to_string() == "overlong/c0-alone");
        assert_eq!(cut, [Answered::NotAsked, Answered::NotAsked, Answered::Wrong]);
    }
}
