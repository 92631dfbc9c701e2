//! The vectors, by group.

use crate::record::run_record::{GroupRecord, RunRecord, VectorRecord};
use crate::tell::report::format::html::link;
use crate::tell::report::words::{counted, group_of};
use illformed_judge::shown::{capital_input, fit};
use maud::{Markup, html as markup};
use std::collections::BTreeSet;

/// How many characters of an input are shown in a list.
const SHOWN: usize = 48;

/// How many tests of a complete suite are listed: one lax decoder fails thousands.
const MOST_OF_COMPLETE: usize = 300;

/// Every vector with its comment, folded by group, for readers without JavaScript. Of a complete suite only some are listed.
pub(crate) fn vectors(record: &RunRecord) -> Markup {
    let differing = differing(record);
    markup! {
        section {
            h2 { "Vectors" }
            @for group in &record.suite.groups { (listed(record, group, &differing)) }
        }
    }
}

/// How many decoders differ from RFC 3629 on each vector, or on a case derived from it.
fn differing(record: &RunRecord) -> Vec<usize> {
    let mut counts = vec![0; record.vectors.len()];
    for decoder in &record.decoders {
        let cases = decoder.shown().bad().flat_map(|group| group.cases.iter());
        let vectors: BTreeSet<usize> = cases.map(|case| record.cases[case].vector).collect();
        for vector in vectors {
            counts[vector] += 1;
        }
    }
    counts
}

fn listed(record: &RunRecord, group: &GroupRecord, differing: &[usize]) -> Markup {
    let all = record.vectors.iter().zip(differing);
    let mut vectors: Vec<_> = all.filter(|(vector, _)| group_of(vector) == group.name).collect();
    let count = vectors.len();
    // Of a complete suite only vectors that some decoder fails are listed.
    vectors.retain(|(_, differ)| !group.complete || **differ > 0);
    let all = match vectors.len() {
        _ if !group.complete => String::new(),
        differing if differing <= MOST_OF_COMPLETE => {
            "; listed are those on which a decoder differs".to_owned()
        }
        differing => {
            vectors.truncate(MOST_OF_COMPLETE);
            format!("; listed are {MOST_OF_COMPLETE} of {differing} on which a decoder differs")
        }
    };
    markup! {
        details {
            summary { b { (group.name) } " " small { (counted(count, "vector")) (all) } " " (group.about) }
            div .scroll {
                table .plain {
                    thead {
                        tr {
                            th scope="col" { "vector" }
                            th scope="col" { "input" }
                            th scope="col" { "what it is" }
                            th scope="col" { "flags" }
                            th scope="col" .number title="decoders that differ from RFC 3629 on it" { "differ" }
                        }
                    }
                    tbody { @for (vector, differ) in vectors { (row(vector, *differ)) } }
                }
            }
        }
    }
}

fn row(vector: &VectorRecord, differ: usize) -> Markup {
    let VectorRecord { id, input, comment, flags, refs: _ } = vector;
    markup! {
        tr id=(link::vector(id)) {
            th scope="row" { (id) }
            td { code { (written(input)) } }
            td { (comment) }
            td .flags { (flags.join(", ")) }
            td .number { (differ) }
        }
    }
}

/// An input as it is read, at most as long as a list shows it.
pub(crate) fn written(input: &str) -> String {
    fit(&capital_input(input), SHOWN)
}
