//! The matrix of decoders and the twelve questions.

use crate::record::run_record::{DecoderRecord, RunRecord, Standing};
use crate::tell::report::answers::{Answered, Answers, MatrixQuestion};
use crate::tell::report::decoders::{baseline_mark, families, is_large, listed, rows};
use crate::tell::report::format::html::table::{self, to, to_facet};
use crate::tell::report::words::{Tone, fitted, json_words};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// How many characters are shown of a name or a version that an adapter chose; the pages of its decoders have all of them.
const SHOWN: usize = 60;

/// The key and the matrix, a table for each implementation, or nothing when no decoder was asked.
pub(crate) fn matrix(record: &RunRecord) -> Markup {
    let answers = Answers::of(record);
    markup! {
        @if !record.decoders.is_empty() {
            section #matrix data-fold="" {
                h2 { "Twelve questions" }
                (legend(record))
                p .aside { "An implementation opens; a cell leads to what is behind it." }
                @for family in families(&listed(record)) { (of_family(&answers, &family)) }
            }
        }
    }
}

/// An implementation: how many of its decoders have which standing, which questions one of them does not pass, and, folded
/// where many were asked, its table.
fn of_family(answers: &Answers<'_>, family: &[&DecoderRecord]) -> Markup {
    let record = answers.record;
    let is_open = !is_large(record) && !rows(record, family).0.is_empty();
    let title = title(family);
    markup! {
        details .fold .family data-fold="" open[is_open] {
            summary {
                b { (title) } " "
                @for standing in Standing::ALL {
                    @let count = family.iter().filter(|decoder| record.standing(decoder) == standing).count();
                    @if count > 0 { span .count .(Tone::from(standing).name()) { (count) " " (standing.name()) } " " }
                }
                (worst(answers, family))
            }
            table .matrix aria-label=(title) {
                thead {
                    tr {
                        th scope="col" .name { "decoder" }
                        th scope="col" .standing { "claim" }
                        @for question in MatrixQuestion::ALL {
                            th scope="col" .question data-question=(question.name()) { span { (question.title()) } }
                        }
                    }
                }
                tbody { @for decoder in family { (row(record, answers, decoder)) } }
            }
        }
    }
}

/// `python: CPython 3.11.7`.
pub(super) fn title(family: &[&DecoderRecord]) -> String {
    let DecoderRecord { adapter, implementation, version, .. } = family[0];
    format!("{}: {} {}", fitted(adapter, SHOWN), fitted(implementation, SHOWN), fitted(version, SHOWN))
}

/// The questions that a decoder of `family` does not pass.
fn worst(answers: &Answers<'_>, family: &[&DecoderRecord]) -> Markup {
    let of_family: Vec<_> = family.iter().map(|decoder| answers.answered(decoder)).collect();
    let worst = |question: MatrixQuestion| of_family.iter().map(|answers| answers[question as usize]).min();
    markup! {
        @for wanted in [Answered::Wrong, Answered::Imprecise] {
            @let titles: Vec<&str> =
                MatrixQuestion::ALL.into_iter().filter(|one| worst(*one) == Some(wanted)).map(MatrixQuestion::title).collect();
            @if !titles.is_empty() {
                small { span .cell .(Tone::from(wanted).name()) { (wanted.name()) } " " (titles.join(", ")) } " "
            }
        }
    }
}

fn row(record: &RunRecord, answers: &Answers<'_>, decoder: &DecoderRecord) -> Markup {
    let standing = record.standing(decoder);
    let name = decoder.name();
    let profile = decoder.claim.profile_name();
    let answers = answers.answered(decoder);
    markup! {
        tr data-find=(key(record, decoder)) data-decoder=[number(record, decoder)] data-fails[standing.is_failure()] {
            th scope="row" .name data-standing=(standing.name()) {
                a href=(to("decoder", &name)) title=(escape_controls(&decoder.api)) { (escape_controls(&decoder.decoder)) }
                @if !matches!(profile, "rfc3629" | "none") { " " small { (profile) } }
            }
            td .standing .(Tone::from(standing).name()) {
                (standing.name())
                @if let Some(mark) = baseline_mark(record, decoder) { " " small .bad { (mark) } }
            }
            @for (question, answer) in MatrixQuestion::ALL.into_iter().zip(answers) {
                td .cell .(Tone::from(answer).name()) {
                    a href=(to_facet(&name, "question", question.name()))
                        title={ (question.title()) ": " (answer.meaning()) } { (answer.name()) }
                }
            }
        }
    }
}

/// The decoder's number in the record, by which the script finds its parts. One of another record has none.
pub(super) fn number(record: &RunRecord, decoder: &DecoderRecord) -> Option<usize> {
    record.decoders.iter().position(|one| std::ptr::eq(one, decoder))
}

/// What the filter looks at in a decoder.
pub(crate) fn key(record: &RunRecord, decoder: &DecoderRecord) -> String {
    let DecoderRecord { implementation, version, api, .. } = decoder;
    let standing = record.standing(decoder).name();
    let mut words = vec![decoder.name(), format!("{implementation} {version} {api} {standing}")];
    words.extend(baseline_mark(record, decoder).map(str::to_owned));
    let claim = serde_json::to_value(&decoder.claim).unwrap_or_default();
    let values = claim.as_object().into_iter().flat_map(|claim| claim.values().map(json_words));
    // `none` is no word to search for: nearly every claim has it.
    words.extend(values.filter(|word| word != "none"));
    table::key(&words.join(" "))
}

fn legend(record: &RunRecord) -> Markup {
    markup! {
        ul .legend {
            @for answer in Answered::ALL {
                li { span .cell .(Tone::from(answer).name()) { (answer.name()) } " " (answer.meaning()) }
            }
            @for (standing, words) in [
                (Standing::Accepted, "its baseline accepts what fails"),
                (Standing::Outdated, "its baseline is out of date; its page has the details"),
                (Standing::Tolerated, "fails less severely than --fail-on"),
                (Standing::NoClaim, "claims no supported format; held against RFC 3629"),
            ] {
                @if record.decoders.iter().any(|decoder| record.standing(decoder) == standing) {
                    li { b { (standing.name()) } " " (words) }
                }
            }
            @if record.decoders.iter().any(|decoder| baseline_mark(record, decoder).is_some()) {
                li { b { "not as listed" } " fails otherwise than its baseline accepts; its page has the details" }
            }
        }
    }
}
