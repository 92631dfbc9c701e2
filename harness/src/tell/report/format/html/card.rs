//! What is wrong, and with whom: a card for each decoder that fails, then those that are imprecise, then, folded, all others.

use crate::record::run_record::{DecoderRecord, RunRecord, Standing};
use crate::tell::report::answers::{Answered, Answers, MatrixQuestion};
use crate::tell::report::decoders::{baseline_diff, decoders_with, families, is_large};
use crate::tell::report::format::html::automaton::automaton;
use crate::tell::report::format::html::matrix::{key, number, title};
use crate::tell::report::format::html::table::{self, decoder as link_to, folded, section, to, to_facet};
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::instability;
use crate::tell::report::words::{Tone, and_more, counted, sent};
use illformed_judge::cause::Cause;
use illformed_judge::shown::{escape_controls, fit};
use maud::{Markup, html as markup};
use std::collections::BTreeSet;

/// Of how many failing decoders the causes are open, and of how many decoders in all those that pass are not folded.
const DETAILED: usize = 3;

/// More decoders of a section than these stand by implementation.
const MOST_CARDS: usize = 12;

/// How many causes of an implementation are named before it is opened.
const MOST_CAUSES: usize = 3;

const INPUT_WIDTH: usize = 60;

const UNCLAIMED: &str = "Without a supported claim, held against RFC 3629";

/// The sections: the id, which decoders have a card there, the heading, and the words for their number.
pub(super) const SECTIONS: [(&str, &[Standing], &str, &str); 8] = [
    ("failing", &[Standing::Failed], "Failing", "fail"),
    ("imprecise", &[Standing::Imprecise], "Imprecise", "imprecise"),
    ("outdated", &[Standing::Outdated], "With a stale baseline", "with a stale baseline"),
    ("tolerated", &[Standing::Tolerated], "Failing below --fail-on", "below --fail-on"),
    ("accepted", &[Standing::Accepted], "Accepted by a baseline", "accepted by a baseline"),
    ("unclaimed", &[Standing::NoClaim], UNCLAIMED, "claim no supported format"),
    ("passing", &[Standing::Passed, Standing::PassedInPart], "Passing", "pass"),
    ("not-judged", &[Standing::NotJudged], "Not judged", "not judged"),
];

/// All decoders of `record`, those that fail first.
pub(super) fn diagnosis(record: &RunRecord) -> Markup {
    let answers = Answers::of(record);
    let [failing, imprecise] = [0, 1].map(|section| decoders_with(record, SECTIONS[section].1).len());
    let is_detailed = !is_large(record) && failing + imprecise <= DETAILED;
    let is_short = record.decoders.len() <= DETAILED;
    let section = |(id, standings, heading, _): (&str, &[Standing], &str, &str)| {
        let decoders = decoders_with(record, standings);
        let is_unfolded = matches!(id, "failing" | "imprecise") || id == "passing" && is_short;
        let is_open = is_unfolded.then_some(is_detailed);
        markup! { @if !decoders.is_empty() { (cards(&answers, id, heading, &decoders, is_open)) } }
    };
    markup! { @for one in SECTIONS { (section(one)) } }
}

/// A section with a card for each of `decoders`, many by implementation. `is_open` says whether all is told of each cause, and is
/// missing where the section is folded.
fn cards(
    answers: &Answers<'_>,
    id: &str,
    heading: &str,
    decoders: &[&DecoderRecord],
    is_open: Option<bool>,
) -> Markup {
    let list = |decoders: &[&DecoderRecord]| {
        markup! { div .cards { @for decoder in decoders { (card(answers, decoder, is_open == Some(true))) } } }
    };
    let count = counted(decoders.len(), "decoder");
    let content = markup! {
        @if id == "imprecise" {
            p .aside { "What fails, and no baseline accepts, is an offset, a length or the time of an error." }
        }
        @if decoders.len() <= MOST_CARDS { (list(decoders)) }
        @else {
            @for family in families(decoders) {
                details .fold data-fold="" {
                    summary { b { (title(&family)) } " " small { (counted(family.len(), "decoder")) " " (causes(&family)) } }
                    (list(&family))
                }
            }
        }
    };
    match is_open {
        None => folded(id, heading, &count, true, &content),
        Some(_) => section(id, heading, &count, &content),
    }
}

/// The worst causes that decoders of `family` have, and how many more there are.
fn causes(family: &[&DecoderRecord]) -> String {
    let causes = family.iter().flat_map(|decoder| &decoder.judged_outcomes().causes);
    let causes: BTreeSet<Cause> = causes.map(|cause| cause.id).collect();
    let named: Vec<&str> = causes.iter().take(MOST_CAUSES).map(|cause| cause.name()).collect();
    named.join(", ") + &and_more(causes.len() - named.len())
}

