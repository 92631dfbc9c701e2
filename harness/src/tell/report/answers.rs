//! The twelve questions of the matrix: what people ask of a decoder, and what it answers by the cases that were judged.

use crate::record::run_record::{CauseRecord, DecoderRecord, Outcomes, RunRecord, VectorRecord};
use illformed_codec::{ErrorKind, Profile, events};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::claim::Kind;
use illformed_judge::expected::segments;
use illformed_judge::judge::VerdictKind;
use illformed_judge::named_enum;
use std::collections::BTreeSet;

named_enum! {
    /// A question, by the heading of its column.
    pub enum Question {
        /// Are overlong forms refused?
        Overlong = "over",
        /// Are surrogates refused?
        Surrogate = "surr",
        /// Are numbers above 10FFFF refused?
        Above = "abov",
        /// Are forms of five and six bytes refused?
        Legacy = "5-6",
        NeverValid = "FEFF",
        /// Are stray continuation bytes refused?
        Stray = "stra",
        /// Are sequences refused that are not continued, or that the end cuts?
        Truncated = "trun",
        /// Is well-formed input accepted?
        Refuses = "refu",
        /// Is the text right?
        Text = "text",
        /// Is U+FEFF at the start treated as claimed?
        Bom = "BOM",
        /// Are offset and length of an error right?
        Offset = "offs",
        /// Is the answer the same when the input comes in chunks, and in time?
        Chunks = "chun",
    }
}

impl Question {
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
        match cause {
            Cause::AcceptsOverlong2 | Cause::AcceptsOverlong3 | Cause::AcceptsOverlong4 => {
                Some(Self::Overlong)
            }
            Cause::AcceptsOverlong5 | Cause::AcceptsOverlong6 => Some(Self::Overlong),
            Cause::AcceptsSurrogate | Cause::AcceptsSurrogatePair => Some(Self::Surrogate),
            Cause::AcceptsOutOfRange => Some(Self::Above),
            Cause::AcceptsLegacyForm | Cause::AcceptsUnsupportedLength => Some(Self::Legacy),
            Cause::AcceptsNeverValid => Some(Self::NeverValid),
            Cause::AcceptsStrayContinuation => Some(Self::Stray),
            Cause::AcceptsTruncated | Cause::AcceptsIncomplete | Cause::SaysIncomplete => {
                Some(Self::Truncated)
            }
            Cause::RefusesNul | Cause::RefusesBom | Cause::RefusesNoncharacter => Some(Self::Refuses),
            Cause::RefusesReplacementCharacter | Cause::RefusesAscii | Cause::RefusesTwoByte => {
                Some(Self::Refuses)
            }
            Cause::RefusesThreeByte | Cause::RefusesSupplementary | Cause::RefusesProfileForm => {
                Some(Self::Refuses)
            }
            Cause::RefusesWellFormed | Cause::StopsAtError | Cause::AcceptsRefused => Some(Self::Refuses),
            Cause::SwallowsNext | Cause::DecodesWrongly | Cause::LosesText | Cause::InventsText => {
                Some(Self::Text)
            }
            Cause::EndsAtNul | Cause::ReplacesOtherwise | Cause::CountsWrongly => Some(Self::Text),
            Cause::WrongTextBeforeError | Cause::PositionSensitive => Some(Self::Text),
            Cause::Crashes | Cause::Hangs | Cause::BreaksProtocol | Cause::Unstable => Some(Self::Text),
            Cause::ReadsPastEnd | Cause::ReadsBeforeStart | Cause::WritesPastOutput => Some(Self::Text),
            Cause::WritesBeforeOutput | Cause::MisstatesLength => Some(Self::Text),
            Cause::ChangesInput | Cause::DependsOnPlace | Cause::ChangesWithUse => Some(Self::Text),
            // Which errors are hidden, its cases tell.
            Cause::HidesErrors => None,
            Cause::BomStripped | Cause::BomKept => Some(Self::Bom),
            Cause::WrongOffset | Cause::WrongLength => Some(Self::Offset),
            Cause::Late | Cause::Early | Cause::CutSensitive | Cause::StateLeaks => Some(Self::Chunks),
        }
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

/// The answers of the decoders of a record.
pub(crate) struct Answers<'a> {
    pub(crate) record: &'a RunRecord,
    /// Of each vector, the question that its bytes ask.
    questions: Vec<Question>,
}

impl<'a> Answers<'a> {
    /// Those in `record`.
    pub(crate) fn of(record: &'a RunRecord) -> Self {
        Self { record, questions: record.vectors.iter().map(question).collect() }
    }

