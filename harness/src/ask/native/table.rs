//! The table of C functions that come with illformed, `harness/adapters/native.json`, and those of a user in the same words: a
//! library is an adapter, and each of its functions a decoder.

use crate::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use crate::ask::native::claim::NativeCalls;
use crate::ask::native::library::CAN_LOAD;
use crate::ask::native::name::decoder_name;
use crate::ask::native::signature::Signature;
use illformed_judge::claim::{Claim, Profile, Refusal, ScriptSupport};
use illformed_judge::container::Container;
use illformed_vectors::strict_json;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::LazyLock;

/// A library of the table, or of the user.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableLibrary {
    /// The name of its adapter.
    pub name: String,
    /// Its name, as its users know it.
    pub implementation: String,
    /// The names of its file on the platforms; the first that can be loaded is.
    pub files: Vec<String>,
    /// The Debian package that has it.
    pub package: String,
    /// Variables of the environment in which it is loaded, such as one that forces one of its kernels.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The instruction set that the forced kernel needs. On another processor the library is no adapter.
    pub needs: Option<InstructionSet>,
    /// What says its version: a function that returns a text, with constant arguments, or a variable that points to one. Else
    /// the name of its file does.
    pub version: Option<String>,
    pub functions: Vec<TableFunction>,
}

/// What a processor may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstructionSet {
    Sse42,
    Avx2,
}

impl InstructionSet {
    fn is_here(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Sse42 => is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("pclmulqdq"),
            Self::Avx2 => {
                Self::Sse42.is_here()
                    && is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        false
    }
}

/// A function, in the words of the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFunction {
    /// The name of the decoder, where it is not that of the function.
    pub name: Option<String>,
    pub call: String,
    pub sized_by: Option<String>,
    pub open: Option<String>,
    pub finish: Option<String>,
    pub reset: Option<String>,
    pub close: Option<String>,
    /// Whether a call takes a whole text, although it takes an object.
    #[serde(default)]
    pub whole: bool,
    /// The format, if it is not RFC 3629; `none` if its documentation promises none.
    pub profile: Option<String>,
    /// How it replaces errors, if it does; `none` if its documentation does not say how.
    pub policy: Option<String>,
    /// Well-formed characters that it documents to refuse.
    #[serde(default)]
    pub refuses: Vec<Refusal>,
    /// The longest input that it documents to take.
    pub max_bytes: Option<usize>,
    /// The format that each input stands in, if it takes no bare text.
    pub container: Option<Container>,
    /// The first version of the library that has the function. An older one is without this decoder.
    pub since: Option<String>,
    /// What the documentation says, from which the claim follows.
    pub documented: String,
}

/// A decoder of a library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableDecoder {
    pub name: String,
    pub calls: NativeCalls,
    pub claim: Claim,
}

static LIBRARIES: LazyLock<Vec<TableLibrary>> = LazyLock::new(|| {
    strict_json::parse("native.json", include_str!("../../../adapters/native.json"))
        // The tests load it, so a released program does not come here.
        .unwrap_or_else(|error| panic!("embedded table of C functions: {error}"))
});

impl TableLibrary {
    /// The libraries of the table.
    pub fn all() -> &'static [Self] {
        &LIBRARIES
    }

    /// The library whose adapter is called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|library| library.name == name)
    }

    /// The adapters of the table: `supervision.worker` for each library. There are none where no library can
    /// be loaded.
    pub fn adapters(supervision: &Supervision) -> Vec<ProcessAdapter> {
        let libraries = if CAN_LOAD { Self::all() } else { &[] };
        let usable = libraries.iter().filter(|library| library.needs.is_none_or(InstructionSet::is_here));
        usable.filter_map(|library| library.adapter(supervision)).collect()
    }

    /// Its adapter, if this program can be started anew.
    pub fn adapter(&self, supervision: &Supervision) -> Option<ProcessAdapter> {
        let executable = supervision.worker.clone()?;
        let arguments = ["worker", "--table", &self.name].map(Into::into).into();
        let mut program = Program::new(executable, arguments);
        program.environment =
            self.environment.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let file = self.files.first().map_or(self.name.as_str(), String::as_str);
        let absence = format!("{file} cannot be loaded; install {}", self.package);
        let mut adapter = ProcessAdapter::new(&self.name, program, supervision.clone());
        (adapter.absence, adapter.packages) = (Some(absence), Some(self.package.clone()));
        Some(adapter)
    }
}

impl TableFunction {
    /// The decoder that it is. Fails, in words, if its calls make none.
    ///
    /// ```
    /// use illformed::ask::native::TableFunction;
    ///
    /// let call = "u8_check(bytes, len) -> null | at".to_owned();
    /// let decoder = TableFunction { call, ..TableFunction::default() }.decoder()?;
    /// assert_eq!(decoder.claim.to_string(), "validate rfc3629");
    /// # Ok::<(), String>(())
    /// ```
    pub fn decoder(&self) -> Result<TableDecoder, String> {
        let Self { call, sized_by, open, finish, reset, close, .. } = self.clone();
        let calls = NativeCalls { call, sized_by, open, finish, reset, close };
        let calls: NativeCalls = calls.try_map(|flag, text: &String| {
            text.parse::<Signature>().map_err(|error| format!("{flag} {text}: {error}"))
        })?;
        let profile = self.profile.as_ref().map_or(Ok(Some(Profile::Rfc3629)), |word| self.named(word))?;
        let policy = self.policy.as_ref().map_or(Ok(None), |word| self.named(word))?;
        let claim =
            calls.claim(profile, self.policy.is_some(), policy).map_err(|error| format!("--call {error}"))?;
        let claim = Claim {
            // A container is one value, and its length stands at its start.
            script: match self.container {
                Some(container) => ScriptSupport::Container(container),
                None if self.whole => ScriptSupport::None,
                None => claim.script,
            },
            refuses: self.refuses.clone(),
            max_bytes: self.max_bytes,
            ..claim
        };
        let name = self.name.clone().unwrap_or_else(|| decoder_name(&calls.call.symbol));
        Ok(TableDecoder { name, calls, claim })
    }

    /// The profile or the policy `word`, unless it is `none`.
    fn named<T: FromStr>(&self, word: &str) -> Result<Option<T>, String> {
        let unknown = |_| format!("{}: no profile or policy is named `{word}`", self.call);
        (word != "none").then(|| word.parse().map_err(unknown)).transpose()
    }
}