fn card(answers: &Answers<'_>, decoder: &DecoderRecord, is_open: bool) -> Markup {
    let record = answers.record;
    let standing = record.standing(decoder);
    let issues = Issue::shown_of(record, decoder);
    let outcomes = decoder.judged_outcomes();
    let shown: usize = issues.iter().map(|issue| issue.cases.len()).sum();
    let left = outcomes.tally.bad().saturating_sub(shown);
    let claim = &decoder.claim;
    let mut words = vec![key(record, decoder)];
    for issue in &issues {
        let questions = answers.of_cause(decoder, issue.cause).into_iter().map(MatrixQuestion::title);
        words.extend([issue.cause.id.name().to_owned(), issue.shown(INPUT_WIDTH)]);
        words.extend(questions.map(str::to_owned));
    }
    markup! {
        article .card .(Tone::from(standing).name()) data-decoder=[number(record, decoder)] data-find=(table::key(&words.join(" ")))
            data-fails[standing.is_failure()] {
            header {
                h3 { (link_to(&decoder.name())) }
                @if standing != Standing::NoClaim { span .word { (standing.name()) } }
                p {
                    (escape_controls(&decoder.implementation)) " " (escape_controls(&decoder.version))
                    ", claims " (claim.kind) " " (claim.profile_name()) (claim.within())
                }
            }
            @for issue in &issues { (of_issue(answers, issue, is_open)) }
            @if left > 0 {
                p .aside { "Accepted by the baseline: " (counted(left, "case")) "." }
            }
            @if standing.is_failure() && decoder.baseline.is_some() {
                p .aside { "Against its baseline: " span .bad { (baseline_diff([decoder])) } "." }
            }
            @if let Some(words) = instability(decoder) { p .aside { (escape_controls(&words)) "." } }
            @if let Some(automaton) = automaton(record, decoder, is_open) { (automaton) }
            (questions(answers, decoder, is_open))
        }
    }
}

fn of_issue(answers: &Answers<'_>, issue: &Issue<'_>, is_open: bool) -> Markup {
    let Issue { record, decoder, cause, .. } = issue;
    let questions = answers.of_cause(decoder, cause);
    let names: Vec<&str> = questions.into_iter().map(MatrixQuestion::name).collect();
    let case = issue.example.map(|case| record.case_id(case));
    let input = issue.example.map(|case| fit(&sent(record, case), INPUT_WIDTH));
    let (answers, notes) =
        (if input.is_some() { issue.answers() } else { issue.shown(INPUT_WIDTH) }, issue.notes());
    markup! {
        details .cause open[is_open] data-cause=(cause.id.name()) data-questions=(names.join(" ")) {
            summary {
                span .severity .(Tone::from(cause.severity).name()) { (cause.severity) } " "
                b { (cause.id.name()) } " "
                small .share { (counted(issue.vectors.len(), "vector")) } " "
                span .shows {
                    @if let Some(input) = input { code { (input) } " " }
                    (escape_controls(&answers))
                }
            }
            p { (cause.id.page().says) }
            dl .facts {
                @if !notes.is_empty() { div { dt { "detail" } dd { (escape_controls(&notes)) } } }
                div {
                    dt { "seen in" }
                    dd {
                        (issue.share())
                        @if let Some(case) = case { ", first " a href=(to("vector", &case)) { (case) } }
                    }
                }
                div { dt { "rules" } dd { (issue.background()) } }
                @if let Some(command) = issue.reproduce() { div { dt { "reproduce" } dd { code { (command) } } } }
            }
            p {
                a href=(to("cause", cause.id.name())) { "Why it matters and how to fix it" } " "
                a .scripted href=(to_facet(&decoder.name(), "cause", cause.id.name())) { "All findings" }
            }
        }
    }
}

fn questions(answers: &Answers<'_>, decoder: &DecoderRecord, is_open: bool) -> Markup {
    let [passed, unasked] =
        [Answered::Right, Answered::NotAsked].map(|wanted| answers.titles(decoder, wanted));
    markup! {
        details .questions open[is_open] {
            summary { "passed " (passed.len()) " of " (MatrixQuestion::ALL.len()) " questions" }
            dl .facts {
                @for (word, questions) in [("passed", passed), ("not asked", unasked)] {
                    @if !questions.is_empty() { div { dt { (word) } dd { (questions.join(", ")) } } }
                }
            }
        }
    }
}
