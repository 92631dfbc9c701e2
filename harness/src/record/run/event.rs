//! What the runner says. The recorder and the progress display listen; the runner itself prints and keeps nothing.

use crate::record::run::AskedAgain;
use illformed_judge::cause::FoundCause;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::{Judged, Replacement, Response, VerdictKind};

/// Something that happened in a run.
#[derive(Debug)]
pub enum RunEvent<'a> {
    /// An adapter will not be asked: what it drives is not on this machine.
    AdapterAbsent { adapter: &'a str, why: String },
    /// An adapter cannot be asked: it does not speak the protocol.
    AdapterBroken {
        adapter: &'a str,
        /// What it did.
        why: String,
    },
    /// A decoder is about to be asked.
    DecoderStarted {
        adapter: &'a str,
        /// The words of `illformed run` that bring its adapter in, if the user gave a command.
        command: &'a [String],
        decoder: &'a DecoderInfo,
    },
    /// A case was judged. They come in the plan's order, each once.
    CaseJudged {
        /// The case's number in the plan.
        case: usize,
        /// The judgements, with what is wrong where [`RunOptions::details`] does not leave it out.
        ///
        /// [`RunOptions::details`]: crate::record::run::RunOptions::details
        judged: &'a Judged,
        /// What came of asking; `None` when nothing is wrong with it, or when the decoder could not be asked this.
        response: Option<&'a Response>,
        /// The cases that were outstanding when it broke the adapter, in order, where it did not do so alone.
        window: &'a [usize],
    },
    /// A process is started to ask some cases of the decoder again. How often that happens depends on the decoder.
    AskingAgain,
    /// A case that was judged before is judged otherwise, since it was answered otherwise when it was asked again. They come
    /// in the plan's order, each once.
    CaseCorrected {
        /// The case's number in the plan.
        case: usize,
        /// The verdicts that it had: by the claim, and by RFC 3629.
        was: [VerdictKind; 2],
        /// The judgements, with what is wrong where [`RunOptions::details`] does not leave it out.
        ///
        /// [`RunOptions::details`]: crate::record::run::RunOptions::details
        judged: &'a Judged,
    },
    /// A decoder was asked everything.
    DecoderFinished {
        /// What it showed when it was asked again; `None` if that was not done.
        asked_again: Option<AskedAgain>,
        /// How it replaces errors, if it does and shows it.
        replacement: Option<Replacement>,
        /// The causes of its failures: by its claim, and by RFC 3629.
        causes: &'a [Vec<FoundCause>; 2],
    },
    AdapterFinished {
        /// What it wrote to its standard error.
        diagnostics: String,
    },
    /// The user interrupted the run; nothing more will be asked.
    Interrupted,
}
