//! New sessions of an adapter, in which nothing was asked yet, for what has to be seen again.

use crate::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_judge::claim::DecoderInfo;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// A session of `adapter`, and the names of its decoders as a user types them, `adapter/decoder`.
pub(crate) fn opened(adapter: &dyn Adapter) -> Result<(Box<dyn Session>, Vec<String>), OpenFailure> {
    let session = adapter.open()?;
    let own_name = session.own_name().unwrap_or(adapter.name());
    let names = session.decoders().iter().map(|decoder| format!("{own_name}/{}", decoder.name)).collect();
    Ok((session, names))
}

/// Opens an adapter anew for each sequence of inputs, as long as its budget lasts and nobody interrupts it.
///
/// Only the opening is shared. A run keeps whole responses of several decoders and rounds and judges them twice; a search
/// judges each answer when it comes, keeps nothing of a right one, and stops at the first that fails.
pub(crate) struct Reproducer<'a> {
    adapter: &'a dyn Adapter,
    /// The decoders, as the first session introduced them.
    introduced: &'a [DecoderInfo],
    interrupted: &'a AtomicBool,
    starts_left: usize,
    inputs_left: usize,
    is_spent: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotReopened {
    Interrupted,
    /// No starts or too few inputs are left.
    Spent,
    /// Answers of other decoders would be judged by claims that are not theirs.
    OtherDecoders,
    Failed(OpenFailure),
}

impl<'a> Reproducer<'a> {
    /// One without a budget: see [`Reproducer::allow`].
    pub(crate) fn new(
        adapter: &'a dyn Adapter,
        introduced: &'a [DecoderInfo],
        interrupted: &'a AtomicBool,
    ) -> Self {
        Self { adapter, introduced, interrupted, starts_left: 0, inputs_left: 0, is_spent: false }
    }

    /// Replaces the budget: so many sessions, and so many inputs in them.
    pub(crate) fn allow(&mut self, starts: usize, inputs: usize) {
        (self.starts_left, self.inputs_left, self.is_spent) = (starts, inputs, false);
    }

    /// Takes so many inputs from the budget. Fails, and takes nothing, when not as many are left.
    pub(crate) fn spend(&mut self, inputs: usize) -> Result<(), NotReopened> {
        let left = self.inputs_left.checked_sub(inputs);
        self.is_spent |= left.is_none();
        self.inputs_left = left.ok_or(NotReopened::Spent)?;
        Ok(())
    }

    /// A new session with the same decoders.
    pub(crate) fn open(&mut self) -> Result<Box<dyn Session>, NotReopened> {
        if self.is_interrupted() {
            return Err(NotReopened::Interrupted);
        }
        self.starts_left = self.starts_left.checked_sub(1).ok_or(NotReopened::Spent)?;
        let session = self.adapter.open().map_err(NotReopened::Failed)?;
        if session.decoders() == self.introduced { Ok(session) } else { Err(NotReopened::OtherDecoders) }
    }

    pub(crate) fn adapter(&self) -> &'a dyn Adapter {
        self.adapter
    }

    pub(crate) fn introduced(&self) -> &'a [DecoderInfo] {
        self.introduced
    }

    /// Whether something could not be asked because the budget ended.
    pub(crate) fn is_spent(&self) -> bool {
        self.is_spent || self.starts_left == 0
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl fmt::Display for NotReopened {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => formatter.write_str("interrupted"),
            Self::Spent => formatter.write_str("too many fresh processes were needed for other failures"),
            Self::OtherDecoders => formatter.write_str("introduces other decoders after a restart"),
            Self::Failed(failure) => failure.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
    use illformed_codec::Profile;
    use illformed_judge::claim::Claim;
    use illformed_judge::observation::{Observation, Text};

    fn decoder(name: &'static str) -> InProcessDecoder {
        let claim = Claim::validate(Profile::Rfc3629);
        InProcessDecoder::one_shot(name, "", claim, |_| Observation::accept(Text::None))
    }

    #[test]
    fn a_session_is_opened_only_within_the_budget_without_interruption_and_with_the_same_decoders() {
        let adapter = InProcessAdapter::new("two", "nobody", "0", || vec![decoder("a"), decoder("b")]);
        let turned = InProcessAdapter::new("two", "nobody", "0", || vec![decoder("b"), decoder("a")]);
        let introduced = adapter.open().unwrap().decoders().to_vec();
        let interrupted = AtomicBool::new(false);
        let mut reproducer = Reproducer::new(&adapter, &introduced, &interrupted);
        assert_eq!(reproducer.open().err(), Some(NotReopened::Spent));
        reproducer.allow(2, 10);
        assert!(reproducer.open().is_ok() && !reproducer.is_spent());
        assert_eq!(reproducer.spend(11), Err(NotReopened::Spent));
        assert!(reproducer.spend(10).is_ok() && reproducer.is_spent());
        interrupted.store(true, Ordering::Relaxed);
        assert_eq!(reproducer.open().err(), Some(NotReopened::Interrupted));
        interrupted.store(false, Ordering::Relaxed);
        assert!(reproducer.open().is_ok(), "an interruption takes nothing");
        let mut turned = Reproducer::new(&turned, &introduced, &interrupted);
        turned.allow(1, 0);
        assert_eq!(turned.open().err(), Some(NotReopened::OtherDecoders));
    }
}
