//! Whether a run is red or green, and why, in a line.

use crate::record::run_record::{ExitReason, RunRecord};
use crate::tell::report::standing::Standing;
use crate::tell::report::unlisted::Unlisted;

/// `red: 1 decoder breaks its claim`, or `green: every decoder keeps its claim`: red is a run that does not end with 0. Its
/// words are ours alone, so that it may stand in a heading.
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
    } else if reasons.contains(&ExitReason::NotJudged) && record.footer.complete {
        why.push("an adapter could not be judged".to_owned());
    }
    why.extend(broken(record));
    format!("red: {}", why.join("; "))
}

/// What decoders, and those of other kinds, do otherwise than they claim or than is listed.
fn broken(record: &RunRecord) -> Vec<String> {
    let plain = record.decoders.iter().filter(|one| one.baseline.is_none());
    let breaking =
        plain.filter(|one| record.counts(&one.implementation) && one.by_claim.tally.bad() > 0).count();
    let peers = record.kinds.iter().filter(|peer| record.counts(&peer.implementation));
    let peers = peers.filter(|peer| !peer.findings.is_empty()).count();
    let listed = record.decoders.iter().filter_map(|one| Some(Unlisted::of(one.baseline.as_ref()?)));
    let red = listed.filter(|unlisted| !unlisted.is_nothing());
    let (stale, otherwise): (Vec<Unlisted>, Vec<Unlisted>) = red.partition(|one| one.is_stale_only());
    let words = |all: &[Unlisted]| all.iter().copied().fold(Unlisted::default(), Unlisted::plus).words();
    let counts = [
        (breaking, "decoder breaks its claim", "decoders break their claims", String::new()),
        (
            otherwise.len(),
            "decoder is not as its baseline lists",
            "decoders are not as their baselines list",
            words(&otherwise),
        ),
        (stale.len(), "baseline is stale", "baselines are stale", words(&stale)),
        (
            peers,
            "encoder, detector or reader of labels breaks its claim",
            "encoders, detectors and readers of labels break their claims",
            String::new(),
        ),
    ];
    let some = counts.into_iter().filter(|(number, ..)| *number > 0);
    some.map(|(number, one, more, words)| {
        let what = if number == 1 { one } else { more };
        let words = if words.is_empty() { words } else { format!(" ({words})") };
        format!("{number} {what}{words}")
    })
    .collect()
}

/// What holds where nothing is red.
fn kept(record: &RunRecord) -> String {
    let baselines: Vec<_> = record.decoders.iter().filter_map(|one| one.baseline.as_ref()).collect();
    let known: usize = baselines.iter().map(|baseline| baseline.known.len()).sum();
    let known = match known {
        0 => String::new(),
        1 => " (1 known failure)".to_owned(),
        known => format!(" ({known} known failures)"),
    };
    let stands = |wanted| record.decoders.iter().any(|one| Standing::of(one).0 == wanted);
    if !known.is_empty() && baselines.len() == record.decoders.len() {
        format!("every decoder is as its baseline lists{known}")
    } else if record.survey_of_all_but.is_some() {
        format!("this is a survey, and nothing fails that counts in it{known}")
    } else if !known.is_empty() {
        format!("every decoder keeps its claim, or is as its baseline lists{known}")
    } else if [Standing::NoClaim, Standing::NotJudged, Standing::KeepsInPart].into_iter().any(stands) {
        "every decoder that could be judged by a claim keeps it".to_owned()
    } else {
        "every decoder keeps its claim".to_owned()
    }
}
