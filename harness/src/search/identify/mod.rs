//! What a decoder really is: a name of the formats and policies that are known, each checked by a complete suite before it is
//! said; or where it parts from the nearest one, learned from its answers.

mod asking;
mod identification;
mod lossy;
mod naming;
mod parting;
mod passed;
mod probes;
mod strict;
mod subject;

pub use identification::{FoundAutomaton, Identification, Identified, IdentifiedRow, Outcome, SoFar};
pub use naming::identify;
pub use parting::{OpenDecoder, Parting, PartingScope};
pub use subject::Seen;
