//! What is held against a decoder, by cause: what a person reads who cannot read every vector.

use crate::record::{DecoderRecord, RunRecord};
use crate::report::account::{Account, VectorAccount, VectorStanding};
use crate::report::reproduce::reproduce;

/// Vectors that a decoder fails for the same cause, and of which its baseline says the same.
pub(crate) struct Charge<'a> {
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

impl Charge<'_> {
    /// The command that asks the first case again.
    pub(crate) fn again(&self) -> String {
        reproduce(self.record, self.decoder, self.number)
    }
}

/// The charges against all decoders of `record` that make the run fail: the worst of each decoder before the second of any,
/// crashes before wrong answers, and of those what most vectors show.
pub(crate) fn charges(record: &RunRecord) -> Vec<Charge<'_>> {
    let mut ranked: Vec<(usize, Charge<'_>)> = Vec::new();
    for decoder in &record.decoders {
        if record.accuses(decoder) {
            ranked.extend(of_decoder(record, decoder).into_iter().enumerate());
        }
    }
    // It is stable: decoders stay in the record's order.
    ranked.sort_by_key(|(place, charge)| (*place, charge.standing != VectorStanding::Broken));
    ranked.into_iter().map(|(_, charge)| charge).collect()
}

fn of_decoder<'a>(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Vec<Charge<'a>> {
    let account = Account::of(record, decoder);
    let mut alike: Vec<Vec<&VectorAccount<'a>>> = Vec::new();
    for vector in account.vectors.iter().filter(|vector| vector.standing.is_red()) {
        let mark = |vector: &VectorAccount<'_>| account.mark(deciding(&account, vector));
        let same = |members: &&mut Vec<&VectorAccount<'_>>| {
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
    alike.iter().map(|members| charge(record, decoder, &account, members)).collect()
}

/// The number of the case of a vector that is shown: the first whose details are known, else the first that counts.
fn deciding(account: &Account<'_>, vector: &VectorAccount<'_>) -> usize {
    account.finding(vector.vector).map_or(vector.cases[0], |finding| finding.case)
}

fn charge<'a>(
    record: &'a RunRecord,
    decoder: &'a DecoderRecord,
    account: &Account<'a>,
    members: &[&VectorAccount<'a>],
) -> Charge<'a> {
    // The first whose details are known tells more than the first.
    let telling =
        members.iter().find(|member| account.finding(member.vector).is_some()).unwrap_or(&members[0]);
    let finding = account.finding(telling.vector);
    let number = deciding(account, telling);
    let stale = telling.standing == VectorStanding::Stale;
    let cause = if stale { "listed, and no failure" } else { telling.cause() };
    Charge {
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
        observed: finding.map_or_else(|| account.observed(number), |finding| finding.shown().1).to_owned(),
        mark: account.mark(number),
    }
}
