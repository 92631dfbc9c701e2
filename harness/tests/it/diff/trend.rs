//! Decoders over many reports.

use super::world::{World, assert_narrow, told};
use illformed::record::diff::TrendRecord;
use illformed::record::run_record::RunRecord;
use illformed::tell::report::json;
use std::fs;

/// Writes the report again as if its run had begun at that time.
fn at(path: &str, began_at: u64) {
    let text = fs::read_to_string(path).expect("the report was written");
    let record = RunRecord::from_json(path, &text).expect("it is a report");
    fs::write(path, json(&RunRecord { began_at, ..record })).expect("it can be written again");
}

/// Three versions of a decoder, in folders whose names are in another order than their times.
fn three_versions(world: &World) {
    let day = 86_400;
    for (name, version, decoder, days) in [
        ("c", "1.0", "strict,c080=accept,e08080=accept", 1),
        ("a", "1.1", "strict,e08080=accept-b", 2),
        ("b/deeper", "2.0", "strict,f0808080=accept,e08080=accept-b", 3),
    ] {
        at(&world.steered(name, version, &[decoder]), 1_700_000_000 + days * day);
    }
}

#[test]
fn reports_are_taken_in_the_order_of_their_runs() {
    let world = World::new();
    three_versions(&world);
    let folder = world.path("");
    let (code, text) = told(&["trend", folder.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
    assert_narrow(&text);
    let lines: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with("  2023-"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let judged = lines[0].split(' ').nth(3).unwrap().to_owned();
    let expected = [
        format!("2023-11-15 22:13 1.0 {judged} 2"),
        format!("2023-11-16 22:13 1.1 {judged} 1 1 0 1 0"),
        format!("2023-11-17 22:13 2.0 {judged} 2 0 1 0 0"),
    ];
    assert_eq!(lines, expected, "{text}");
}

#[test]
fn a_trend_in_json_names_the_reports_and_counts_every_change() {
    let world = World::new();
    three_versions(&world);
    let folder = world.path("");
    let folder = folder.to_str().unwrap();
    // A file that is named beside its folder is one report.
    let again = world.path("a/report.json");
    let (code, text) = told(&["trend", "--format", "json", folder, again.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
    let record: TrendRecord = serde_json::from_str(&text).expect("it is a record");
    assert_eq!((record.kind.as_str(), record.schema, record.reports.len()), ("illformed-trend", 1, 3));
    let [decoder] = &record.decoders[..] else { panic!("{text}") };
    assert_eq!(decoder.name, "steered/strict");
    let since: Vec<Option<usize>> = decoder.points.iter().map(|point| point.since).collect();
    assert_eq!(since, [None, Some(0), Some(1)]);
    let last = &decoder.points[2];
    assert_eq!((last.changes.regressed, last.changes.fixed, last.bad), (1, 0, 2));
    assert_eq!(last.changes.compared(), last.judged);
}

#[test]
fn a_decoder_that_was_away_is_compared_with_where_it_was_last() {
    let world = World::new();
    for (days, decoders) in [(1, &["one", "two"][..]), (2, &["one"]), (3, &["one", "two,c080=accept"])] {
        at(&world.steered(&days.to_string(), "1", decoders), days * 86_400);
    }
    let folder = world.path("");
    let words = ["trend", "--format", "json", "--decoder", "*/two", folder.to_str().unwrap()];
    let record: TrendRecord = serde_json::from_str(&told(&words).1).unwrap();
    let points = &record.decoders[0].points;
    assert_eq!(record.decoders.len(), 1);
    assert_eq!((points[1].report, points[1].since, points[1].changes.regressed), (2, Some(0), 1));
}
