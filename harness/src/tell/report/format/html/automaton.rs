//! The automaton of a decoder, as far as its answers to the cases of a run tell.

use crate::record::run_record::{DecoderRecord, OutcomeGroup, RunRecord};
use crate::tell::report::words::{counted, grouped};
use illformed_judge::automata::{formats, inferred, svg};
use illformed_judge::claim::Profile;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::Input;
use maud::{Markup, PreEscaped, html as markup};

/// The longest inputs beside the complete suite that are taken. In longer ones several characters stand, and each state in between
/// that was not asked may be any.
const MOST_BYTES: usize = 3;

/// Longer inputs than these are not held against it: what is wrong in them may depend on the place.
const MOST_HELD: usize = 16;

/// A picture of the automaton of `decoder`, which claims RFC 3629 and was asked the complete suite whole; a sentence where nothing of
/// that is wrong. Nothing for others, and where no small automaton answers as it did.
pub(super) fn automaton(record: &RunRecord, decoder: &DecoderRecord, is_open: bool) -> Option<Markup> {
    let is_acceptor = !decoder.claim.replaces_errors();
    if !is_acceptor || decoder.claim.profile != Some(Profile::Rfc3629) {
        return None;
    }
    let expected = &formats()[0].machine;
    let complete: Vec<&str> =
        record.suite.groups.iter().filter(|group| group.complete).map(|group| group.name.as_str()).collect();
    let groups = decoder.rfc3629_outcomes().groups.iter();
    let mut cases: Vec<(usize, &OutcomeGroup)> =
        groups.flat_map(|group| group.cases.iter().map(move |case| (case, group))).collect();
    cases.sort_unstable_by_key(|(case, _)| *case);
    // Each string of the complete suite and each short input, with whether it was accepted; the same of longer inputs.
    let (mut answers, mut longer) = (Vec::new(), Vec::new());
    let (mut is_wrong, mut is_asked) = (false, false);
    for (case, group) in cases.into_iter().filter(|(case, _)| record.cases[*case].recipe.is_none()) {
        let vector = &record.vectors[record.cases[case].vector];
        let Input::Bytes(bytes) = &vector.input else { continue };
        let is_complete = complete.contains(&vector.id.group());
        let is_expected = expected.accepts(0, bytes);
        let is_accepted = match group.verdict {
            VerdictKind::Pass | VerdictKind::WrongReason | VerdictKind::LateError => is_expected,
            // A text that is wrong was accepted.
            VerdictKind::Fail => group.cause.as_deref() != Some("refuses-well-formed"),
            _ if is_complete => return None,
            _ => continue,
        };
        is_asked |= is_complete;
        is_wrong |= is_complete && is_accepted != is_expected;
        if is_complete || bytes.len() <= MOST_BYTES {
            answers.push((bytes.as_slice(), is_accepted));
        } else if bytes.len() <= MOST_HELD {
            longer.push((bytes.as_slice(), is_accepted));
        }
    }
    if !is_asked {
        return None;
    }
    if !is_wrong {
        return Some(markup! {
            p .automaton .aside { "As far as the complete suite tells, it is the automaton of RFC 3629." }
        });
    }
    let count = grouped(answers.len());
    let machine = inferred(expected, answers)?;
    let contradicts = |(bytes, accepts): &&(&[u8], bool)| {
        machine.answer(machine.walk(0, bytes)).is_some_and(|answer| answer != *accepts)
    };
    // The answers left open where some bytes lead.
    let has_unknown = (0..machine.len()).any(|state| machine.answer(state).is_none());
    let contradicting = longer.iter().filter(contradicts).count();
    Some(markup! {
        details .automaton open[is_open] {
            summary { "automaton" }
            figure {
                div .scroll tabindex="0" role="region" aria-label="Automaton" { (PreEscaped(svg(&machine, expected, ""))) }
                figcaption {
                    "Red is what differs from RFC 3629, as far as the answers to " (count) " inputs tell: the complete suite, \
                     and others of at most " (MOST_BYTES) " bytes. Input begins at the left and may end at a double ring; bytes \
                     on no arrow are refused"
                    @if has_unknown { ", except after a ?, where not all were asked" }
                    "."
                    @if contradicting > 0 {
                        " More states are needed to explain " (counted(contradicting, "longer input")) "; "
                        code { "illformed identify" } " asks for them."
                    }
                }
            }
        }
    })
}
