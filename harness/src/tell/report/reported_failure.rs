//! What is held against a decoder, by cause: what a person reads who cannot read every vector.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::decoder_summary::{DecoderSummary, VectorStanding, VectorSummary};
use crate::tell::report::reproduce::reproduce;

/// Vectors that a decoder fails for the same cause, and of which its baseline says the same.
pub(crate) struct ReportedFailure<'a> {
    record: &'a RunRecord,
    /// The decoder.
    pub(crate) decoder: &'a DecoderRecord,
    /// How its vectors stand.
    pub(crate) standing: VectorStanding,
    /// What is wrong, in a word or two.
    pub(crate) cause: &'a str,
    /// How many vectors.
    pub(crate) vectors: usize,
    /// The id of the first case, which the other parts are about.
    pub(crate) case: String,
    /// Its number.
    pub(crate) number: usize,
    /// Its input, as the record writes it.
    pub(crate) input: &'a str,
    /// What is wrong with it, with the numbers.
    pub(crate) detail: &'a str,
    /// What was expected, where the record has the details.
    pub(crate) expected: Option<&'a str>,
    /// What was observed.
    pub(crate) observed: String,
    /// What the baseline says of it, in a word.
    pub(crate) mark: &'static str,
}

impl ReportedFailure<'_> {
    /// The command that asks the first case again.
    pub(crate) fn again(&self) -> String {
        reproduce(self.record, self.decoder, self.number)
    }
}

/// The failures against all decoders of `record` that make the run fail: the worst of each decoder before the second of any,
/// crashes before wrong answers, and of those what most vectors show.
pub(crate) fn reported_failures(record: &RunRecord) -> Vec<ReportedFailure<'_>> {
    let mut ranked: Vec<(usize, ReportedFailure<'_>)> = Vec::new();
    for decoder in &record.decoders {
        if record.accuses(decoder) {
            ranked.extend(of_decoder(record, decoder).into_iter().enumerate());
        }
    }
    // It is stable: decoders stay in the record's order.
    ranked.sort_by_key(|(place, failure)| (*place, failure.standing != VectorStanding::Broken));
    ranked.into_iter().map(|(_, failure)| failure).collect()
}

fn of_decoder<'a>(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Vec<ReportedFailure<'a>> {
    let decoder_summary = DecoderSummary::of(record, decoder);
    let mut alike: Vec<Vec<&VectorSummary<'a>>> = Vec::new();
    for vector in decoder_summary.vectors.iter().filter(|vector| vector.standing.is_red()) {
        let mark = |vector: &VectorSummary<'_>| decoder_summary.mark(deciding(&decoder_summary, vector));
        let same = |members: &&mut Vec<&VectorSummary<'_>>| {
            members[0].standing == vector.standing
                && members[0].cause() == vector.cause()
                && mark(members[0]) == mark(vector)
        };
        match alike.iter_mut().find(same) {
            Some(members) => members.push(vector),
            None => alike.push(vec![vector]),
        }
    }
    alike.sort_by_key(|members| (std::cmp::Reverse(members[0].standing), std::cmp::Reverse(members.len())));
    alike.iter().map(|members| failure(record, decoder, &decoder_summary, members)).collect()
}

/// The number of the case of a vector that is shown: the first whose details are known, else the first that counts.
fn deciding(decoder_summary: &DecoderSummary<'_>, vector: &VectorSummary<'_>) -> usize {
    decoder_summary.finding(vector.vector).map_or(vector.cases[0], |finding| finding.case)
}

fn failure<'a>(
    record: &'a RunRecord,
    decoder: &'a DecoderRecord,
    decoder_summary: &DecoderSummary<'a>,
    members: &[&VectorSummary<'a>],
) -> ReportedFailure<'a> {
    // The first whose details are known tells more than the first.
    let telling =
        members.iter().find(|member| decoder_summary.finding(member.vector).is_some()).unwrap_or(&members[0]);
    let finding = decoder_summary.finding(telling.vector);
    let number = deciding(decoder_summary, telling);
    let stale = telling.standing == VectorStanding::Stale;
    let cause = if stale { "listed, and no failure" } else { telling.cause() };
    ReportedFailure {
        record,
        decoder,
        standing: telling.standing,
        cause,
        vectors: members.len(),
        case: record.case_id(number),
        number,
        input: &record.vectors[telling.vector].input,
        detail: finding.map_or(cause, |finding| &finding.detail),
        expected: finding.map(|finding| finding.shown().0),
        observed: finding
            .map_or_else(|| decoder_summary.observed(number), |finding| finding.shown().1)
            .to_owned(),
        mark: decoder_summary.mark(number),
    }
}
