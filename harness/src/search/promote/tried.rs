//! Whether a decoder fails its claim on an input, as a search of that input says.

use crate::ask::selection::SelectionError;
use crate::search::black_box::FuzzRecord;
use crate::search::promote::{Finding, PromotionOutcome, Searched, provenance};

/// The smallest input on which the one decoder of `record` fails, which was found in `artifact`; or what came of it instead
/// and why. Fails if the record has no decoder or several.
pub fn of_search(record: FuzzRecord, artifact: &[u8]) -> Result<Searched, SelectionError> {
    let unasked = |why: String| Ok(Err((PromotionOutcome::Unasked, why)));
    if let Some(how) = record.oracles_disagree.first() {
        return unasked(how.clone());
    }
    if let Some(adapter) = record.absent.iter().chain(&record.broken).next() {
        return unasked(format!("{}: {}", adapter.adapter, adapter.why));
    }
    let names: Vec<&str> = record.decoders.iter().map(|decoder| decoder.decoder.as_str()).collect();
    if names.len() > 1 {
        return Err(SelectionError(format!("which one? name one with --decoder: {}", names.join(", "))));
    }
    let Some(decoder) = record.decoders.into_iter().next() else {
        return Err(SelectionError("no decoder of that name; see illformed list decoders".to_owned()));
    };
    let name = decoder.decoder;
    let is_judged = decoder.executions > decoder.unjudged;
    match decoder.findings.first() {
        Some(finding) => match finding.input() {
            Ok(input) => {
                let detail = format!("{}: {}", finding.verdict, finding.detail);
                Ok(Ok(Finding::of_decoder(input, provenance(&name, artifact), detail)))
            }
            Err(_) => unasked(format!("{name}: what is left cannot be read")),
        },
        None if is_judged => Ok(Err((PromotionOutcome::Refused, format!("{name} keeps its claim for it")))),
        None => unasked(
            decoder
                .gave_up
                .unwrap_or_else(|| format!("{name}: its claim does not say what is right for this input")),
        ),
    }
}
