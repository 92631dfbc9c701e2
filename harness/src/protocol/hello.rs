//! How an adapter introduces itself.

use crate::claim::{Bom, Claim, DecoderInfo, Kind, OffsetMeaning, OutputKind, ScriptSupport};
use crate::protocol::VERSION;
use illformed_codec::Policy;
use serde::Deserialize;
use serde_json::from_str;

/// The first line of an adapter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AdapterLine {
    /// Its name.
    pub adapter: String,
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// Who wrote the decoders, unless a decoder says otherwise.
    pub implementation: String,
    /// Their version, unless a decoder says otherwise.
    pub version: String,
    /// How many decoder lines follow.
    pub decoders: usize,
}

/// The adapter line in `line`, or what is wrong with it.
pub fn parse_adapter(line: &str) -> Result<AdapterLine, String> {
    let adapter: AdapterLine = from_str(line).map_err(|error| format!("adapter line: {error}"))?;
    if adapter.protocol != VERSION {
        return Err(format!("adapter line: speaks protocol {}, expected {VERSION}", adapter.protocol));
    }
    if !is_name(&adapter.adapter) {
        return Err("adapter line: a name is lower-case letters, digits and hyphens".to_owned());
    }
    if adapter.decoders == 0 {
        return Err("adapter line: has no decoder".to_owned());
    }
    Ok(adapter)
}

/// A decoder line as it stands; keys that we do not know are ignored.
#[derive(Deserialize)]
struct DecoderLine {
    decoder: String,
    api: String,
    kind: Kind,
    profile: String,
    policy: String,
    out: OutputKind,
    at: OffsetMeaning,
    bom: Bom,
    script: ScriptSupport,
    implementation: Option<String>,
    version: Option<String>,
    cannot: Option<String>,
    max_bytes: Option<usize>,
    refuses: Option<String>,
}

/// The decoder in `line` of `adapter`, or what is wrong with it.
pub fn parse_decoder(line: &str, adapter: &AdapterLine) -> Result<DecoderInfo, String> {
    let decoder: DecoderLine = from_str(line).map_err(|error| format!("decoder line: {error}"))?;
    let name = decoder.decoder.clone();
    decoder.info(adapter).map_err(|reason| format!("decoder line of `{}`: {reason}", name.escape_debug()))
}

impl DecoderLine {
    fn info(self, adapter: &AdapterLine) -> Result<DecoderInfo, String> {
        if !is_name(&self.decoder) {
            return Err("a name is lower-case letters, digits and hyphens".to_owned());
        }
        let profile = match self.profile.as_str() {
            "none" => None,
            profile => {
                Some(profile.parse().map_err(|_| format!("unknown profile `{}`", profile.escape_debug()))?)
            }
        };
        let policy = match self.policy.as_str() {
            "none" => None,
            policy => {
                Some(policy.parse().map_err(|_| format!("unknown policy `{}`", policy.escape_debug()))?)
            }
        };
        let claim = Claim {
            kind: self.kind,
            profile,
            policy,
            out: self.out,
            at: self.at,
            bom: self.bom,
            script: self.script,
            cannot: const_hex::decode(self.cannot.as_deref().unwrap_or_default())
                .map_err(|error| format!("`cannot`: {error}"))?,
            max_bytes: self.max_bytes,
            refuses: self
                .refuses
                .iter()
                .flat_map(|words| words.split_whitespace())
                .map(|word| from_str(&format!("{word:?}")).map_err(|error| format!("`refuses`: {error}")))
                .collect::<Result<_, _>>()?,
        };
        check(&claim)?;
        Ok(DecoderInfo {
            name: self.decoder,
            implementation: self.implementation.unwrap_or_else(|| adapter.implementation.clone()),
            version: self.version.unwrap_or_else(|| adapter.version.clone()),
            api: self.api,
            claim,
        })
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// Whether the parts of a claim go together.
fn check(claim: &Claim) -> Result<(), String> {
    let replaces = matches!(claim.kind, Kind::Lossy | Kind::Count);
    if !replaces && claim.policy != Some(Policy::Fatal) {
        return Err("a strict or validating decoder has the policy `fatal`".to_owned());
    }
    if claim.kind == Kind::Lossy && claim.policy == Some(Policy::Fatal) {
        return Err("a lossy decoder does not have the policy `fatal`".to_owned());
    }
    if (claim.kind == Kind::Validate) != (claim.out == OutputKind::None) {
        return Err("`out` is `none` for `validate` and for nothing else".to_owned());
    }
    if (claim.kind == Kind::Count) != (claim.out == OutputKind::Count) {
        return Err("`out` is `count` for `count` and for nothing else".to_owned());
    }
    Ok(())
}