    /// What `decoder` answers to each question; what its baseline accepts is as wrong as before.
    pub(crate) fn answered(&self, decoder: &DecoderRecord) -> [Answered; Question::ALL.len()] {
        let asked = self.asked(decoder.rfc3629_outcomes());
        let mut worst = [None; Question::ALL.len()];
        for cause in &decoder.judged_outcomes().causes {
            for question in self.of_cause(decoder, cause) {
                let severity = &mut worst[question as usize];
                *severity = severity.map_or(Some(cause.severity), |known| Some(cause.severity.min(known)));
            }
        }
        Question::ALL.map(|question| match worst[question as usize] {
            Some(Severity::Critical | Severity::Wrong) => Answered::Wrong,
            Some(Severity::Imprecise) => Answered::Imprecise,
            None if asked.contains(&question) => Answered::Right,
            None => Answered::NotAsked,
        })
    }

    /// The titles of the questions to which `decoder` gives the answer `wanted`.
    pub(crate) fn titles(&self, decoder: &DecoderRecord, wanted: Answered) -> Vec<&'static str> {
        let answers = Question::ALL.into_iter().zip(self.answered(decoder));
        answers.filter(|(_, answer)| *answer == wanted).map(|(question, _)| question.title()).collect()
    }

    /// The questions that `cause`, one of `decoder`, answers with no. Where a decoder replaces errors, text that is lost,
    /// invented or swallowed at errors of some kinds answers those about these kinds. A decoder that should report errors and
    /// shows none, whatever text it gives, does not refuse the input.
    pub(crate) fn of_cause(&self, decoder: &DecoderRecord, cause: &CauseRecord) -> BTreeSet<Question> {
        let outcomes = decoder.judged_outcomes();
        let mut questions: BTreeSet<Question> = Question::of(cause.id).into_iter().collect();
        let reports_errors = !matches!(decoder.claim.kind, Kind::Lossy | Kind::Count);
        let is_text_changed = matches!(cause.id, Cause::SwallowsNext | Cause::LosesText | Cause::InventsText);
        if is_text_changed && !reports_errors {
            let kinds =
                ErrorKind::ALL.iter().filter(|kind| cause.errors.iter().any(|name| name == kind.name()));
            questions.extend(kinds.map(|kind| Question::of_error(*kind)));
        }
        let tells_text = matches!(cause.id, Cause::LosesText | Cause::InventsText | Cause::DecodesWrongly);
        if cause.id == Cause::HidesErrors || tells_text && reports_errors {
            let failed = || outcomes.groups.iter().filter(|group| group.verdict == VerdictKind::Fail);
            let accepted =
                cause.cases.iter().filter(|case| failed().any(|group| group.cases.contains(*case)));
            // Where another cause is about the question, that one leads to its cases.
            let has_own = |question| outcomes.causes.iter().any(|one| Question::of(one.id) == Some(question));
            let of_errors = accepted.map(|case| self.question(case)).filter(|one| one.is_of_errors());
            questions.extend(of_errors.collect::<BTreeSet<_>>().into_iter().filter(|one| !has_own(*one)));
        }
        questions
    }

    /// The question that the bytes of that case ask.
    fn question(&self, case: usize) -> Question {
        self.questions[self.record.cases[case].vector]
    }

    /// The questions that some judged case asks.
    fn asked(&self, outcomes: &Outcomes) -> BTreeSet<Question> {
        let mut asked = BTreeSet::new();
        for group in outcomes.groups.iter().filter(|group| group.verdict.is_judged()) {
            let compares = |name: &str| group.checked.iter().any(|checked| checked == name);
            if compares("per-call") {
                asked.insert(Question::Chunks);
            }
            if compares("at") || compares("len") {
                asked.insert(Question::Offset);
            }
            if compares("out") {
                asked.insert(Question::Text);
            }
            if !compares("answer") && !compares("out") {
                continue;
            }
            for case in group.cases.iter() {
                let question = match self.question(case) {
                    Question::Bom if !compares("out") => Question::Refuses,
                    question => question,
                };
                // Bytes that a recipe brings along may have an error.
                let is_known = asked.contains(&question);
                if !is_known && (question.is_of_errors() || !self.record.cases[case].brings_bytes()) {
                    asked.insert(question);
                }
            }
        }
        asked
    }
}

/// The question that the bytes of `vector` ask: that of their first error by RFC 3629, else whether they are accepted.
fn question(vector: &VectorRecord) -> Question {
    let error = segments(&vector.input)
        .find_map(|(bytes, _)| events(&bytes, Profile::Rfc3629).find_map(|event| event.error_kind()));
    let starts_with_mark =
        || segments(&vector.input).any(|(bytes, _)| bytes.starts_with(&[0xEF, 0xBB, 0xBF]));
    match error {
        Some(kind) => Question::of_error(kind),
        None if starts_with_mark() => Question::Bom,
        None => Question::Refuses,
    }
}
