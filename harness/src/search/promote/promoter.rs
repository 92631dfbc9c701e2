//! Promotes inputs one after the other, and records the outcome of each.

use crate::ask::adapter_check::shell_word;
use crate::search::promote::{
    Finding, MoreLint, Outcome, Plan, Promotion, PromotionOutcome, PromotionRecord, Shelf, ShelfError,
    Wording, promoted_before, provenance,
};
use illformed_vectors::Input;

/// The smallest input that fails, or another outcome with its reason.
pub type Searched = Result<Finding, (PromotionOutcome, String)>;

/// Puts findings on a shelf.
pub struct Promoter {
    /// The vectors and the corpus.
    pub shelf: Shelf,
    /// The words that the user chose.
    pub wording: Wording,
    pub dry_run: bool,
    /// What else a new vector is checked for.
    pub more_lint: MoreLint,
}

impl Promoter {
    /// Promotes what `find` makes of `artifact`, on which `by` is said to fail; `name` is the file, or what was typed. It is
    /// not looked for when it was promoted before. `arguments_again` are the words that bring in the decoder that failed.
    pub fn promote<E: From<ShelfError>>(
        &mut self,
        (name, by, artifact): (String, &str, &[u8]),
        find: impl FnOnce() -> Result<Searched, E>,
        arguments_again: impl Fn(&PromotionRecord) -> String,
    ) -> Result<PromotionRecord, E> {
        let found = provenance(by, artifact);
        let known = promoted_before(self.shelf.suite(), &found);
        let mut record = PromotionRecord {
            artifact: name,
            by: found.by,
            sha256: found.sha256,
            bytes: found.bytes,
            ..PromotionRecord::default()
        };
        if let Some(id) = known {
            (record.outcome, record.id) = (PromotionOutcome::Known, Some(id.to_string()));
            return Ok(record);
        }
        let finding = match find()? {
            Ok(finding) => finding,
            Err((outcome, why)) => {
                (record.outcome, record.why) = (outcome, Some(why));
                return Ok(record);
            }
        };
        finding.provenance.by.clone_into(&mut record.by);
        record.detail = Some(finding.detail.clone());
        record.input = Some(match (&finding.input, &finding.seed) {
            (Ok(input), _) => input.to_string(),
            (Err(_), seed) => const_hex::encode(seed.as_ref().map_or(&[][..], Vec::as_slice)),
        });
        let seeds = self.shelf.seeds(&finding.folder)?;
        let plan = Plan { suite: self.shelf.suite(), seeds: &seeds, more_lint: self.more_lint };
        match plan.for_finding(&finding, &self.wording) {
            Ok(Outcome::New(promotion)) => {
                if !self.dry_run {
                    self.shelf.write(&promotion)?;
                }
                self.shelf.remember(&promotion)?;
                self.describe(&mut record, &promotion, arguments_again);
            }
            Ok(Outcome::Known(id)) => (record.outcome, record.id) = (PromotionOutcome::Known, Some(id)),
            Ok(Outcome::Duplicate(id)) => {
                (record.outcome, record.id) = (PromotionOutcome::Duplicate, Some(id));
            }
            Err(why) => (record.outcome, record.why) = (PromotionOutcome::Refused, Some(why)),
        }
        Ok(record)
    }

    fn describe(
        &self,
        record: &mut PromotionRecord,
        promotion: &Promotion,
        arguments_again: impl Fn(&PromotionRecord) -> String,
    ) {
        record.outcome = PromotionOutcome::New;
        let places = self.shelf.places(promotion);
        record.written = places.iter().map(|path| path.display().to_string()).collect();
        record.why = match (&promotion.vector, &promotion.seed) {
            (Err(why), _) => Some(format!("a seed, no vector: {why}")),
            (_, Err(why)) if self.shelf.has_corpus() => Some(format!("a vector, no seed: {why}")),
            _ => None,
        };
        record.id = match (&promotion.vector, &promotion.seed) {
            (Ok(new), _) => Some(new.vector.id.to_string()),
            (_, Ok(seed)) => Some(format!("{}/{}", seed.folder, seed.name)),
            _ => None,
        };
        let Ok(new) = &promotion.vector else { return };
        let (id, line) = (&new.vector.id, new.vector.to_canonical());
        record.vector = serde_json::from_str(&line).ok();
        record.line = Some(line);
        record.importance = Some(self.shelf.suite().importance(&new.vector).name().to_owned());
        record.codec_differs.clone_from(&new.codec_differs);
        if self.dry_run {
            return;
        }
        let suite = self.shelf.suite_dir().display().to_string();
        let suite = shell_word(&suite);
        if let Input::Bytes(bytes) = &new.vector.input {
            record.show.push(format!("illformed explain {}", shell_word(&const_hex::encode(bytes))));
        }
        record.show.push(format!("illformed show --suite {suite} {id}"));
        let again = arguments_again(record);
        record.show.push(format!("illformed run --suite {suite} --only {id}{again}"));
    }
}
