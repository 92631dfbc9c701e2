//! How an adapter introduces itself.

use crate::ask::protocol::VERSION;
use crate::ask::protocol::line::{LineError, object, present};
use illformed_judge::claim::{
    Bom, Claim, DecoderInfo, KindWord, OffsetMeaning, OutputKind, Refusal, ScriptWord, WrittenClaim,
};
use illformed_judge::container::Container;
use illformed_vectors::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::from_str;
use std::str::FromStr;

/// What a name is, where one is refused.
const NAME_RULE: &str = "a name is 1 to 64 lower-case letters, digits and hyphens";

/// The longest name: every line of a report that is about a decoder has both of its names in it.
const LONGEST_NAME: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterLine {
    pub adapter: String,
    pub protocol: u32,
    /// Who wrote the decoders, unless a decoder says otherwise.
    pub implementation: String,
    /// Their version, unless a decoder says otherwise.
    pub version: String,
    /// How many decoder lines follow.
    pub decoders: usize,
}

/// The adapter line in `line`, or what is wrong with it.
pub fn parse_adapter(line: &str) -> Result<AdapterLine, LineError> {
    let adapter: AdapterLine = object(line).map_err(|error: LineError| error.behind("adapter line"))?;
    let AdapterLine { protocol, implementation, version, .. } = &adapter;
    let empty = "`adapter`, `implementation` and `version` are not empty";
    first_wrong([
        ("protocol", *protocol != VERSION, &format!("speaks protocol {protocol}, expected {VERSION}")),
        ("adapter", !is_name(&adapter.adapter), NAME_RULE),
        ("decoders", adapter.decoders == 0, "has no decoder"),
        ("implementation", implementation.is_empty(), empty),
        ("version", version.is_empty(), empty),
    ])
    .map_err(|error| error.behind("adapter line"))?;
    Ok(adapter)
}

/// Fails with the first of some keys whose value is wrong, and the reason.
fn first_wrong<const COUNT: usize>(keys: [(&str, bool, &str); COUNT]) -> Result<(), LineError> {
    let wrong = keys.into_iter().find(|(_, is_wrong, _)| *is_wrong);
    wrong.map_or(Ok(()), |(key, _, reason)| Err(LineError::at(key, reason)))
}

/// A decoder line as it stands; keys that we do not know are ignored.
#[derive(Deserialize)]
struct DecoderLine {
    decoder: String,
    api: String,
    kind: KindWord,
    profile: String,
    policy: String,
    out: OutputKind,
    at: OffsetMeaning,
    bom: Bom,
    script: ScriptWord,
    #[serde(default, deserialize_with = "present")]
    implementation: Option<String>,
    #[serde(default, deserialize_with = "present")]
    version: Option<String>,
    #[serde(default, deserialize_with = "present")]
    cannot: Option<String>,
    #[serde(default, deserialize_with = "present")]
    max_bytes: Option<usize>,
    #[serde(default, deserialize_with = "present")]
    refuses: Option<String>,
    #[serde(default, deserialize_with = "present")]
    container: Option<Container>,
}

/// The decoder in `line` of `adapter`, or what is wrong with it.
pub fn parse_decoder(line: &str, adapter: &AdapterLine) -> Result<DecoderInfo, LineError> {
    let decoder: DecoderLine = object(line).map_err(|error: LineError| error.behind("decoder line"))?;
    let name = decoder.decoder.clone();
    let line = format!("decoder line of `{}`", name.escape_debug());
    decoder.info(adapter).map_err(|error| error.behind(&line))
}

impl DecoderLine {
    fn info(self, adapter: &AdapterLine) -> Result<DecoderInfo, LineError> {
        let is_empty = |text: &Option<String>| text.as_ref().is_some_and(String::is_empty);
        let empty = "`api`, `implementation` and `version` are not empty";
        first_wrong([
            ("decoder", !is_name(&self.decoder), NAME_RULE),
            ("api", self.api.is_empty(), empty),
            ("implementation", is_empty(&self.implementation), empty),
            ("version", is_empty(&self.version), empty),
        ])?;
        let written = WrittenClaim {
            kind: self.kind,
            profile: named("profile", &self.profile)?,
            policy: named("policy", &self.policy)?,
            out: self.out,
            at: self.at,
            bom: self.bom,
            script: self.script,
            cannot: Bytes(self.cannot.as_deref().map_or(Ok(Vec::new()), cannot)?),
            max_bytes: self.max_bytes,
            refuses: self.refuses.as_deref().map_or(Ok(Vec::new()), refuses)?,
            container: self.container,
        };
        let claim = Claim::try_from(written).map_err(|error| LineError::at(error.key, error.why))?;
        Ok(DecoderInfo {
            name: self.decoder,
            implementation: self.implementation.unwrap_or_else(|| adapter.implementation.clone()),
            version: self.version.unwrap_or_else(|| adapter.version.clone()),
            api: self.api,
            claim,
        })
    }
}

/// The profile or policy called `name`, which may be `none`.
fn named<T: FromStr>(key: &str, name: &str) -> Result<Option<T>, LineError> {
    let unknown = |_| LineError::at(key, format!("unknown {key} `{}`", name.escape_debug()));
    (name != "none").then(|| name.parse().map_err(unknown)).transpose()
}

/// Whether an adapter or a decoder may be called `name`: 1 to 64 lower-case letters, digits and hyphens.
pub fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// The bytes in `hex`. The decoder of hex is laxer than the contract: it takes capitals and a leading `0x`.
fn cannot(hex: &str) -> Result<Vec<u8>, LineError> {
    let lower = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let bytes = const_hex::decode(hex).ok().filter(|bytes| !bytes.is_empty() && hex.bytes().all(lower));
    let wrong = || LineError::at("cannot", "`cannot` is lower-case hex of at least one byte");
    bytes.map(each_once).ok_or_else(wrong)
}

/// The kinds of well-formed input that `words` name.
fn refuses(words: &str) -> Result<Vec<Refusal>, LineError> {
    let wrong = |error| LineError::at("refuses", format!("`refuses`: {error}"));
    let named = words.split(' ').map(|word| from_str(&format!("{word:?}")).map_err(wrong));
    named.collect::<Result<_, _>>().map(each_once)
}

/// What a list names, each once: it may name the same again and again.
fn each_once<T: Copy + PartialEq>(listed: Vec<T>) -> Vec<T> {
    let mut named = Vec::new();
    for one in listed {
        if !named.contains(&one) {
            named.push(one);
        }
    }
    named
}
