//! What watches a decoder while it is asked.

use crate::ask::adapter::OpenFailure;
use crate::record::run::AskedAgain;
use illformed_judge::cause::FoundCause;
use illformed_judge::judge::{Judged, Replacement, Response, VerdictKind};

/// What is known of a decoder after its last case.
#[derive(Debug, Default)]
pub struct FinishedDecoder {
    /// What it showed when it was asked again; `None` if that was not done.
    pub asked_again: Option<AskedAgain>,
    /// How it replaces errors, if it does and shows it.
    pub replacement: Option<Replacement>,
    /// The causes of its failures: by its claim, and by RFC 3629.
    pub causes: [Vec<FoundCause>; 2],
}

/// Watches one decoder, on the thread that asks it. Cases come in the plan's order, each once.
pub trait Observer {
    /// What it comes to.
    type Seen: Send;

    /// What the case of that number came to. There is no response where the decoder could not be asked; `window` has the cases
    /// that were outstanding when it broke the adapter, in order, where it did not do so alone.
    fn case(&mut self, case: usize, judged: &Judged, response: Option<&Response>, window: &[usize]);

    /// The case of that number, which was judged before, is flaky, as `why` says; `was` has the verdicts that it had: by the
    /// claim, and by RFC 3629. Corrections come after all cases, in the plan's order.
    fn correct(&mut self, case: usize, was: [VerdictKind; 2], why: &str) {
        let _ = (case, was, why);
    }

    fn finish(self, finished: &FinishedDecoder) -> Self::Seen;
}

#[derive(Debug, PartialEq, Eq)]
pub struct RunOutcome<T> {
    /// What the observers of an adapter's decoders came to, and its diagnostics. Adapters and decoders are in order; those that
    /// an interrupted run did not open are left out.
    pub asked: Vec<(Vec<T>, String)>,
    /// The names of the adapters that could not be opened, in order, and why.
    pub not_opened: Vec<(String, OpenFailure)>,
    pub is_interrupted: bool,
}

impl<T> RunOutcome<T> {
    pub fn decoders(self) -> impl Iterator<Item = T> {
        self.asked.into_iter().flat_map(|(decoders, _)| decoders)
    }
}
