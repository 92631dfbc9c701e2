//! How errors are replaced, as it was seen: for each policy the decoders that follow it.

use crate::record::{DecoderRecord, ReplacementRecord, RunRecord};
use crate::report::style::{fit, tame};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The lines of the section, or nothing when no decoder replaces.
pub(crate) fn replacement(record: &RunRecord) -> String {
    // The policies that most decoders follow to the letter come first.
    let mut followed: BTreeMap<(usize, &[String]), Vec<&DecoderRecord>> = BTreeMap::new();
    for decoder in &record.decoders {
        if let Some(ReplacementRecord { policies, contradicted, .. }) = &decoder.replacement {
            followed.entry((*contradicted, policies)).or_default().push(decoder);
        }
    }
    let mut text = String::new();
    for ((contradicted, policies), decoders) in followed {
        let mut line = policies.join(" or ");
        if contradicted > 0 {
            let compared = decoders[0].replacement.as_ref().map_or(0, |seen| seen.compared);
            let _ = write!(line, ", but for {contradicted} of {compared}");
        }
        let _ = writeln!(text, "  {}", fit(&tame(&line), 78));
        for of_adapter in decoders.chunk_by(|one, other| one.adapter == other.adapter) {
            let names: Vec<&str> = of_adapter.iter().map(|decoder| decoder.decoder.as_str()).collect();
            let line = format!("{}: {}", of_adapter[0].adapter, names.join(" "));
            let _ = writeln!(text, "    {}", fit(&tame(&line), 76));
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\nHow errors are replaced, as it was seen, whatever is claimed:\n{text}")
}
