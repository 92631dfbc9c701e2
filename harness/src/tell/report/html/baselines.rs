//! Which decoders are as their baselines list.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::html::link;
use crate::tell::report::terminal::counted;
use crate::tell::report::unlisted::Unlisted;
use illformed_judge::shown::escape_controls;
use maud::{Markup, html as markup};

/// How many are and which are not, each with a way to its page; nothing where no decoder has a baseline.
pub(super) fn baselines(record: &RunRecord) -> Markup {
    let all = record.decoders.iter().filter_map(|one| Some((one, Unlisted::of(one.baseline.as_ref()?))));
    let (kept, red): (Vec<_>, Vec<_>) = all.partition(|(_, unlisted)| unlisted.is_nothing());
    let are = |number: usize| if number == 1 { "is" } else { "are" };
    markup! {
        @if !kept.is_empty() || !red.is_empty() {
            p .lead {
                strong { "Baselines: " }
                @if !kept.is_empty() {
                    (counted(kept.len(), "decoder")) " " (are(kept.len())) " as listed"
                    @if !red.is_empty() { ", " (red.len()) }
                } @else { (counted(red.len(), "decoder")) }
                @if red.is_empty() { "." } @else {
                    " " (are(red.len())) " not"
                    @if kept.is_empty() { " as listed" }
                    ": "
                    @for (number, (decoder, unlisted)) in red.iter().enumerate() {
                        @if number > 0 { "; " }
                        (way_to(decoder)) ", " span .bad { (unlisted.words()) }
                    }
                    "."
                }
            }
            @if !kept.is_empty() {
                details .baselines {
                    summary { "Decoders that are as their baselines list" }
                    ul .names { @for (decoder, _) in &kept { li { (way_to(decoder)) } } }
                }
            }
        }
    }
}

fn way_to(decoder: &DecoderRecord) -> Markup {
    let name = decoder.name();
    markup! { a href=(link::to(&link::decoder(&name))) { (escape_controls(&name)) } }
}
