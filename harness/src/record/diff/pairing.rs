//! Which decoder of the old report is compared with which of the new one.

use crate::record::run_record::{DecoderRecord, RunRecord};
use std::collections::HashMap;
use std::str::FromStr;

/// What the user says: this decoder of the old report is that one of the new. A name without a slash is an adapter's, and
/// stands for all of its decoders that the other adapter has by the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub old: String,
    pub new: String,
}

impl FromStr for Pair {
    type Err = String;

    /// `OLD=NEW`: two decoders, or two adapters.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((old, new))
                if !old.is_empty() && !new.is_empty() && old.contains('/') == new.contains('/') =>
            {
                Ok(Self { old: old.to_owned(), new: new.to_owned() })
            }
            _ => Err("expected OLD=NEW, two decoders (`adapter/decoder`) or two adapters".to_owned()),
        }
    }
}

impl Pair {
    /// The old name of the decoder that is called `name` now, if the pair is about it: the pair replaces the name or its
    /// adapter.
    fn old_name(&self, name: &str) -> Option<String> {
        let rest = name.strip_prefix(&self.new)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{}{rest}", self.old))
    }
}

/// The decoders of both for which `wants` says so by either name, each as the old and as the new record have it: those of
/// the new record in its order, then those that only the old one has. A decoder's predecessor is the one that a pair names,
/// and else its namesake. Fails, in words, if a pair joins nothing.
pub(super) fn joined<'a>(
    old: &'a RunRecord,
    new: &'a RunRecord,
    pairs: &[Pair],
    wants: impl Fn(&str) -> bool,
) -> Result<Vec<[Option<&'a DecoderRecord>; 2]>, String> {
    let (old_names, new_names) = (names(old), names(new));
    let mut gone: HashMap<&(String, usize), &DecoderRecord> = old_names.iter().zip(&old.decoders).collect();
    let by_name = gone.clone();
    let mut is_used = vec![false; pairs.len()];
    let mut joined = Vec::new();
    for (name, decoder) in new_names.iter().zip(&new.decoders) {
        let mut paired = pairs.iter().zip(&mut is_used).filter_map(|(pair, is_used)| {
            let (old, _) = by_name.get_key_value(&(pair.old_name(&name.0)?, name.1))?;
            *is_used = true;
            Some(*old)
        });
        let old = paired.next().unwrap_or(name);
        gone.remove(old);
        gone.remove(name);
        joined.push([by_name.get(old).copied(), Some(decoder)]);
    }
    if let Some((pair, _)) = pairs.iter().zip(is_used).find(|(_, is_used)| !is_used) {
        return Err(joins_nothing(pair, old, new));
    }
    let gone = old_names.iter().filter_map(|name| gone.get(name));
    joined.extend(gone.map(|decoder| [Some(*decoder), None]));
    joined.retain(|both| both.iter().flatten().any(|decoder| wants(&decoder.name())));
    Ok(joined)
}

/// The name of each decoder, with the number of those before it that have the same name.
fn names(record: &RunRecord) -> Vec<(String, usize)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let name = |decoder: &DecoderRecord| {
        let count = counts.entry(decoder.name()).or_default();
        *count += 1;
        (decoder.name(), *count - 1)
    };
    record.decoders.iter().map(name).collect()
}

/// Why `pair` joins nothing: a report has no decoder or adapter of the name, the two have no decoder in common, or other pairs
/// took it.
fn joins_nothing(pair: &Pair, old_report: &RunRecord, new_report: &RunRecord) -> String {
    let Pair { old, new } = pair;
    let has = |record: &RunRecord, name: &String| {
        record.decoders.iter().any(|decoder| decoder.adapter == *name || decoder.name() == *name)
    };
    let why = if !has(old_report, old) {
        format!("the old report has no `{old}`")
    } else if !has(new_report, new) {
        format!("the new report has no `{new}`")
    } else {
        "no decoder is left that both have".to_owned()
    };
    format!("--pair {old}={new}: {why}")
}
