//! What is no pair of reports.

use super::world::World;
use crate::typed::{Said, illformed, typed};

#[test]
fn a_file_that_is_no_report_is_refused_by_name() {
    let world = World::of("strict", "strict");
    let text = world.0.read("old/report.json");
    let (good, bad) = (world.report("new"), world.report("old"));
    let but = |from: &str, to: &str| text.replacen(from, to, 1);
    for (text, line) in [
        (but("\"version\": \"1\"", "\"version\": \"2\""), "not as it was written"),
        ("no JSON".to_owned(), "not a file of illformed"),
    ] {
        world.0.write("old/report.json", text);
        for files in [format!("{bad} {good}"), format!("{good} {bad}")] {
            typed(&format!("diff {files}")).refuses(&format!("old/report.json: {line}"));
        }
    }
    typed(&format!("diff gone.json {good}")).refuses("gone.json: ");
    std::fs::create_dir(world.0.path("empty")).unwrap();
    typed(&format!("diff {} {good}", world.0.at("empty"))).refuses("report.json: ");
}

#[test]
fn one_report_may_come_on_standard_input_or_by_its_folder() {
    let world = World::of("strict", "strict");
    let (good, text) = (world.report("old"), world.0.read("old/report.json"));
    for files in [format!("- {good}"), format!("{good} -")] {
        Said::of(illformed(&format!("diff {files}")).stdin(text.clone())).ends(0);
    }
    typed(&format!("diff {} {good}", world.0.at("old"))).ends(0);
}
