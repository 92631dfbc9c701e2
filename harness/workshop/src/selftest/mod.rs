//! Adapters that misbehave on purpose, each with the verdicts that it must get: a test of their supervision.
//!
//! The program `workshop` is its own misbehaving adapter: started as `workshop misbehave NAME FOLDER` it is one row of
//! [`MISBEHAVIOURS`]. [`check`] asks it through the same line as any other adapter, from the plan to the record, and
//! compares every single verdict.

mod answering;
mod check;
mod dying;
mod facts;
mod leftover;
mod legal;
mod remembering;
mod resources;
mod silent;
mod stage;
#[cfg(target_os = "linux")]
mod stray;
mod table;
mod unspeakable;
mod wrong;

pub use check::{Checked, Difference, check, plan};
pub use facts::Facts;
pub use stage::Stage;
pub use table::{ExpectedVerdict, MISBEHAVIOURS, Misbehaviour, OUTLAST, misbehave};
