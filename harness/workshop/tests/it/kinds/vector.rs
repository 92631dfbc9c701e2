//! Vectors for what is no decoder, as they stand in their files.

use illformed_vectors::{Bytes, Profile, Question, VectorId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A vector of some kind.
pub(super) trait Kind: for<'de> Deserialize<'de> + Serialize {
    /// The kind, which is the group of its file too.
    const NAME: &'static str;

    /// Its name, for ever.
    fn id(&self) -> &VectorId;

    /// What has to hold of it beyond what its type refuses, or what is wrong.
    fn check(&self) -> Result<(), String>;
}

/// What to encode, with the bytes that are expected.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EncodeVector {
    pub(super) id: VectorId,
    #[serde(skip_serializing_if = "Option::is_none")]
    codes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utf16: Option<String>,
    /// How many bytes of room the output has; enough, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capacity: Option<usize>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    pub(super) rfc3629: EncodeExpectation,
    /// That each profile is either here or in `also` is checked where a file is read.
    as_rfc3629: Vec<Profile>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) also: BTreeMap<Profile, EncodeExpectation>,
}

/// What an encoder is given.
#[derive(Debug)]
pub(super) enum EncodeInput {
    /// Numbers, each to be encoded by itself: 32 bits, whether they are code points or not.
    Codes(Vec<u32>),
    /// UTF-16 code units: surrogate pairs are one character.
    Utf16(Vec<u16>),
}

/// Why an encoder has no bytes for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EncodeErrorKind {
    Surrogate,
    OutOfRange,
    NoRoom,
}

/// What a standard says of something to encode: `bytes`, or which question it leaves open.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EncodeExpectation {
    /// The bytes of all before the error; no sequence is in it in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<EncodeErrorKind>,
    /// The offset of the error in numbers or UTF-16 units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<usize>,
    /// All bytes of an encoder that puts U+FFFD for what cannot be encoded; none where there is no room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replaced: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unspecified: Option<Question>,
}

impl EncodeVector {
    /// What `profile` expects; one that is not in `also` expects what RFC 3629 does.
    pub(super) fn expectation(&self, profile: Profile) -> &EncodeExpectation {
        self.also.get(&profile).unwrap_or(&self.rfc3629)
    }

    pub(super) fn input(&self) -> EncodeInput {
        self.checked_input().expect("it was checked when it was read")
    }

    fn checked_input(&self) -> Result<EncodeInput, String> {
        let unit =
            |word| number(word)?.try_into().map_err(|_| format!("`{word}` is no lower-case hex of 16 bits"));
        match (&self.codes, &self.utf16) {
            (Some(codes), None) => {
                codes.split(' ').map(number).collect::<Result<_, _>>().map(EncodeInput::Codes)
            }
            (None, Some(units)) => {
                units.split(' ').map(unit).collect::<Result<_, _>>().map(EncodeInput::Utf16)
            }
            _ => Err("a vector has either `codes` or `utf16`".to_owned()),
        }
    }
}

impl EncodeExpectation {
    /// What is wrong with it for an input of so many `units`, with or without a limit of room.
    fn check(&self, units: usize, limited: bool) -> Result<(), String> {
        if self.bytes.is_some() == self.unspecified.is_some() {
            return Err("an expectation has either `bytes` or `unspecified`".to_owned());
        }
        match (self.error, self.at, self.replaced.is_some()) {
            (None, None, false) => Ok(()),
            (Some(_), Some(_), _) if self.unspecified.is_some() => {
                Err("an error stands with `bytes`".to_owned())
            }
            (Some(kind), Some(_), replaced) if replaced == (kind == EncodeErrorKind::NoRoom) => {
                Err("`replaced` stands with every error but no-room".to_owned())
            }
            (Some(_), Some(at), _) if at >= units => Err(format!("an error at {at}, the input has {units}")),
            (Some(EncodeErrorKind::NoRoom), ..) if !limited => Err("no-room without `capacity`".to_owned()),
            (Some(_), Some(_), _) => Ok(()),
            _ => Err("`error` and `at` stand together, and `replaced` only with them".to_owned()),
        }
    }
}

