//! The decoders of a record in the order in which reports list them, and the words for what a run says of them.

use crate::record::run_record::{AdapterNote, DecoderRecord, DeviationKind, ExitReason, RunRecord, Standing};
use crate::tell::report::section::{Section, SectionRow};
use crate::tell::report::words::{counted, either, present};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::{reason, thousands};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The implementation that every list has last: ours.
const OWN: &str = "illformed-codec";

/// With more decoders than these, those of an implementation are folded.
const MOST_UNFOLDED: usize = 16;

/// Whether `record` has more decoders than a reader wants to see at once.
pub(crate) const fn is_large(record: &RunRecord) -> bool {
    record.decoders.len() > MOST_UNFOLDED
}

/// The decoders of `record`, ours last.
pub(crate) fn listed(record: &RunRecord) -> Vec<&DecoderRecord> {
    let mut decoders: Vec<&DecoderRecord> = record.decoders.iter().collect();
    decoders.sort_by_key(|decoder| decoder.implementation == OWN);
    decoders
}

/// `decoders` by adapter, implementation and version, in the order of the first of each.
pub(crate) fn families<'a>(decoders: &[&'a DecoderRecord]) -> Vec<Vec<&'a DecoderRecord>> {
    let of = |decoder: &'a DecoderRecord| (&decoder.adapter, &decoder.implementation, &decoder.version);
    let mut families: Vec<Vec<&DecoderRecord>> = Vec::new();
    for decoder in decoders {
        match families.iter_mut().find(|family| of(family[0]) == of(decoder)) {
            Some(family) => family.push(decoder),
            None => families.push(vec![decoder]),
        }
    }
    families
}

/// The decoders of `family` that have a row in a matrix without folds, and how many of how many pass without one, in words.
/// Where many were asked, those that pass have none; ours have none where all of them pass.
pub(crate) fn rows<'a>(record: &RunRecord, family: &[&'a DecoderRecord]) -> (Vec<&'a DecoderRecord>, String) {
    let passes = |decoder: &&DecoderRecord| record.standing(decoder) == Standing::Passed;
    let (passing, others): (Vec<&DecoderRecord>, Vec<_>) = family.iter().copied().partition(passes);
    let is_own = || family[0].implementation == OWN && others.is_empty();
    if family.len() < 2 || !(is_large(record) || is_own()) {
        return (family.to_vec(), String::new());
    }
    let of = if others.is_empty() { String::new() } else { format!("{} of ", passing.len()) };
    (others, format!("{of}{} pass", counted(family.len(), "decoder")))
}

impl Standing {
    /// `2 failed`, `1 claims no supported format`.
    fn counted(self, number: usize) -> String {
        let same = |words| either(number, words, words);
        match self {
            Self::Failed => same("failed"),
            Self::Imprecise => same("imprecise"),
            Self::Outdated => either(number, "has a stale baseline", "have stale baselines"),
            Self::Tolerated => same("failed below --fail-on"),
            Self::Accepted => {
                either(number, "failed as its baseline accepts", "failed as their baselines accept")
            }
            Self::Passed => same("passed"),
            Self::PassedInPart => same("passed in part (some input declined, not applicable or not asked)"),
            Self::NoClaim => either(number, "claims no supported format", "claim no supported format"),
            Self::NotJudged => same("could not be judged"),
        }
    }
}

/// The decoders of `record` with one of these standings, ours last.
pub(crate) fn decoders_with<'a>(record: &'a RunRecord, standings: &[Standing]) -> Vec<&'a DecoderRecord> {
    listed(record).into_iter().filter(|decoder| standings.contains(&record.standing(decoder))).collect()
}

/// How many decoders of `record` have which standing, in words; empty if there is none.
pub(crate) fn standings(record: &RunRecord) -> String {
    let counts = Standing::ALL.map(|standing| (standing, decoders_with(record, &[standing]).len()));
    present(counts.map(|(standing, count)| (count, standing.counted(count)))).join(", ")
}

/// How `decoders` differ from their baselines: `2 regressions`, `1 entry is stale`, `2 regressions, 1 changed`; empty where
/// the baselines hold.
pub(crate) fn baseline_diff<'a>(decoders: impl IntoIterator<Item = &'a DecoderRecord>) -> String {
    let mut counts = [0; 4];
    for baseline in decoders.into_iter().filter_map(|decoder| decoder.baseline.as_ref()) {
        let of = |wanted: fn(DeviationKind) -> bool| {
            baseline.deviations.iter().filter(move |deviation| wanted(deviation.kind))
        };
        let cases = |wanted| of(wanted).map(|deviation| deviation.cases).sum::<usize>();
        // An entry may have several groups, with a deviation each.
        let entries = |wanted| of(wanted).map(|one| one.pointer.as_str()).collect::<BTreeSet<_>>().len();
        counts[0] += cases(|kind| kind == DeviationKind::Regressed);
        counts[1] += of(|kind| kind == DeviationKind::ChangedWrong).count();
        counts[2] += entries(|kind| kind == DeviationKind::Expired);
        counts[3] += if baseline.stale_is_error { entries(DeviationKind::is_stale) } else { 0 };
    }
    diff_words(counts)
}

