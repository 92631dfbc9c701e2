//! Encoders, detectors and readers of labels: how many, how they did, and what they got wrong.

use crate::record::run_record::{PeerRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::terminal::counted;
use illformed_judge::shown::{escape_controls, fit};
use std::fmt::Write;

/// How many findings of each are shown.
const SHOWN: usize = 3;

/// The lines of the section, or nothing when none was asked.
pub(crate) fn kinds(record: &RunRecord, style: Style) -> String {
    let mut text = String::new();
    for (kind, name) in [("encode", "Encoders"), ("detect", "Detectors"), ("label", "Labels")] {
        let peers: Vec<&PeerRecord> = record.kinds.iter().filter(|peer| peer.kind == kind).collect();
        if peers.is_empty() {
            continue;
        }
        let failed: usize = peers.iter().map(|peer| peer.findings.len()).sum();
        let passed: usize = peers.iter().map(|peer| peer.passed).sum();
        let replies = counted(passed + failed, "reply").replace("replys", "replies");
        let (asked, line) = (peers.len(), format!("{passed} as expected, {failed} not."));
        let _ = writeln!(text, "{name}: {asked} asked, {replies}, {line}");
        for peer in peers {
            text.push_str(&failures(peer, style));
        }
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

fn failures(peer: &PeerRecord, style: Style) -> String {
    let mut text = String::new();
    for finding in peer.findings.iter().take(SHOWN) {
        let what = fit(&escape_controls(&format!("{}: {}", finding.vector, finding.detail)), 74);
        let _ = writeln!(text, "  {} {}\n    {what}", style.bad("FAIL"), escape_controls(&peer.name));
    }
    if peer.findings.len() > SHOWN {
        let _ = writeln!(text, "    and {} more of it", peer.findings.len() - SHOWN);
    }
    text
}
