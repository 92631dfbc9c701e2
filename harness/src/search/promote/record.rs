//! What came of each artifact, for people and programs.

use serde::Serialize;
use serde_json::Value;

/// What came of one artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PromotionRecord {
    /// The file, or what was typed.
    pub artifact: String,
    /// Who failed, or should: a property or `<adapter>/<decoder>`.
    pub by: String,
    /// What came of it.
    pub outcome: PromotionOutcome,
    /// The id of the vector, or the seed's name in the corpus: new, or what is there already.
    pub id: Option<String>,
    /// Why nothing was written, or no vector, or no seed.
    pub why: Option<String>,
    /// What is wrong on the input that is left.
    pub detail: Option<String>,
    /// SHA-256 of the artifact, as hex.
    pub sha256: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// What is left of it: hex, or a script of calls.
    pub input: Option<String>,
    /// What was, or with `--dry-run` would be written.
    pub written: Vec<String>,
    /// The vector.
    pub vector: Option<Value>,
    /// The vector on its line, as the file has it.
    #[serde(skip)]
    pub line: Option<String>,
    /// How bad it is to get the vector wrong.
    pub importance: Option<String>,
    /// Where the codec reads the vector otherwise than all other sources.
    pub codec_differs: Vec<String>,
    /// Commands that show it.
    pub show: Vec<String>,
}

/// What came of an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PromotionOutcome {
    /// It is a vector or a seed now.
    New,
    /// It was promoted before.
    Known,
    /// What it takes to fail is there already.
    Duplicate,
    /// It does not fail, or cannot be kept.
    Refused,
    /// Nobody could say whether it fails.
    Unasked,
}

/// The exit code of a command that promoted these: 3 if one could not be asked, else 1 if one was refused, else 5 if one is
/// there already, else 0.
pub fn exit_code(records: &[PromotionRecord]) -> u8 {
    let code = |outcome: &PromotionOutcome| match outcome {
        PromotionOutcome::Unasked => 3,
        PromotionOutcome::Refused => 1,
        PromotionOutcome::Duplicate => 5,
        PromotionOutcome::New | PromotionOutcome::Known => 0,
    };
    let codes: Vec<u8> = records.iter().map(|record| code(&record.outcome)).collect();
    [3, 1, 5].into_iter().find(|code| codes.contains(code)).unwrap_or(0)
}

impl PromotionRecord {
    /// Nothing is known yet of `artifact`.
    pub fn new(artifact: String, by: String, sha256: String, bytes: u64) -> Self {
        Self {
            artifact,
            by,
            outcome: PromotionOutcome::Unasked,
            id: None,
            why: None,
            detail: None,
            sha256,
            bytes,
            input: None,
            written: Vec::new(),
            vector: None,
            line: None,
            importance: None,
            codec_differs: Vec::new(),
            show: Vec::new(),
        }
    }
}
