//! What the targets should have been built for.

use serde::Serialize;

/// What the variable `SANITIZER` said when the targets were built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sanitizer {
    /// AddressSanitizer, the only one that they offer for Rust.
    Address,
    /// No sanitizer but source-based coverage, for their reports.
    Coverage,
    /// None.
    None,
}

/// What machine the targets are for, the variable `ARCHITECTURE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Architecture {
    /// 64-bit x86.
    #[serde(rename = "x86_64")]
    X86_64,
    /// 64-bit ARM.
    #[serde(rename = "aarch64")]
    Aarch64,
}

impl Architecture {
    /// That of this program.
    pub const HERE: Self = if cfg!(target_arch = "aarch64") { Self::Aarch64 } else { Self::X86_64 };

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }
}

/// How the targets were built, as far as a rule depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Build {
    /// With which sanitizer.
    pub sanitizer: Sanitizer,
    /// For which machine.
    pub architecture: Architecture,
}
