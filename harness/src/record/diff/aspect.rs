//! Other differences of two reports, which may explain a change.

use crate::record::run_record::{AdapterNote, DecoderRecord, RunRecord};
use illformed_judge::named_enum;
use serde::{Deserialize, Serialize};

named_enum! {
    /// In what respect.
    pub enum Aspect {
        /// The old report was made after the new one.
        Order = "order",
        /// The version of illformed.
        Tool = "tool",
        /// The suite's name or its digest.
        Suite = "suite",
        /// Some vectors have the same id and another input.
        Inputs = "inputs",
        Selection = "selection",
        /// Operating system, architecture, locale.
        Platform = "platform",
        /// Whether everything was asked; an interrupted run did not.
        Complete = "complete",
        /// Who wrote the decoder.
        Implementation = "implementation",
        Version = "version",
        Api = "api",
        /// What it promises, and so what it is judged by.
        Claim = "claim",
        /// The command that brought its adapter in.
        Command = "command",
        /// That its adapter was not there, or could not be judged.
        Adapter = "adapter",
    }
}

/// Something that is not the same in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// In what respect.
    pub aspect: Aspect,
    /// What the old report says.
    pub old: String,
    pub new: String,
}

fn differing(pairs: Vec<(Aspect, String, String)>) -> Vec<Difference> {
    let differ = pairs.into_iter().filter(|(_, old, new)| old != new);
    differ.map(|(aspect, old, new)| Difference { aspect, old, new }).collect()
}

/// What differs of the runs as a whole. `other_inputs` vectors have the same id and another input.
pub(super) fn of_runs(old: &RunRecord, new: &RunRecord, other_inputs: usize) -> Vec<Difference> {
    let tool = |record: &RunRecord| format!("{} {}", record.tool.name, record.tool.version);
    let suite = |record: &RunRecord| format!("{} {}", record.suite.name, record.suite.digest);
    let selection = |record: &RunRecord| match record.selection.as_slice() {
        [] => "everything".to_owned(),
        words => words.join(" "),
    };
    let platform = |record: &RunRecord| {
        format!("{} {} {}", record.platform.os, record.platform.arch, record.platform.locale)
    };
    let complete =
        |record: &RunRecord| if record.footer.complete { "complete" } else { "interrupted" }.to_owned();
    let mut pairs = vec![
        (Aspect::Tool, tool(old), tool(new)),
        (Aspect::Suite, suite(old), suite(new)),
        (Aspect::Selection, selection(old), selection(new)),
        (Aspect::Platform, platform(old), platform(new)),
        (Aspect::Complete, complete(old), complete(new)),
    ];
    if !old.footer.complete && !new.footer.complete {
        pairs.push((Aspect::Complete, "interrupted".to_owned(), "interrupted too".to_owned()));
    }
    if old.began_at > new.began_at {
        pairs.push((Aspect::Order, "the later one".to_owned(), "the earlier one".to_owned()));
    }
    if other_inputs > 0 {
        let other = format!("other bytes under the ids of {other_inputs}");
        pairs.push((Aspect::Inputs, "bytes".to_owned(), other));
    }
    differing(pairs)
}

/// What differs of a decoder that both have.
pub(super) fn of_decoders(old: &DecoderRecord, new: &DecoderRecord) -> Vec<Difference> {
    let (claim, new_claim) = differing_keys(old, new);
    differing(vec![
        (Aspect::Implementation, old.implementation.clone(), new.implementation.clone()),
        (Aspect::Version, old.version.clone(), new.version.clone()),
        (Aspect::Api, old.api.clone(), new.api.clone()),
        (Aspect::Claim, claim, new_claim),
        (Aspect::Command, old.command.join(" "), new.command.join(" ")),
    ])
}

/// Why a decoder of `adapter` may be missing from `record`: what that says of the adapter.
pub(super) fn of_missing(adapter: &str, record: &RunRecord, in_old: bool) -> Vec<Difference> {
    let of_it = |notes: &[AdapterNote], word: &str| -> Vec<Difference> {
        let notes = notes.iter().filter(|note| note.adapter == adapter);
        let said = notes.map(|note| format!("{word}: {}", note.why));
        let there = || "there".to_owned();
        let difference = |said: String| {
            let (old, new) = if in_old { (said, there()) } else { (there(), said) };
            Difference { aspect: Aspect::Adapter, old, new }
        };
        said.map(difference).collect()
    };
    [of_it(&record.absent, "absent"), of_it(&record.broken, "broken")].concat()
}

/// The keys of both claims that are not the same, as `at=none out=utf32`.
fn differing_keys(old: &DecoderRecord, new: &DecoderRecord) -> (String, String) {
    let keys = |decoder: &DecoderRecord| match serde_json::json!(decoder.claim) {
        serde_json::Value::Object(keys) => keys,
        _ => serde_json::Map::new(),
    };
    let (old, new) = (keys(old), keys(new));
    let words = |these: &serde_json::Map<String, serde_json::Value>,
                 others: &serde_json::Map<String, serde_json::Value>| {
        let differ = these.iter().chain(others.iter().filter(|(key, _)| !these.contains_key(*key)));
        let differ = differ.filter(|(key, _)| these.get(*key) != others.get(*key));
        let word = |key: &String| match these.get(key) {
            None => format!("{key}=-"),
            Some(serde_json::Value::String(text)) => format!("{key}={text}"),
            Some(value) => format!("{key}={value}"),
        };
        let mut words: Vec<String> = differ.map(|(key, _)| word(key)).collect();
        words.sort();
        words.join(" ")
    };
    (words(&old, &new), words(&new, &old))
}
