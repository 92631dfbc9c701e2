//! Which decoder of the old report is compared with which of the new one.

use crate::record::run_record::{DecoderRecord, RunRecord};
use std::fmt;
use std::str::FromStr;

/// What the user says: this decoder of the old report is that one of the new. A name without a slash is an adapter's, and
/// stands for all of its decoders that the other adapter has by the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// The name in the old report.
    pub old: String,
    /// The name in the new one.
    pub new: String,
}

impl FromStr for Pairing {
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

/// Why decoders cannot be joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingError {
    /// A pairing names what is not there, or what another pairing names too.
    NothingToPair {
        pairing: Pairing,
        /// Which report has none; neither if both have, and nothing of the one is in the other.
        missing_in: Option<&'static str>,
    },
    /// Neither report has a decoder that is wanted.
    NoDecoder,
}

impl fmt::Display for PairingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToPair { pairing: Pairing { old, new }, missing_in: Some(which) } => {
                let name = if *which == "old" { old } else { new };
                write!(formatter, "--pair {old}={new}: the {which} report has no `{name}`")
            }
            Self::NothingToPair { pairing: Pairing { old, new }, missing_in: None } => {
                write!(formatter, "--pair {old}={new}: no decoder is left that both have")
            }
            Self::NoDecoder => formatter.write_str("neither report has a decoder of that name"),
        }
    }
}

impl std::error::Error for PairingError {}

/// A decoder as the old and as the new report have it; at least one does.
pub(super) type Joined<'a> = (Option<&'a DecoderRecord>, Option<&'a DecoderRecord>);

/// The decoders of both for which `wants` says so by either name: those of the new record in its order, then what only the
/// old one has. A name that stands twice is joined the first with the first.
pub(super) fn joined<'a>(
    old: &'a RunRecord,
    new: &'a RunRecord,
    pairings: &[Pairing],
    wants: impl Fn(&str) -> bool,
) -> Result<Vec<Joined<'a>>, PairingError> {
    let mut left: Vec<Option<&DecoderRecord>> = old.decoders.iter().map(Some).collect();
    let mut before: Vec<Option<&DecoderRecord>> = vec![None; new.decoders.len()];
    for pairing in pairings {
        let mut paired = false;
        let of_new = new.decoders.iter().zip(&mut before);
        for (decoder, before) in
            of_new.filter(|(decoder, before)| before.is_none() && is(decoder, &pairing.new))
        {
            let by_adapter = !pairing.old.contains('/');
            let place = left.iter().position(|other| {
                other.is_some_and(|other| {
                    is(other, &pairing.old) && (!by_adapter || other.decoder == decoder.decoder)
                })
            });
            *before = place.and_then(|place| left[place].take());
            paired |= before.is_some();
        }
        if !paired {
            let lacks = |record: &RunRecord, name: &str| !record.decoders.iter().any(|one| is(one, name));
            let missing_in = match (lacks(old, &pairing.old), lacks(new, &pairing.new)) {
                (true, _) => Some("old"),
                (_, true) => Some("new"),
                _ => None,
            };
            return Err(PairingError::NothingToPair { pairing: pairing.clone(), missing_in });
        }
    }
    for (decoder, before) in new.decoders.iter().zip(&mut before).filter(|(_, before)| before.is_none()) {
        let same = |other: &&mut Option<&DecoderRecord>| {
            other
                .is_some_and(|other| (&other.adapter, &other.decoder) == (&decoder.adapter, &decoder.decoder))
        };
        *before = left.iter_mut().find(same).and_then(Option::take);
    }
    let in_new = before.into_iter().zip(new.decoders.iter().map(Some));
    let all = in_new.chain(left.into_iter().flatten().map(|gone| (Some(gone), None)));
    let wanted =
        all.filter(|(old, new)| [old, new].into_iter().flatten().any(|decoder| wants(&decoder.name())));
    let joined: Vec<Joined<'_>> = wanted.collect();
    if joined.is_empty() { Err(PairingError::NoDecoder) } else { Ok(joined) }
}

/// Whether `name` is that of the decoder or of its adapter.
fn is(decoder: &DecoderRecord, name: &str) -> bool {
    decoder.adapter == name || decoder.name() == name
}