/// The number that a word writes: lower-case hex, at least four digits, no leading zeros beyond four.
fn number(word: &str) -> Result<u32, String> {
    let number = u32::from_str_radix(word, 16).ok().filter(|number| format!("{number:04x}") == word);
    number
        .ok_or_else(|| format!("`{word}` is no lower-case hex of at least four digits without leading zeros"))
}

impl Kind for EncodeVector {
    const NAME: &'static str = "encode";

    fn id(&self) -> &VectorId {
        &self.id
    }

    fn check(&self) -> Result<(), String> {
        let units = match self.checked_input()? {
            EncodeInput::Codes(codes) => codes.len(),
            EncodeInput::Utf16(units) => units.len(),
        };
        for (profile, expectation) in self.also.iter().chain([(&Profile::Rfc3629, &self.rfc3629)]) {
            let checked = expectation.check(units, self.capacity.is_some());
            checked.map_err(|reason| format!("{profile}: {reason}"))?;
        }
        Ok(())
    }
}

/// Bytes, with what they look like.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DetectVector {
    pub(super) id: VectorId,
    pub(super) bytes: Bytes,
    /// The encoding that the text was written in, as the WHATWG or, for what it lacks, IANA names it.
    pub(super) written: String,
    comment: String,
    pub(super) flags: Vec<String>,
    refs: Vec<String>,
    pub(super) detected: Detection,
    /// The offset of the first error, or of the incomplete end; it stands with these and only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<usize>,
}

/// What bytes look like to one that goes by validity alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum Detection {
    /// No byte above 7F.
    #[serde(rename = "ascii")]
    Ascii,
    /// Well-formed, with a character above U+007F.
    #[serde(rename = "utf-8")]
    Utf8,
    /// The same after the signature EF BB BF.
    #[serde(rename = "utf-8-bom")]
    Utf8Bom,
    /// Well-formed up to an incomplete end.
    #[serde(rename = "utf-8-cut")]
    Utf8Cut,
    /// Ill-formed.
    #[serde(rename = "other")]
    Other,
}

impl Kind for DetectVector {
    const NAME: &'static str = "detect";

    fn id(&self) -> &VectorId {
        &self.id
    }

    fn check(&self) -> Result<(), String> {
        let has_place = matches!(self.detected, Detection::Utf8Cut | Detection::Other);
        let fits = self.at.is_some() == has_place;
        fits.then_some(()).ok_or_else(|| "`at` stands with utf-8-cut and other, and only there".to_owned())
    }
}

/// A label, with what it names.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelVector {
    pub(super) id: VectorId,
    /// The label, character for character.
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Vec<String>>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    // With a function of its own an optional key has to be there, be it null.
    /// What it names by the RFCs; `None` if nothing that is UTF-8.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) rfc: Option<LabelName>,
    /// Whether it names UTF-8 by the WHATWG Encoding Standard, which knows no version.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) whatwg: Option<LabelName>,
}

/// What a label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum LabelName {
    /// UTF-8 of any version.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-8 with Hangul where it stood before Amendment 5.
    #[serde(rename = "unicode-1-1-utf-8")]
    Unicode11Utf8,
}

impl LabelVector {
    /// Bytes that are so labelled, and their code points: those of UTF-8, since a label remaps nothing.
    pub(super) fn labelled(&self) -> Option<(&[u8], Vec<u32>)> {
        let text = self.text.iter().flatten().filter_map(|code| number(code).ok()).collect();
        self.bytes.as_ref().map(|bytes| (bytes.0.as_slice(), text))
    }
}

impl Kind for LabelVector {
    const NAME: &'static str = "label";

    fn id(&self) -> &VectorId {
        &self.id
    }

    fn check(&self) -> Result<(), String> {
        self.text.iter().flatten().try_for_each(|code| number(code).map(drop))?;
        if self.bytes.is_some() != self.text.is_some() {
            return Err("`bytes` and `text` stand together".to_owned());
        }
        let is_version = self.whatwg == Some(LabelName::Unicode11Utf8);
        if is_version { Err("`whatwg` is utf-8 or null: it knows no versions".to_owned()) } else { Ok(()) }
    }
}
