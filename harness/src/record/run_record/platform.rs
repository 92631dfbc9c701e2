//! The machine of a run, as far as answers may depend on it.

use serde::{Deserialize, Serialize};
use std::env::consts::{ARCH, OS};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Platform {
    pub os: String,
    pub arch: String,
    pub locale: String,
    /// The instruction sets by which decoders choose their code, as far as the processor has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processor: Vec<String>,
}

impl Platform {
    /// This machine. Adapters are started in the locale `C.UTF-8`.
    pub fn here() -> Self {
        Self {
            os: OS.to_owned(),
            arch: ARCH.to_owned(),
            locale: "C.UTF-8".to_owned(),
            processor: instruction_sets(),
        }
    }
}

/// The instruction sets among those that kernels for UTF-8 are written for.
fn instruction_sets() -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    macro_rules! detect {
        ($is_detected:ident: $($name:tt),*) => {
            $(if std::arch::$is_detected!($name) { found.push($name); })*
        };
    }
    #[cfg(target_arch = "x86_64")]
    detect!(is_x86_feature_detected: "sse2", "ssse3", "sse4.2", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vbmi");
    #[cfg(target_arch = "aarch64")]
    detect!(is_aarch64_feature_detected: "neon", "sve", "sve2");
    found.into_iter().map(str::to_owned).collect()
}