/// The words for so many cases that fail and are not accepted, groups in which some fail otherwise than accepted, expired entries that
/// still fail, and entries that pass or were not judged.
fn diff_words(counts: [usize; 4]) -> String {
    let words = [
        ("regression", "regressions"),
        ("group changed", "groups changed"),
        ("entry is expired", "entries are expired"),
        ("entry is stale", "entries are stale"),
    ];
    let is_alone = counts.iter().filter(|count| **count > 0).count() == 1;
    // Beside others the last word is enough.
    let short =
        |words: &'static str| if is_alone { words } else { words.rsplit(' ').next().unwrap_or(words) };
    let part = |kind: usize| (counts[kind], either(counts[kind], short(words[kind].0), short(words[kind].1)));
    present([0, 1, 2, 3].map(part)).join(", ")
}

/// What marks a decoder in a table that differs from its baseline.
pub(crate) fn baseline_mark(record: &RunRecord, decoder: &DecoderRecord) -> Option<&'static str> {
    let standing = record.standing(decoder);
    let differs = decoder.baseline.is_some() && standing.is_failure() && standing != Standing::Outdated;
    differs.then_some("not as listed")
}

/// `red: 1 decoder fails its claim`, or `green: every decoder passes`: red is a run that does not end with 0. No
/// word of an adapter is in it, so that it may stand in a heading.
pub(crate) fn headline(record: &RunRecord) -> String {
    let reasons = ExitReason::of(record);
    if reasons.is_empty() {
        return format!("green: {}", kept(record));
    }
    let mut why = Vec::new();
    if !record.footer.complete {
        why.push("interrupted, not everything was asked".to_owned());
    }
    if reasons.contains(&ExitReason::NothingJudged) {
        why.push("nothing was judged".to_owned());
    } else if !record.missed_baselines.is_empty() {
        why.push("a baseline was not compared".to_owned());
    } else if reasons.contains(&ExitReason::NotJudged) && record.footer.complete {
        why.push("an adapter could not be judged".to_owned());
    }
    let failing = record.decoders.iter().filter(|decoder| record.is_failed_by(decoder));
    let (with, without): (Vec<_>, Vec<_>) = failing.partition(|decoder| decoder.baseline.is_some());
    let (stale, differing): (Vec<&DecoderRecord>, Vec<_>) =
        with.into_iter().partition(|decoder| record.standing(decoder) == Standing::Outdated);
    let claims = either(without.len(), "decoder fails its claim", "decoders fail their claims");
    let differ =
        either(differing.len(), "decoder differs from its baseline", "decoders differ from their baselines");
    let are_stale = either(stale.len(), "baseline is stale", "baselines are stale");
    why.extend(present([
        (without.len(), claims),
        (differing.len(), format!("{differ} ({})", baseline_diff(differing.iter().copied()))),
        (stale.len(), format!("{are_stale} ({})", baseline_diff(stale.iter().copied()))),
    ]));
    format!("red: {}", why.join("; "))
}

/// What keeps a run from saying all that it should.
pub(crate) struct RunFault<'a> {
    /// The adapter, or this program.
    pub(crate) of: &'a str,
    /// What is not as it should be, in a word, or the decoder.
    pub(crate) what: &'a str,
    pub(crate) why: String,
    /// That a runtime is missing is none.
    pub(crate) is_error: bool,
}

/// The faults of the run as a whole, those of adapters that could not be asked, and the decoders that were not judged on all.
pub(crate) fn run_faults(record: &RunRecord) -> Vec<RunFault<'_>> {
    let nothing_judged = record.footer.exit_codes.contains(&ExitReason::NothingJudged.code());
    let missed = record.missed_baselines.join("; ");
    let of_run = [
        (!missed.is_empty(), "baselines", missed),
        (!record.footer.complete, "complete", "interrupted: not everything was asked".to_owned()),
        (nothing_judged, "judged", "nothing was judged: no answer could be held to a claim".to_owned()),
    ];
    let of_run = of_run.into_iter().filter(|(applies, ..)| *applies);
    let mut faults: Vec<RunFault<'_>> =
        of_run.map(|(_, what, why)| RunFault { of: "illformed", what, why, is_error: true }).collect();
    for (word, notes, is_error) in [("absent", &record.absent, false), ("broken", &record.broken, true)] {
        faults.extend(notes.iter().map(|AdapterNote { adapter, why }| RunFault {
            of: adapter,
            what: "adapter",
            why: format!("{word}: {}", reason(why)),
            is_error,
        }));
    }
    // None was judged on all when the user interrupts.
    let unjudged = record.decoders.iter().filter(|decoder| decoder.is_unjudged());
    faults.extend(unjudged.filter(|_| record.footer.complete).map(|decoder| RunFault {
        of: &decoder.adapter,
        what: &decoder.decoder,
        why: format!("{}: {}", decoder.decoder, unjudged_why(decoder)),
        is_error: true,
    }));
    faults
}

