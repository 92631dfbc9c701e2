//! What the action declares, and the workflows that use it.

use super::runner::root;
use std::collections::BTreeSet;
use std::fs;
use yaml_rust2::{Yaml, YamlLoader};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn yaml(text: &str) -> Yaml {
    YamlLoader::load_from_str(text).unwrap_or_else(|error| panic!("{error}: {text}")).remove(0)
}

fn keys(yaml: &Yaml) -> BTreeSet<&str> {
    yaml.as_hash().into_iter().flatten().filter_map(|(key, _)| key.as_str()).collect()
}

fn action() -> Yaml {
    yaml(&read(".github/actions/illformed/action.yml"))
}

fn steps(yaml: &Yaml) -> Vec<&Yaml> {
    yaml["steps"].as_vec().into_iter().flatten().collect()
}

/// The words that follow `before` in `text`, as far as a name goes.
fn named<'text>(text: &'text str, before: &str) -> BTreeSet<&'text str> {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
    text.split(before).skip(1).map(|rest| rest.split(ends).next().unwrap_or_default()).collect()
}

#[test]
fn no_expression_stands_within_a_script() {
    let action = action();
    let mut scripts = 0;
    for step in steps(&action["runs"]) {
        let Some(script) = step["run"].as_str() else { continue };
        assert!(!script.contains("${{"), "{script}");
        assert_eq!(step["shell"].as_str(), Some("bash"));
        scripts += 1;
    }
    assert_eq!(scripts, 4);
    assert!(!read(".github/actions/illformed/run.sh").contains("${{"));
    for (name, workflow) in documented() {
        for (_, job) in workflow["jobs"].as_hash().into_iter().flatten() {
            for script in steps(job).iter().filter_map(|step| step["run"].as_str()) {
                assert!(!script.contains("${{"), "{name}: {script}");
            }
        }
    }
}

#[test]
fn the_script_has_nothing_that_bash_3_2_lacks() {
    let script = read(".github/actions/illformed/run.sh");
    let code: Vec<&str> = script.lines().filter(|line| !line.starts_with('#')).collect();
    for newer in ["local -n", "declare -A", "mapfile", "readarray", ",,}", "^^}", "@Q}", "&>>", "|&"] {
        assert!(!code.iter().any(|line| line.contains(newer)), "{newer}");
    }
    // An array without elements is not set there.
    for name in ["split", "source"] {
        let whole = format!("\"${{{name}[@]}}\"");
        for line in code.iter().filter(|line| line.contains(&whole)) {
            let is_guarded = line.contains(&format!("${{{name}[@]+{whole}}}")) || line.contains("-eq 0 ]");
            assert!(is_guarded, "{line}");
        }
    }
}

#[test]
fn every_input_is_used_and_what_the_script_reads_is_set() {
    let action = action();
    let text = read(".github/actions/illformed/action.yml");
    let script = read(".github/actions/illformed/run.sh");
    assert_eq!(keys(&action["inputs"]), named(&text, "inputs."), "declared and used");
    let mut set = BTreeSet::new();
    for step in steps(&action["runs"]) {
        set.extend(keys(&step["env"]));
    }
    let read: BTreeSet<String> =
        named(&script, "${ILLFORMED_").iter().map(|name| format!("ILLFORMED_{name}")).collect();
    assert_eq!(set, read.iter().map(String::as_str).collect());
    let outputs = named(&script, "\n    output ");
    for step in ["choose", "install", "run"] {
        let used = named(&text, &format!("steps.{step}.outputs."));
        assert!(!used.is_empty() && used.is_subset(&outputs), "{step}: {used:?}, {outputs:?}");
    }
    assert!(keys(&action["outputs"]).is_subset(&outputs));
}

#[test]
fn every_action_of_others_stands_still_and_may_fail_without_failing_the_job() {
    let action = action();
    let others: Vec<&Yaml> =
        steps(&action["runs"]).into_iter().filter(|step| step["uses"].as_str().is_some()).collect();
    assert_eq!(others.len(), 4);
    for step in others {
        let (_, version) = step["uses"].as_str().and_then(|uses| uses.split_once('@')).expect("a version");
        assert!(version.len() == 40 && version.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
        assert_eq!(step["continue-on-error"].as_bool(), Some(true));
        assert!(step["if"].as_str().is_some_and(|condition| condition.contains("steps.run.outputs.")
            || condition.contains("steps.choose.outputs.")));
    }
    let text = read(".github/actions/illformed/action.yml");
    assert!(!text.contains("secrets.") && !text.contains("github.token"), "forks have none");
}

/// The workflows of the README of the kit.
fn documented() -> Vec<(String, Yaml)> {
    let text = read("harness/ci/README.md");
    let blocks = text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let workflows: Vec<Yaml> = blocks.map(yaml).collect();
    assert_eq!(workflows.len(), 2);
    workflows.into_iter().map(|one| (one["name"].as_str().unwrap_or_default().to_owned(), one)).collect()
}

#[test]
fn the_documented_workflows_have_least_permissions_and_inputs_that_exist() {
    let action = action();
    let inputs = keys(&action["inputs"]);
    for (name, workflow) in documented() {
        assert_eq!(keys(&workflow["permissions"]), BTreeSet::from(["contents"]), "{name}");
        assert_eq!(workflow["permissions"]["contents"].as_str(), Some("read"), "{name}");
        for (_, job) in workflow["jobs"].as_hash().expect("it has jobs") {
            assert!(job["timeout-minutes"].as_i64().is_some(), "{name}");
            let granted = keys(&job["permissions"]);
            assert!(
                granted.is_subset(&BTreeSet::from(["contents", "security-events"])),
                "{name}: {granted:?}"
            );
            for step in steps(job) {
                let Some(uses) = step["uses"].as_str() else { continue };
                let (who, version) = uses.split_once('@').expect("a version");
                assert!(version.len() == 40 || version == "COMMIT", "{uses}");
                if who.ends_with(".github/actions/illformed") {
                    assert!(keys(&step["with"]).is_subset(&inputs), "{uses}");
                }
            }
        }
    }
    let text = read("harness/ci/README.md");
    let described = named(&text, "| `").into_iter().chain(named(&text, "`, `")).collect();
    assert!(inputs.is_subset(&described), "{:?}", inputs.difference(&described));
}

#[test]
fn our_own_workflow_uses_it_as_others_do() {
    let workflow = yaml(&read(".github/workflows/ci.yml"));
    let action = action();
    let own: Vec<&Yaml> = steps(&workflow["jobs"]["action"])
        .into_iter()
        .filter(|step| step["uses"].as_str() == Some("./.github/actions/illformed"))
        .collect();
    assert_eq!(own.len(), 1);
    assert!(keys(&own[0]["with"]).is_subset(&keys(&action["inputs"])));
    let program = own[0]["with"]["adapter-program"].as_str().and_then(|words| words.split(' ').nth(1));
    assert!(program.is_some_and(|file| root().join(file).is_file()), "{program:?}");
}
