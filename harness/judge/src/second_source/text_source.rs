//! The second source of texts: what the codec and the expectations made with it are compared with.

use crate::claim::OutputKind;
use crate::observation::Text;
use crate::second_source::{encoding_form, replacement};
use illformed_codec::{Event, Policy, Profile};

/// Code points, surrogates among them.
type Codes = Vec<u32>;

/// A source of texts. What it does not know it answers with `None`.
#[derive(Debug, Clone, Copy)]
pub struct TextSource {
    /// The codes of bytes whose events are given, errors replaced by a policy.
    pub replaced: fn(&[u8], &[Event], Policy) -> Option<Codes>,
    /// Codes, decoded under a profile, in a form.
    pub text: fn(&[u32], Profile, OutputKind) -> Option<Text>,
}

impl TextSource {
    /// The source that shares nothing with the codec.
    pub const INDEPENDENT: Self = Self { replaced: replacement::replaced, text: encoding_form::text };
}
