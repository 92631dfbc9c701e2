//! What is wrong, and with whom: a card for each decoder that fails, then those that are imprecise, then, folded, all others.

use crate::record::run_record::{DecoderRecord, Outcomes, RunRecord};
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::by_standing::ByStanding;
use crate::tell::report::causes::{OpenCause, all_causes, open_causes};
use crate::tell::report::format::html::link;
use crate::tell::report::format::html::matrix::{key, number};
use crate::tell::report::format::html::table;
use crate::tell::report::format::html::tone::Tone;
use crate::tell::report::questions::Question;
use crate::tell::report::reproduce::{instability, reproduce};
use crate::tell::report::standing::{Standing, Unlisted};
use crate::tell::report::words::{counted, fitted};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// Of how many failing decoders the causes are open, and of how many decoders in all each has a card.
const DETAILED: usize = 3;

/// How many characters are shown of an adapter's name.
const NAME: usize = 60;

/// How many characters are shown of an input.
const INPUT: usize = 60;

/// All decoders of `record`, which are sorted into `by_standing`.
pub(super) fn diagnosis(record: &RunRecord, by_standing: &ByStanding<'_>) -> Markup {
    let ByStanding { failing, imprecise, accepted, unclaimed, passing, not_judged } = by_standing;
    let answers = Answers::of(record);
    let is_open = failing.len() + imprecise.len() <= DETAILED;
    let open = |decoder: &DecoderRecord| {
        card(&answers, decoder, &open_causes(record, decoder, &decoder.by_claim), is_open)
    };
    let all = |decoder: &DecoderRecord, outcomes: &Outcomes| {
        card(&answers, decoder, &all_causes(record, outcomes), false)
    };
    let has_few = record.decoders.len() <= DETAILED;
    markup! {
        (section("failing", "Failing", failing, "", open))
        (section("imprecise", "Imprecise", imprecise,
            "Every answer is right, but an offset, a length or the time of an error is not as claimed.", open))
        (folded("accepted", "Accepted by a baseline", accepted, |one| all(one, &one.by_claim)))
        (folded("unclaimed", "Without a supported claim, held against RFC 3629", unclaimed, |one| all(one, one.shown())))
        @if has_few { (section("passing", "Passing", passing, "", open)) } @else { (passed(record, passing)) }
        (folded("not-judged", "Not judged", not_judged, |one| card(&answers, one, &[], false)))
    }
}

/// A section with a card for each of `decoders`; nothing if there is none.
fn section(
    id: &str,
    heading: &str,
    decoders: &[&DecoderRecord],
    lead: &str,
    card: impl Fn(&DecoderRecord) -> Markup,
) -> Markup {
    markup! {
        @if !decoders.is_empty() {
            section id=(id) data-fold="" {
                h2 { (heading) " " small { (counted(decoders.len(), "decoder")) } }
                @if !lead.is_empty() { p .aside { (lead) } }
                div .cards { @for decoder in decoders { (card(decoder)) } }
            }
        }
    }
}

fn folded(
    id: &str,
    heading: &str,
    decoders: &[&DecoderRecord],
    card: impl Fn(&DecoderRecord) -> Markup,
) -> Markup {
    markup! {
        @if !decoders.is_empty() {
            section id=(id) data-fold="" {
                h2 { (heading) }
                details .fold {
                    summary { (counted(decoders.len(), "decoder")) }
                    div .cards { @for decoder in decoders { (card(decoder)) } }
                }
            }
        }
    }
}