/// Why a decoder was not judged on all that it was to be asked.
fn unjudged_why(decoder: &DecoderRecord) -> String {
    let declined = || decoder.asked.declined_part().and_then(|_| not_judged_on(decoder));
    let stopped = || Some(format!("sweep stopped: {}", decoder.swept.as_ref()?.stopped.as_deref()?));
    let broken = || format!("broke the protocol: {}", why(decoder, VerdictKind::ProtocolError));
    given_up(decoder).or_else(declined).or_else(stopped).unwrap_or_else(broken)
}

/// What holds where nothing is red.
fn kept(record: &RunRecord) -> String {
    let known: usize =
        record.decoders.iter().filter_map(|one| one.baseline.as_ref()).map(|one| one.known.len()).sum();
    let words = if known > 0 { format!(" ({})", counted(known, "known failure")) } else { String::new() };
    let stands = |wanted| record.decoders.iter().any(|one| record.standing(one) == wanted);
    let is_tolerated =
        |one: &DecoderRecord| record.can_be_failed_by(one) && record.standing(one) == Standing::Tolerated;
    if record.decoders.iter().any(is_tolerated) {
        format!("no decoder fails with a cause that is {} or worse{words}", record.fail_on)
    } else if known > 0 && record.decoders.iter().all(|one| one.baseline.is_some()) {
        format!("every decoder matches its baseline{words}")
    } else if record.survey_of_all_but.is_some() {
        format!("a survey, in which no counted decoder fails{words}")
    } else if known > 0 {
        format!("every decoder passes or matches its baseline{words}")
    } else if [Standing::NoClaim, Standing::NotJudged, Standing::PassedInPart].into_iter().any(stands) {
        "every judged decoder passes".to_owned()
    } else {
        "every decoder passes".to_owned()
    }
}

/// What decoders were not judged on: what they declined or cannot be asked, and what they were not asked since they were given
/// up.
pub(crate) fn unjudged(record: &RunRecord) -> [Section; 2] {
    let rows = |says: fn(&DecoderRecord) -> Option<String>| -> Vec<SectionRow> {
        let row = |decoder: &DecoderRecord| Some(SectionRow::of_decoder((decoder.name(), says(decoder)?)));
        record.decoders.iter().filter_map(row).collect()
    };
    // All are given up when the user interrupts.
    let given_up = if record.footer.complete { rows(given_up) } else { Vec::new() };
    [("declined", "Declined or not applicable", rows(not_judged_on)), ("given-up", "Given up", given_up)].map(
        |(id, heading, rows)| Section {
            id,
            heading,
            about: String::new(),
            columns: &["decoder", "why"],
            rows,
        },
    )
}

/// How many cases a decoder was not asked, and why: `2,661 cases not asked: given up after 5 missing answers`.
fn given_up(decoder: &DecoderRecord) -> Option<String> {
    let cases = decoder.judged_outcomes().tally.not_asked;
    let words = || format!("{} not asked: {}", counted(cases, "case"), why(decoder, VerdictKind::NotAsked));
    (cases > 0).then(words)
}

/// What a decoder was not judged on, with its first reason: `declined all ill-formed input, 40 of 60 cases: costs money`.
fn not_judged_on(decoder: &DecoderRecord) -> Option<String> {
    let asked = &decoder.asked;
    let tally = &decoder.judged_outcomes().tally;
    let [declined, cases] =
        [tally.declined, tally.judged + tally.unjudged()].map(|count| thousands(count as u64));
    let mut words = match (asked.declined_part(), asked.unaskable_part()) {
        (Some(part), _) => format!("not judged: declined {part}, {declined} of {cases} cases"),
        (None, Some(part)) => {
            return Some(format!("not judged on {part}: {}", why(decoder, VerdictKind::NotApplicable)));
        }
        (None, None) if tally.declined > 0 => format!("declined {declined} of {cases} cases"),
        (None, None) => return None,
    };
    let _ = write!(words, ": {}", why(decoder, VerdictKind::Declined));
    Some(words)
}

/// The reason that most cases with that verdict have, and how many other reasons there are.
fn why(decoder: &DecoderRecord, verdict: VerdictKind) -> String {
    let groups = decoder.judged_outcomes().groups.iter().filter(|group| group.verdict == verdict);
    let others = groups.clone().count().saturating_sub(1);
    let most = groups.max_by_key(|group| group.cases.len()).and_then(|group| group.cause.as_deref());
    let first = reason(most.unwrap_or("no reason given"));
    match others {
        0 => first,
        others => format!("{first}, and {}", counted(others, "other reason")),
    }
}

#[cfg(test)]
mod tests {
    use super::diff_words;

    #[test]
    fn every_kind_has_its_words_and_what_there_is_none_of_has_none() {
        for (counts, words) in [
            ([0, 0, 0, 0], ""),
            ([227, 0, 0, 0], "227 regressions"),
            ([1, 1, 1, 1], "1 regression, 1 changed, 1 expired, 1 stale"),
            ([0, 1, 0, 0], "1 group changed"),
            ([0, 0, 2, 0], "2 entries are expired"),
            ([0, 2, 0, 3], "2 changed, 3 stale"),
            ([0, 0, 0, 1], "1 entry is stale"),
        ] {
            assert_eq!(diff_words(counts), words);
        }
    }
}
