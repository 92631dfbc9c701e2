//! What all adapters have in common for the runner.

#[cfg(feature = "cli")]
use crate::ask::adapter::process::{Program, Supervision};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Response;
use illformed_vectors::Input;
use std::fmt;

/// Decoders that are opened together.
pub trait Adapter: Send + Sync {
    /// The name under which it is selected.
    fn name(&self) -> &str;

    /// The arguments of `illformed run` that select it, if the user gave a command: `--` and the command line, or
    /// `--command` with its text and flags.
    fn command(&self) -> Vec<String> {
        Vec::new()
    }

    /// What sweeps its decoders in a process of their own: this program as a worker, or none if it cannot.
    #[cfg(feature = "cli")]
    fn worker(&self, _supervision: &Supervision) -> Option<Program> {
        None
    }

    /// Makes it ready to be asked. Fails when the implementation is not on this machine, or when it breaks the protocol.
    fn open(&self) -> Result<Box<dyn Session>, OpenFailure>;
}

/// Why an adapter cannot be asked at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenFailure {
    /// What it needs is not on this machine.
    Absent(String),
    /// It does not speak the protocol.
    Broken(String),
}

impl fmt::Display for OpenFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(why) | Self::Broken(why) => formatter.write_str(why),
        }
    }
}

impl std::error::Error for OpenFailure {}

pub trait Session {
    /// The name by which it calls itself, where that is the one to show.
    fn own_name(&self) -> Option<&str> {
        None
    }

    fn decoders(&self) -> &[DecoderInfo];

    /// Whether one process takes all inputs, as long as it does not break.
    fn is_lasting(&self) -> bool {
        true
    }

    /// Asks the decoder of that number all of `inputs` and hands over each response, with the input's number, in order.
    /// There is exactly one response an input, whatever happens. `inputs` fit the decoder's claim.
    fn ask(&mut self, decoder: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response));

    /// Ends the adapter; gives the end of what it wrote to its standard error.
    fn close(self: Box<Self>) -> String {
        String::new()
    }
}
