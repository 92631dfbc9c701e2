//! What a release and the pages are made with: addresses, packages and workflows.

use super::runner::root;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use yaml_rust2::YamlLoader;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of `key` in the `[workspace.package]` of Cargo.toml.
fn field(key: &str) -> String {
    let text = read("Cargo.toml");
    let table = text.split("[workspace.package]").nth(1).and_then(|rest| rest.split("\n[").next());
    let line =
        table.into_iter().flat_map(str::lines).find_map(|line| line.strip_prefix(&format!("{key} = \"")));
    line.unwrap_or_else(|| panic!("no {key}")).trim_end_matches('"').to_owned()
}

const PUBLISHED: [(&str, &str); 5] = [
    ("codec", "illformed-codec"),
    ("vectors", "illformed-vectors"),
    ("harness/judge", "illformed-judge"),
    ("harness/inputs", "illformed-inputs"),
    ("harness", "illformed"),
];

#[test]
fn every_published_package_says_where_it_is_at_home_and_the_address_stands_in_one_place() {
    let repository = field("repository");
    let (owner, name) = repository.trim_start_matches("https://github.com/").split_once('/').unwrap();
    assert_eq!(name, "illformed");
    assert_eq!(field("homepage"), repository);
    assert_eq!(field("documentation"), format!("https://{owner}.github.io/{name}"));
    for (folder, package) in PUBLISHED {
        let text = read(&format!("{folder}/Cargo.toml"));
        assert!(text.contains(&format!("name = \"{package}\"\n")), "{folder}");
        for line in
            ["version.workspace", "license", "repository.workspace", "homepage.workspace", "documentation"]
        {
            assert!(text.lines().any(|found| found.starts_with(line)), "{package}: {line}");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(
                read(&format!("{folder}/{licence}")),
                read(licence),
                "{package} has the text of its licence"
            );
        }
        for list in ["keywords = [", "categories = ["] {
            assert!(text.contains(list), "{package}: {list}");
        }
        assert!(!text.contains("github.com/"), "{package}: the address is in the workspace");
    }
    // Where others copy it from.
    let example = format!("uses: {owner}/{name}/.github/actions/illformed@COMMIT");
    assert!(read("harness/ci/README.md").contains(&example), "{example}");
    for path in [
        "README.md",
        "harness/docs/releasing.md",
        ".github/workflows/release.yml",
        ".github/workflows/pages.yml",
    ] {
        let text = read(path);
        let addresses = text.match_indices("github.com/").map(|(at, _)| &text[at..]);
        for address in addresses {
            assert!(address.starts_with(&format!("github.com/{owner}/{name}")), "{path}: {}", &address[..40]);
        }
    }
}

#[test]
fn the_release_publishes_every_package_after_those_that_it_uses() {
    let script = read(".ci/release");
    let listed =
        script.split("packages=(").nth(1).and_then(|rest| rest.split(')').next()).unwrap_or_default();
    let listed: Vec<&str> = listed.split_whitespace().collect();
    assert_eq!(listed, PUBLISHED.map(|(_, package)| package));
    for (place, (folder, package)) in PUBLISHED.iter().enumerate() {
        let text = read(&format!("{folder}/Cargo.toml"));
        let dependencies = text.split("\n[dependencies]\n").nth(1).unwrap_or_default().split("\n[").next();
        for (later, (_, other)) in PUBLISHED.iter().enumerate() {
            let uses =
                dependencies.unwrap_or_default().lines().any(|line| line.starts_with(&format!("{other}.")));
            assert!(!uses || later < place, "{package} uses {other}");
        }
    }
}

#[test]
fn the_workflows_of_releases_and_pages_call_parts_that_there_are_and_pin_what_they_use() {
    let known: BTreeSet<String> = ["ci.yml", "nightly.yml"].iter().flat_map(|name| pins(name)).collect();
    let action = read(".github/actions/illformed/action.yml");
    for name in ["release.yml", "pages.yml"] {
        let workflow =
            YamlLoader::load_from_str(&read(&format!(".github/workflows/{name}"))).unwrap().remove(0);
        assert_eq!(workflow["permissions"]["contents"].as_str(), Some("read"), "{name}");
        for pin in pins(name) {
            assert!(known.contains(&pin) || action.contains(&pin), "{name}: {pin} is used nowhere else");
        }
        for (_, job) in workflow["jobs"].as_hash().unwrap() {
            assert!(job["timeout-minutes"].as_i64().is_some(), "{name}");
            for script in job["steps"].as_vec().unwrap().iter().filter_map(|step| step["run"].as_str()) {
                assert!(!script.contains("${{"), "{name}: {script}");
                let checked =
                    Command::new("bash").args(["-n", "-c", script]).status().expect("bash is there");
                assert!(checked.success(), "{name}: {script}");
                for part in ["release", "pages"] {
                    for call in script.split(&format!(".ci/{part} ")).skip(1) {
                        let word = call.split_whitespace().next().unwrap_or_default();
                        let function = format!("\n{word}() {{");
                        assert!(read(&format!(".ci/{part}")).contains(&function), "{name}: {word}");
                    }
                }
            }
        }
    }
}

/// The actions of others that the workflow `name` uses, each with its commit.
fn pins(name: &str) -> Vec<String> {
    let text = read(&format!(".github/workflows/{name}"));
    let uses = text.lines().filter_map(|line| line.trim_start().strip_prefix("- uses: "));
    uses.filter(|used| !used.starts_with("./")).map(str::to_owned).collect()
}
