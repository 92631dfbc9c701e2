//! Asking in a fresh process, which has seen nothing else.

use crate::ask::reproducer::NotReopened;
use crate::search::black_box::finding::{FailedInput, FailureClass, FuzzFinding};
use crate::search::black_box::questions::AskedInput;
use crate::search::black_box::search::Search;
use illformed_vectors::Input;

/// How many sessions may be opened to confirm what is found of one decoder.
pub(super) const MOST_STARTS: usize = 3_000;

/// How many inputs may be asked in them.
pub(super) const MOST_INPUTS: usize = 4_000_000;

/// How many missing answers are waited for in them.
pub(super) const MOST_HANGS: usize = 24;

const HANGS_SPENT: &str = "too many missing answers were waited for";

/// How many inputs are asked at once.
const AT_ONCE: usize = 1024;

impl Search<'_> {
    /// Asks `inputs` in a session of their own; gives the number of the one that fails in `class`, and how. Of a class that
    /// breaks the adapter the first that fails so counts: the adapter goes on in a new process, and what follows says
    /// nothing. Of any other class the last input counts. Fails, in words, if they could not be asked.
    pub(super) fn ask_fresh(
        &mut self,
        class: &FailureClass,
        inputs: &[Input],
    ) -> Result<Option<(usize, FailedInput)>, String> {
        self.ask_fresh_until(class, inputs, class.breaks_the_adapter())
    }

    /// [`Search::ask_fresh`], until the `first` that fails so if that is what counts.
    pub(super) fn ask_fresh_until(
        &mut self,
        class: &FailureClass,
        inputs: &[Input],
        first: bool,
    ) -> Result<Option<(usize, FailedInput)>, String> {
        if self.hangs_left == 0 {
            return Err(HANGS_SPENT.to_owned());
        }
        self.reproducer.spend(inputs.len()).map_err(|why| why.to_string())?;
        let mut session = self.reproducer.open().map_err(|why| why.to_string())?;
        self.found.shrinking += inputs.len() as u64;
        let mut last = None;
        for (chunk, some) in inputs.chunks(if first { 1 } else { AT_ONCE }).enumerate() {
            if self.is_interrupted() {
                return Err("interrupted".to_owned());
            }
            last = self.questions.ask(session.as_mut(), some).pop();
            if first && last.as_ref().and_then(AskedInput::class) == Some(class) {
                self.hangs_left -= usize::from(class.hangs());
                let Some(AskedInput::Wrong(wrong)) = last else { break };
                return Ok(Some((chunk, *wrong)));
            }
        }
        match last {
            Some(AskedInput::Wrong(wrong)) if wrong.class == *class => Ok(Some((inputs.len() - 1, *wrong))),
            Some(AskedInput::Unanswered(why)) => Err(why),
            Some(AskedInput::Right | AskedInput::Wrong(_) | AskedInput::Unjudged) | None => Ok(None),
        }
    }

    /// Why nothing more is asked in fresh processes, if so.
    pub(super) fn why_not_asked(&self) -> Option<String> {
        if self.is_interrupted() {
            Some(NotReopened::Interrupted.to_string())
        } else if self.is_too_late() {
            Some("the time was over".to_owned())
        } else if self.hangs_left == 0 {
            Some(HANGS_SPENT.to_owned())
        } else {
            self.reproducer.is_spent().then(|| NotReopened::Spent.to_string())
        }
    }

    /// Whether the last of `inputs` fails so in a fresh process; false when there is no time left.
    pub(super) fn fails_so(&mut self, class: &FailureClass, inputs: &[Input]) -> bool {
        let last = inputs.len().checked_sub(1);
        !self.is_too_late()
            && matches!(self.ask_fresh(class, inputs), Ok(Some((number, _))) if Some(number) == last)
    }

    /// Whether `example` fails so in a fresh process; then that is how it fails.
    pub(super) fn is_confirmed(&mut self, class: &FailureClass, example: &mut FuzzFinding) -> bool {
        match self.ask_fresh(class, &example.sequence()) {
            Ok(Some((number, wrong))) if number == example.earlier.len() => {
                example.wrong = wrong;
                true
            }
            _ => false,
        }
    }
}
