//! Asking a decoder in a process that was asked nothing before.

use crate::ask::adapter::Session;
use crate::ask::reproducer::Reproducer;
use crate::record::run::RunOptions;
use crate::record::run::asking::keep_different;
use crate::record::run::known_answers::digest;
use crate::record::run::pass::Pass;
use illformed_judge::case::{FittedInput, Plan};
use illformed_judge::judge::{CaseToJudge, Judged, Response, judge_case};
use illformed_vectors::Input;

/// Asks cases of a plan in new sessions.
pub(super) struct Fresh<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) options: &'a RunOptions,
    /// Its budget is that of the decoder at hand.
    pub(super) reproducer: Reproducer<'a>,
}

/// What came of a sequence of cases: the cases, and the responses to each, as many as differ, at most two.
pub(super) struct Asked<'a> {
    pub(super) cases: Vec<(usize, FittedInput<'a>)>,
    pub(super) responses: Vec<Vec<Response>>,
}

/// What is kept of a response that is compared with another.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Brief {
    pub(super) answer: u64,
    /// Whether it is an answer, or that the adapter declined.
    pub(super) is_answer: bool,
    pub(super) words: String,
}

/// How many bytes of the words of a response are kept.
const MOST_WORDS: usize = 512;

impl Brief {
    fn of(response: &Response) -> Self {
        let mut words = response.to_string();
        if words.len() > MOST_WORDS {
            words.truncate(words.floor_char_boundary(MOST_WORDS));
            words.shrink_to_fit();
            words.push('\u{2026}');
        }
        let is_answer = matches!(response, Response::Observed(_) | Response::Skipped(_));
        Self { answer: digest(response), is_answer, words }
    }

    /// Whether two responses say the same. In which words a process died, and what else was outstanding, differs.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.answer == other.answer || !self.is_answer && !other.is_answer
    }
}

impl<'a> Fresh<'a> {
    /// A new session with the same decoders; `None` when there is none, for whatever reason.
    pub(super) fn open(&mut self) -> Option<Box<dyn Session>> {
        let session = self.reproducer.open().ok()?;
        (self.options.asking_again)();
        Some(session)
    }

    /// Asks the `decoders` of those numbers these cases in this order, one decoder after the other, in one new process, as a
    /// run does; gives what came of the last decoder. `None` when it could not be asked.
    pub(super) fn ask(&mut self, decoders: &[usize], cases: &[usize]) -> Option<Asked<'a>> {
        self.ask_rounds(decoders, cases, self.options.repeat)
    }

    /// The same with another number of rounds.
    pub(super) fn ask_rounds(
        &mut self,
        decoders: &[usize],
        cases: &[usize],
        rounds: usize,
    ) -> Option<Asked<'a>> {
        let mut session = self.open()?;
        let mut last = None;
        for number in decoders {
            last = Some(self.ask_in(session.as_mut(), *number, cases, rounds));
        }
        session.close();
        last.filter(|_| !self.reproducer.is_interrupted())
    }

    /// [`Fresh::ask`], with what can be compared of each response alone: a whole pass may be gigabytes.
    pub(super) fn ask_briefly(&mut self, decoders: &[usize], cases: &[usize]) -> Option<Vec<Vec<Brief>>> {
        let (last, before) = decoders.split_last()?;
        let mut session = self.open()?;
        let rounds = self.options.repeat;
        for number in before {
            self.ask_each(session.as_mut(), *number, cases, rounds, &mut |_, _| {});
        }
        let mut briefs: Vec<Vec<Brief>> = Vec::new();
        self.ask_each(session.as_mut(), *last, cases, rounds, &mut |place, response| {
            briefs.resize_with(briefs.len().max(place + 1), Vec::new);
            keep_different(&mut briefs[place], Brief::of(&response));
        });
        session.close();
        (!self.reproducer.is_interrupted()).then_some(briefs)
    }

    /// Asks in a session that is open, so many rounds.
    pub(super) fn ask_in(
        &self,
        session: &mut dyn Session,
        decoder: usize,
        cases: &[usize],
        rounds: usize,
    ) -> Asked<'a> {
        let mut responses: Vec<Vec<Response>> = Vec::new();
        let cases = self.ask_each(session, decoder, cases, rounds, &mut |place, response| {
            responses.resize_with(responses.len().max(place + 1), Vec::new);
            keep_different(&mut responses[place], response);
        });
        Asked { cases, responses }
    }

    /// Asks in a session that is open, so many rounds; `answered` takes the place of each case that fits and a response.
    fn ask_each(
        &self,
        session: &mut dyn Session,
        decoder: usize,
        cases: &[usize],
        rounds: usize,
        answered: &mut dyn FnMut(usize, Response),
    ) -> Vec<(usize, FittedInput<'a>)> {
        let claim = &self.reproducer.introduced()[decoder].claim;
        let fitting =
            |case: &usize| Some((*case, FittedInput::new(&self.plan.cases[*case].input, claim).ok()?));
        let cases: Vec<(usize, FittedInput<'a>)> = cases.iter().filter_map(fitting).collect();
        let inputs: Vec<&Input> = cases.iter().map(|(_, fitted_input)| &*fitted_input.input).collect();
        for _ in 0..rounds {
            session.ask(decoder, &inputs, answered);
        }
        cases
    }

    /// The judgement of the case at that place of what decoder `number` was asked after its main pass.
    pub(super) fn judge(&self, number: usize, pass: &Pass<'_>, asked: &Asked<'_>, place: usize) -> Judged {
        let (case, fitted_input) = &asked.cases[place];
        let to_judge = CaseToJudge {
            judge: self.options.judge,
            case: &self.plan.cases[*case],
            fitted_input,
            claim: &self.reproducer.introduced()[number].claim,
            resolutions: &self.options.resolutions,
            replacements: &pass.replacements,
        };
        judge_case(&to_judge, &asked.responses[place])
    }
}