/// The decoders that pass, by adapter.
fn passed(record: &RunRecord, decoders: &[&DecoderRecord]) -> Markup {
    let of_adapters = decoders.chunk_by(|one, next| one.adapter == next.adapter);
    let of_adapter = |passing: &[&DecoderRecord]| {
        let adapter = &passing[0].adapter;
        let all = record.decoders.iter().filter(|decoder| decoder.adapter == *adapter).count();
        format!("{} {}/{all}", fitted(adapter, NAME), passing.len())
    };
    markup! {
        @if !decoders.is_empty() {
            section #passing data-fold="" {
                h2 { "Passing" }
                details .fold {
                    summary {
                        (counted(decoders.len(), "decoder")) " "
                        small { (of_adapters.clone().map(of_adapter).collect::<Vec<_>>().join(", ")) }
                    }
                    dl .facts {
                        @for passing in of_adapters {
                            div {
                                dt { (of_adapter(passing)) }
                                dd .names {
                                    @for decoder in passing {
                                        span data-find=(key(decoder)) data-decoder=[number(record, decoder)] {
                                            a href=(link::to(&link::decoder(&decoder.name()))) { (escape_controls(&decoder.decoder)) }
                                        }
                                        " "
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn card(answers: &Answers<'_>, decoder: &DecoderRecord, causes: &[OpenCause<'_>], is_open: bool) -> Markup {
    let record = answers.record;
    let (standing, _) = Standing::of(decoder);
    let outcomes = decoder.accountable();
    let told: usize = causes.iter().map(|cause| cause.cases).sum();
    let left = outcomes.tally.bad().saturating_sub(told);
    let claim = &decoder.claim;
    let mut words = vec![key(decoder)];
    for cause in causes {
        let questions = answers.of_cause(decoder, outcomes, cause.cause).into_iter().map(Question::title);
        words.extend([cause.cause.id.name().to_owned(), cause.input(record, INPUT)]);
        words.extend(questions.map(str::to_owned));
    }
    markup! {
        article .card .(standing.tone()) data-decoder=[number(record, decoder)] data-find=(table::key(&words.join(" ")))
            data-fails[matches!(standing, Standing::Breaks | Standing::Imprecise)] {
            header {
                h3 { a href=(link::to(&link::decoder(&decoder.name()))) { (escape_controls(&decoder.name())) } }
                @if standing != Standing::NoClaim { span .word { (standing.word()) } }
                p {
                    (escape_controls(&decoder.implementation)) " " (escape_controls(&decoder.version))
                    ", claims " (claim.kind) " " (claim.profile)
                }
            }
            @for cause in causes { (of_cause(answers, decoder, cause, is_open)) }
            @if left > 0 {
                p .aside { "Accepted by the baseline: " (counted(left, "case")) "." }
            }
            @if let Some(unlisted) = Unlisted::of(decoder).filter(|unlisted| !unlisted.is_nothing()) {
                p .aside { "Against its baseline: " span .bad { (unlisted.words()) } "." }
            }
            @if let Some(words) = instability(decoder) { p .aside { (escape_controls(&words)) "." } }
            (questions(answers, decoder, outcomes, is_open))
        }
    }
}

fn of_cause(answers: &Answers<'_>, decoder: &DecoderRecord, open: &OpenCause<'_>, is_open: bool) -> Markup {
    let (record, cause) = (answers.record, open.cause);
    let questions = answers.of_cause(decoder, decoder.accountable(), cause);
    let names: Vec<&str> = questions.into_iter().map(Question::name).collect();
    let vector = record.case_id(open.example);
    let answers = open.answers();
    let notes = open.notes();
    markup! {
        details .cause open[is_open] data-cause=(cause.id.name()) data-questions=(names.join(" ")) {
            summary {
                span .severity .(cause.severity.tone()) { (cause.severity) } " "
                b { (cause.id.name()) } " "
                small .share { (counted(open.vectors, "vector")) } " "
                span .shows { code { (escape_controls(&open.input(record, INPUT))) } " " (escape_controls(&answers)) }
            }
            p { (cause.id.page().says) }
            dl .facts {
                @if !notes.is_empty() { div { dt { "detail" } dd { (escape_controls(&notes)) } } }
                div { dt { "seen in" } dd { (open.share(record)) ", first " a href=(link::to(&link::vector(&vector))) { (vector) } } }
                div { dt { "rules" } dd { (open.background()) } }
                div { dt { "reproduce" } dd { code { (reproduce(record, decoder, open.example)) } } }
            }
            p {
                a href=(link::to(&link::cause(cause.id))) { "Why it matters and how to fix it" } " "
                a .scripted href=(link::to_facet(&link::decoder(&decoder.name()), "cause", cause.id.name())) { "All findings" }
            }
        }
    }
}

/// Which of the twelve questions it passed, and which it was not asked.
fn questions(answers: &Answers<'_>, decoder: &DecoderRecord, outcomes: &Outcomes, is_open: bool) -> Markup {
    let [passed, unasked] =
        [Answered::Right, Answered::NotAsked].map(|wanted| answers.titles(decoder, outcomes, wanted));
    markup! {
        details .questions open[is_open] {
            summary { "passed " (passed.len()) " of " (Question::ALL.len()) " questions" }
            dl .facts {
                @for (word, questions) in [("passed", passed), ("not asked", unasked)] {
                    @if !questions.is_empty() { div { dt { (word) } dd { (questions.join(", ")) } } }
                }
            }
        }
    }
}
