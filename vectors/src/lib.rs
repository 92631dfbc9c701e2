//! UTF-8 conformance vectors, and the strict loader for their format.
//!
//! The format is described field by field in the crate's REFERENCE.md; this crate is its typed form. The crate's version is
//! the suite's version. It does not decode anything: what the vectors say is data.
//!
//! # Examples
//!
//! ```
//! use illformed_vectors::{Expectation, Input, Profile, Suite};
//!
//! let suite = Suite::embedded();
//! let vector = suite.vector("overlong/nul-two-bytes").unwrap();
//! assert_eq!(vector.input, Input::Bytes(vec![0xC0, 0x80]));
//! let Expectation::Specified(readings) = vector.expectation(Profile::Rfc3629) else { panic!() };
//! assert!(!readings[0].well_formed());
//! assert_eq!(readings[0].errors[0].kind.name(), "overlong");
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod canonical;
mod check;
mod cve;
mod embedded;
mod error;
mod expectation;
mod file;
pub mod hex;
mod id;
mod incidents;
mod name;
mod notation;
mod pattern;
mod profiles;
mod script;
mod smoke;
pub mod strict_json;
mod suite;
mod vector;

pub use crate::cve::{Cve, UnverifiedCve};
pub use crate::embedded::OTHER_KINDS;
pub use crate::error::{LoadError, Place};
pub use crate::expectation::{Expectation, ExpectedError, Reading};
pub use crate::file::{Note, Origin, Tombstone, VectorFile};
pub use crate::id::VectorId;
pub use crate::incidents::{Confidence, Incident, IncidentClass, IncidentFile, Need};
pub use crate::name::{Importance, Question};
pub use crate::notation::{Bytes, SCHEMA};
pub use crate::pattern::VectorPattern;
pub use crate::script::{Call, InputError, Script};
pub use crate::smoke::smoke_vectors;
pub use crate::suite::Suite;
pub use crate::vector::{Found, Input, Vector};
pub use illformed_codec::{ErrorKind, Profile};
