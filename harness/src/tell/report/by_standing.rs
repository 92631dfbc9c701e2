//! The decoders of a record by what is to be said of them.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::standing::{Standing, is_accepted};

/// All decoders of a record, each in one list, in their order.
#[derive(Debug, Default)]
pub(crate) struct ByStanding<'a> {
    /// Something is wrong that no baseline accepts.
    pub(crate) failing: Vec<&'a DecoderRecord>,
    /// The same, but only offsets, lengths or times are wrong.
    pub(crate) imprecise: Vec<&'a DecoderRecord>,
    /// A baseline accepts all that is wrong.
    pub(crate) accepted: Vec<&'a DecoderRecord>,
    /// They claim no supported format.
    pub(crate) unclaimed: Vec<&'a DecoderRecord>,
    /// Nothing is wrong.
    pub(crate) passing: Vec<&'a DecoderRecord>,
    /// Nothing could be judged.
    pub(crate) not_judged: Vec<&'a DecoderRecord>,
}

impl<'a> ByStanding<'a> {
    /// The decoders of `record`.
    pub(crate) fn of(record: &'a RunRecord) -> Self {
        let mut all = Self::default();
        for decoder in &record.decoders {
            let list = match Standing::of(decoder).0 {
                // What a baseline accepts as a whole is no news.
                _ if is_accepted(record, decoder) => &mut all.accepted,
                Standing::Breaks => &mut all.failing,
                Standing::Imprecise => &mut all.imprecise,
                Standing::NoClaim => &mut all.unclaimed,
                Standing::Keeps | Standing::KeepsInPart => &mut all.passing,
                Standing::NotJudged => &mut all.not_judged,
            };
            list.push(decoder);
        }
        all
    }
}
