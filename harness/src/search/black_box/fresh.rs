//! Asking in a fresh process, which has seen nothing else.

use crate::ask::adapter::Session;
use crate::search::black_box::bucket::FailureClass;
use crate::search::black_box::questions::{Asked, Wrong};
use crate::search::black_box::search::Search;
use illformed_vectors::Input;
use std::slice;

/// How many sessions may be opened to confirm what is found of one decoder.
const MOST_STARTS: usize = 3_000;

/// How many inputs may be asked in them.
const MOST_INPUTS: usize = 4_000_000;

/// How many missing answers are waited for in them.
const MOST_HANGS: usize = 24;

/// How many inputs are asked at once.
const AT_ONCE: usize = 1024;

/// Why a session is not used.
pub(super) const OTHER_DECODERS: &str = "introduces other decoders after a restart";

/// What may still be spent on fresh sessions.
#[derive(Debug)]
pub(super) struct Budget {
    starts: usize,
    inputs: usize,
    hangs: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { starts: MOST_STARTS, inputs: MOST_INPUTS, hangs: MOST_HANGS }
    }
}

impl Budget {
    /// Takes a session with so many inputs from the budget, if that much is left.
    fn take(&mut self, inputs: usize) -> bool {
        let enough = self.starts > 0 && self.hangs > 0 && self.inputs >= inputs;
        if enough {
            self.starts -= 1;
            self.inputs -= inputs;
        }
        enough
    }
}

/// The outcome of inputs in a fresh session.
#[derive(Debug)]
pub(super) enum Fresh {
    /// The input of that number fails in the class that was asked about.
    Fails(usize, Box<Wrong>),
    /// None that counts fails so.
    Passes,
    /// Not asked, with the reason.
    Unasked(String),
}

impl Fresh {
    /// Whether the last of `len` inputs fails, and no earlier one was taken for it.
    pub(super) fn fails_at_the_end(&self, len: usize) -> bool {
        matches!(self, Self::Fails(number, _) if number + 1 == len)
    }
}

impl Search<'_> {
    /// Asks `inputs` in a session of their own. Of a class that breaks the adapter the first that fails so counts: the
    /// adapter goes on in a new process, and what follows says nothing. Of any other class the last input counts.
    pub(super) fn ask_fresh(&mut self, class: &FailureClass, inputs: &[Input]) -> Fresh {
        self.ask_fresh_until(class, inputs, class.breaks_the_adapter())
    }

    /// [`Search::ask_fresh`], until the `first` that fails so if that is what counts.
    pub(super) fn ask_fresh_until(&mut self, class: &FailureClass, inputs: &[Input], first: bool) -> Fresh {
        if self.is_interrupted() {
            return Fresh::Unasked("interrupted".to_owned());
        }
        if !self.budget.take(inputs.len()) {
            return Fresh::Unasked("too many fresh processes were needed for other failures".to_owned());
        }
        self.found.shrinking += inputs.len() as u64;
        let mut session = match self.open() {
            Ok(session) => session,
            Err(why) => return Fresh::Unasked(why),
        };
        let (mut number, mut last) = (inputs.len().saturating_sub(1), None);
        for (chunk, some) in inputs.chunks(if first { 1 } else { AT_ONCE }).enumerate() {
            if self.is_interrupted() {
                return Fresh::Unasked("interrupted".to_owned());
            }
            last = self.questions.ask(session.as_mut(), some).pop();
            if first && last.as_ref().and_then(Asked::class) == Some(class) {
                self.budget.hangs -= usize::from(class.hangs());
                number = chunk;
                break;
            }
        }
        match last {
            Some(Asked::Wrong(wrong)) if wrong.class == *class => Fresh::Fails(number, wrong),
            Some(Asked::Unanswered(why)) => Fresh::Unasked(why),
            Some(Asked::Right | Asked::Wrong(_) | Asked::Unjudged) | None => Fresh::Passes,
        }
    }

    /// Asks `input` alone in a fresh session.
    pub(super) fn ask_alone(&mut self, class: &FailureClass, input: &Input) -> Fresh {
        self.ask_fresh(class, slice::from_ref(input))
    }

    /// Starts the session of the search anew, so that nothing that was asked before has an effect. Without another the old
    /// one is kept.
    pub(super) fn restart(&mut self) {
        if let Ok(session) = self.open() {
            self.session = session;
            self.trace.clear();
        }
    }

    /// Another session with the same decoder. Answers of another one would be judged by a claim that is not its own.
    fn open(&self) -> Result<Box<dyn Session>, String> {
        let session = self.adapter.open().map_err(|failure| failure.to_string())?;
        let is_same = session.decoders().get(self.questions.number) == Some(&self.questions.info);
        is_same.then_some(session).ok_or_else(|| OTHER_DECODERS.to_owned())
    }
}
