//! How a decoder is asked: in this process, as a program that speaks the protocol, or as a command; and the check of an
//! adapter.

pub mod adapter;
#[cfg(feature = "cli")]
pub mod adapter_check;
#[cfg(feature = "cli")]
pub(crate) mod container;
#[cfg(all(unix, feature = "cli"))]
pub mod native;
#[cfg(feature = "cli")]
pub(crate) mod nearest;
pub mod parallel;
pub mod protocol;
pub(crate) mod reproducer;
#[cfg(feature = "cli")]
pub mod selection;
#[cfg(feature = "cli")]
pub mod sweep;
#[cfg(feature = "cli")]
pub mod temporary;
