//! Asking a decoder in a process that was asked nothing before.

use crate::ask::adapter::{Adapter, Session};
use crate::ask::reproducer::Reproducer;
use crate::record::run::RunOptions;
use crate::record::run::asking::keep_different;
use crate::record::run::known_answers::digest;
use crate::record::run::warm_up::{ask_cases, check_fit};
use illformed_judge::case::Plan;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Response;
use illformed_vectors::Input;

/// Asks the decoders that share a session again, one after the other.
pub(super) struct Fresh<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) options: &'a RunOptions,
    /// Its budget is that of the decoder at hand.
    pub(super) reproducer: Reproducer<'a>,
    /// Whether the adapter is the user's own, which is examined in depth. A survey asks hundreds of decoders, and some of them
    /// take a second to start.
    pub(super) is_thorough: bool,
    /// Asks the samples of all decoders, where nothing is examined in depth.
    shared: Option<Box<dyn Session>>,
    /// The decoders whose main pass is over, in the order in which they were asked.
    pub(super) before: Vec<usize>,
}

/// What came of a sequence of cases: those that fit, each with what was kept of the responses to it, as many as differ, at
/// most two.
pub(super) type KeptAnswers<T> = Vec<(usize, Vec<T>)>;

/// What is kept of a response that is only compared with another: those of a whole pass may be gigabytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Brief {
    pub(super) answer: u64,
    /// Whether it is an answer, or that the adapter declined.
    pub(super) is_answer: bool,
    /// Whether the process died, hung or wrote what is no answer.
    pub(super) is_broken: bool,
    pub(super) words: String,
}

/// How many bytes of the words of a response are kept.
const MOST_WORDS: usize = 512;

impl From<Response> for Brief {
    fn from(response: Response) -> Self {
        let mut words = response.to_string();
        if words.len() > MOST_WORDS {
            words.truncate(words.floor_char_boundary(MOST_WORDS));
            words.shrink_to_fit();
            words.push('\u{2026}');
        }
        let is_answer = matches!(response, Response::Observed(_) | Response::Skipped(_));
        let is_broken = !is_answer && !matches!(response, Response::NotAsked(_));
        Self { answer: digest(&response), is_answer, is_broken, words }
    }
}

impl Brief {
    /// Whether two responses say the same. In which words a process died, and what else was outstanding, differs.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.answer == other.answer || !self.is_answer && !other.is_answer
    }
}

impl<'a> Fresh<'a> {
    pub(super) fn new(
        plan: &'a Plan<'a>,
        adapter: &'a dyn Adapter,
        introduced: &'a [DecoderInfo],
        options: &'a RunOptions,
    ) -> Self {
        let is_thorough = !adapter.command().is_empty();
        let reproducer = Reproducer::new(adapter, introduced, &options.interrupted);
        Self { plan, options, reproducer, is_thorough, shared: None, before: Vec::new() }
    }

    pub(super) fn close(self) {
        if let Some(session) = self.shared {
            session.close();
        }
    }

    /// A new session with the same decoders; `None` when there is none, for whatever reason.
    fn open(&mut self) -> Option<Box<dyn Session>> {
        let session = self.reproducer.open().ok()?;
        (self.options.asking_again)();
        Some(session)
    }

    /// Asks the `decoders` of those numbers these cases in this order, so many rounds, one decoder after the other, in one new
    /// process, as a run does; gives what came of the last decoder. `None` when it could not be asked.
    pub(super) fn ask<T: PartialEq + From<Response>>(
        &mut self,
        decoders: &[usize],
        cases: &[usize],
        rounds: usize,
    ) -> Option<KeptAnswers<T>> {
        let mut session = self.open()?;
        let mut last = None;
        for number in decoders {
            last = Some(self.ask_in(session.as_mut(), *number, cases, rounds));
        }
        session.close();
        last.filter(|_| !self.reproducer.is_interrupted())
    }

    /// Asks in the session that asks nothing but samples, once.
    pub(super) fn ask_shared(&mut self, decoder: usize, cases: &[usize]) -> Option<KeptAnswers<Brief>> {
        let mut session = self.shared.take().or_else(|| self.open())?;
        let asked = self.ask_in(session.as_mut(), decoder, cases, 1);
        self.shared = Some(session);
        (!self.reproducer.is_interrupted()).then_some(asked)
    }

    /// Asks in a session that is open, so many rounds.
    fn ask_in<T: PartialEq + From<Response>>(
        &self,
        session: &mut dyn Session,
        decoder: usize,
        cases: &[usize],
        rounds: usize,
    ) -> KeptAnswers<T> {
        let claim = &self.reproducer.introduced()[decoder].claim;
        let is_lasting = session.is_lasting();
        let fits = |case: &usize| check_fit(&self.plan.cases[*case], claim, is_lasting).is_ok();
        let cases: Vec<usize> = cases.iter().copied().filter(fits).collect();
        let mut kept: Vec<Vec<T>> = cases.iter().map(|_| Vec::new()).collect();
        for _ in 0..rounds {
            let mut ask = |inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)| {
                session.ask(decoder, inputs, answered);
            };
            ask_cases(self.plan, &cases, claim, &mut ask, &mut |place, response| {
                keep_different(&mut kept[place], response.into());
            });
        }
        cases.into_iter().zip(kept).collect()
    }
}
