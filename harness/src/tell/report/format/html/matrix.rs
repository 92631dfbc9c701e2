//! The matrix of decoders and the twelve questions.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::answers::{Answered, Answers};
use crate::tell::report::format::html::decoder::claim_words;
use crate::tell::report::format::html::link;
use crate::tell::report::format::html::table;
use crate::tell::report::format::html::tone::Tone;
use crate::tell::report::matrix::is_folded;
use crate::tell::report::questions::Question;
use crate::tell::report::standing::{Standing, Unlisted};
use crate::tell::report::words::{counted, fitted};
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// How many characters are shown of a name or a version that an adapter chose; the pages of its decoders have all of them.
const SHOWN: usize = 60;

/// The key and the matrix, or nothing when no decoder was asked.
pub(crate) fn matrix(record: &RunRecord) -> Markup {
    let answers = Answers::of(record);
    markup! {
        @if !record.decoders.is_empty() {
            section #matrix data-fold="" {
                h2 { "Twelve questions" }
                (legend(record))
                div .scroll tabindex="0" role="region" aria-label="Matrix of decoders and questions" {
                    table .matrix {
                        caption { "A cell leads to what is behind it." }
                        thead {
                            tr {
                                th scope="col" .name { "decoder" }
                                th scope="col" .standing { "claim" }
                                @for question in Question::ALL {
                                    th scope="col" .question data-question=(question.name()) { span { (question.title()) } }
                                }
                            }
                        }
                        @for adapter in record.decoders.chunk_by(|one, next| one.adapter == next.adapter) {
                            (body(record, &answers, adapter))
                        }
                    }
                }
            }
        }
    }
}

fn body(record: &RunRecord, answers: &Answers<'_>, decoders: &[DecoderRecord]) -> Markup {
    let first = &decoders[0];
    let is_folded = is_folded(decoders);
    // A row without rows of its own is found by the words of those that are folded into it.
    let folded_key = is_folded.then(|| decoders.iter().map(key).collect::<Vec<_>>().join(" "));
    markup! {
        tbody {
            tr .adapter data-find=[folded_key] {
                th scope="rowgroup" colspan=(2 + Question::ALL.len()) {
                    span {
                        (fitted(&first.adapter, SHOWN)) ": "
                        (fitted(&first.implementation, SHOWN)) " " (fitted(&first.version, SHOWN))
                        @if is_folded {
                            ": " a .good href="#passing" { (counted(decoders.len(), "decoder")) " pass" }
                        }
                    }
                }
            }
            @if !is_folded { @for decoder in decoders { (row(record, answers, decoder)) } }
        }
    }
}

fn row(record: &RunRecord, answers: &Answers<'_>, decoder: &DecoderRecord) -> Markup {
    let (standing, _) = Standing::of(decoder);
    let path = link::decoder(&decoder.name());
    let profile = decoder.claim.profile.as_str();
    let answers = answers.answered(decoder, decoder.accountable());
    let fails = matches!(standing, Standing::Breaks | Standing::Imprecise);
    markup! {
        tr data-find=(key(decoder)) data-decoder=[number(record, decoder)] data-fails[fails] {
            th scope="row" .name {
                a href=(link::to(&path)) title=(escape_controls(&decoder.api)) { (escape_controls(&decoder.decoder)) }
                @if !matches!(profile, "rfc3629" | "none") { " " small { (profile) } }
            }
            td .standing .(standing.tone()) {
                (standing.word())
                @if let Some(mark) = mark(decoder) { " " small .bad { (mark) } }
            }
            @for (question, answer) in Question::ALL.into_iter().zip(answers) {
                td .cell .(answer.tone()) {
                    a href=(link::to_facet(&path, "question", question.name()))
                        title={ (question.title()) ": " (answer.meaning()) } { (answer.sign()) }
                }
            }
        }
    }
}

/// What its baseline says against it.
fn mark(decoder: &DecoderRecord) -> Option<&'static str> {
    Unlisted::of(decoder).and_then(Unlisted::mark)
}

/// The decoder's number in the record, by which the script finds its parts. One of another record has none.
pub(super) fn number(record: &RunRecord, decoder: &DecoderRecord) -> Option<usize> {
    record.decoders.iter().position(|one| std::ptr::eq(one, decoder))
}

/// What the filter looks at in a decoder.
pub(crate) fn key(decoder: &DecoderRecord) -> String {
    let DecoderRecord { implementation, version, api, .. } = decoder;
    let standing = Standing::of(decoder).0.word();
    let mut words = vec![decoder.name(), format!("{implementation} {version} {api} {standing}")];
    words.extend(mark(decoder).map(str::to_owned));
    // `none` is no word to search for: nearly every claim has it.
    words.extend(claim_words(&decoder.claim).into_iter().map(|(_, word)| word).filter(|word| word != "none"));
    table::key(&words.join(" "))
}

fn legend(record: &RunRecord) -> Markup {
    markup! {
        ul .legend {
            @for answer in Answered::ALL {
                li { span .cell .(answer.tone()) { (answer.sign()) } " " (answer.meaning()) }
            }
            @if record.decoders.iter().any(|decoder| mark(decoder).is_some()) {
                li { b { "not as listed, stale baseline" } " results differ from its baseline; its page has the details" }
            }
            @if record.decoders.iter().any(|decoder| decoder.claim.profile == "none") {
                li { b { "none" } " claims no supported format; held against RFC 3629" }
            }
        }
    }
}
