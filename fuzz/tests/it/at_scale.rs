//! What OSS-Fuzz, ClusterFuzzLite and GitHub read of this repository, held as far as it can be held without them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use yaml_rust2::{Yaml, YamlLoader};

/// The inputs of their two actions, at the version that the workflows name.
const BUILD_INPUTS: [&str; 11] = [
    "allowed-broken-targets-percentage",
    "bad-build-check",
    "dry-run",
    "github-token",
    "language",
    "project-src-path",
    "sanitizer",
    "storage-repo",
    "storage-repo-branch",
    "storage-repo-branch-coverage",
    "upload-build",
];
const RUN_INPUTS: [&str; 13] = [
    "dry-run",
    "fuzz-seconds",
    "github-token",
    "language",
    "minimize-crashes",
    "mode",
    "output-sarif",
    "parallel-fuzzing",
    "report-unreproducible-crashes",
    "sanitizer",
    "storage-repo",
    "storage-repo-branch",
    "storage-repo-branch-coverage",
];
const CACHE_INPUTS: [&str; 2] = ["key", "path"];
const CHECKOUT_INPUTS: [&str; 2] = ["fetch-depth", "persist-credentials"];
const UPLOAD_INPUTS: [&str; 3] = ["if-no-files-found", "name", "path"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn yaml(path: &str) -> Yaml {
    let mut documents =
        YamlLoader::load_from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(documents.len(), 1, "{path}");
    documents.remove(0)
}

/// The keys of a mapping and their values.
fn entries(yaml: &Yaml) -> impl Iterator<Item = (&str, &Yaml)> {
    yaml.as_hash().into_iter().flatten().map(|(key, value)| (key.as_str().unwrap_or_default(), value))
}

fn workflows() -> Vec<(String, Yaml)> {
    let files = fs::read_dir(root().join(".github/workflows")).expect("the folder is there");
    let names = files.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned());
    let paths = names.map(|name| format!(".github/workflows/{name}"));
    paths.map(|path| (path.clone(), yaml(&path))).collect()
}

/// The steps of all jobs of a workflow.
fn steps(workflow: &Yaml) -> Vec<&Yaml> {
    entries(&workflow["jobs"]).flat_map(|(_, job)| job["steps"].as_vec().into_iter().flatten()).collect()
}

/// What is wrong with a step, in words.
fn fault(step: &Yaml) -> Option<String> {
    let Some(action) = step["uses"].as_str() else {
        let run = step["run"].as_str()?;
        let script = run.split(' ').next().filter(|word| word.contains('/'))?;
        return (!root().join(script).is_file()).then(|| format!("{script} is not there"));
    };
    let (name, version) = action.split_once('@')?;
    if version.len() != 40 || !version.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(format!("{name} is at {version}, which somebody can move"));
    }
    let known: &[&str] = match name {
        "actions/cache" => &CACHE_INPUTS,
        "actions/checkout" => &CHECKOUT_INPUTS,
        "actions/upload-artifact" => &UPLOAD_INPUTS,
        "google/clusterfuzzlite/actions/build_fuzzers" => &BUILD_INPUTS,
        "google/clusterfuzzlite/actions/run_fuzzers" => &RUN_INPUTS,
        _ => return Some(format!("nobody knows {name}")),
    };
    let unknown = entries(&step["with"]).find(|(input, _)| !known.contains(input));
    unknown.map(|(input, _)| format!("{name} has no input {input}"))
}

#[test]
fn every_workflow_reads_only_and_stops_by_itself() {
    for (path, workflow) in workflows() {
        let written: Vec<_> =
            entries(&workflow["permissions"]).filter(|(_, may)| may.as_str() != Some("read")).collect();
        assert!(workflow["permissions"]["contents"].as_str() == Some("read") && written.is_empty(), "{path}");
        assert!(workflow["concurrency"]["group"].as_str().is_some(), "{path}");
        assert!(entries(&workflow["on"]).count() > 0, "{path}");
        for (name, job) in entries(&workflow["jobs"]) {
            assert!(job["timeout-minutes"].as_i64().is_some_and(|minutes| minutes <= 120), "{path}: {name}");
            assert!(
                job["runs-on"].as_str().is_some_and(|machine| !machine.ends_with("-latest")),
                "{path}: {name}"
            );
        }
    }
}

#[test]
fn every_step_names_a_version_that_stands_still_known_inputs_and_scripts_that_are_there() {
    for (path, workflow) in workflows() {
        let steps = steps(&workflow);
        assert!(!steps.is_empty(), "{path}");
        for step in steps {
            assert_eq!(fault(step), None, "{path}");
        }
    }
}

#[test]
fn a_planted_mistake_in_a_step_is_found() {
    for (step, expected) in [
        ("uses: actions/checkout@v5", "actions/checkout is at v5, which somebody can move"),
        ("run: .ci/gone now", ".ci/gone is not there"),
        (
            "{uses: actions/checkout@0123456789012345678901234567890123456789, with: {depth: 0}}",
            "actions/checkout has no input depth",
        ),
    ] {
        let step = YamlLoader::load_from_str(step).unwrap().remove(0);
        assert_eq!(fault(&step).as_deref(), Some(expected));
    }
}

#[test]
fn clusterfuzzlite_searches_pull_requests_and_batches_and_prunes_and_covers() {
    let workflows = workflows();
    let all: Vec<&Yaml> = workflows.iter().flat_map(|(_, workflow)| steps(workflow)).collect();
    let theirs = |action: &'static str| {
        let uses = move |step: &&&Yaml| step["uses"].as_str().is_some_and(|uses| uses.contains(action));
        all.iter().filter(uses).copied().collect::<Vec<_>>()
    };
    let modes: BTreeSet<_> =
        theirs("run_fuzzers").iter().filter_map(|step| step["with"]["mode"].as_str()).collect();
    assert_eq!(modes, BTreeSet::from(["batch", "code-change", "coverage", "prune"]));
    for step in theirs("google/clusterfuzzlite") {
        let with = &step["with"];
        assert_eq!(with["language"].as_str(), Some("rust"));
        let expected = if with["mode"].as_str() == Some("coverage") { "coverage" } else { "address" };
        if step["uses"].as_str().unwrap().contains("run_fuzzers") {
            assert_eq!(with["sanitizer"].as_str(), Some(expected));
        }
    }
    // A search of a pull request asks the build of the main branch whether a crash is new.
    let kept = |(_, workflow): &&(String, Yaml)| {
        workflow["on"]["push"]["branches"][0].as_str() == Some("main")
            && steps(workflow).iter().any(|step| step["with"]["upload-build"].as_bool() == Some(true))
    };
    assert_eq!(workflows.iter().filter(kept).count(), 1);
    // A search takes a build of the same job, and of the same sanitizer.
    for (path, workflow) in &workflows {
        for (name, job) in entries(&workflow["jobs"]) {
            let sanitizers: BTreeSet<_> = job["steps"]
                .as_vec()
                .into_iter()
                .flatten()
                .filter_map(|step| step["with"]["sanitizer"].as_str())
                .collect();
            assert!(sanitizers.len() <= 1, "{path}: {name} has {sanitizers:?}");
        }
    }
}

#[test]
fn both_projects_are_rust_and_built_by_the_one_script() {
    assert_eq!(yaml(".clusterfuzzlite/project.yaml")["language"].as_str(), Some("rust"));
    let project = yaml("fuzz/oss-fuzz/project.yaml");
    assert_eq!(project["language"].as_str(), Some("rust"));
    let only = |key: &str| project[key].as_vec().unwrap().iter().filter_map(Yaml::as_str).collect::<Vec<_>>();
    assert_eq!((only("sanitizers"), only("fuzzing_engines")), (vec!["address"], vec!["libfuzzer"]));
    assert!(
        text("fuzz/oss-fuzz/build.sh").contains("exec bash \"$SRC/illformed/.clusterfuzzlite/build.sh\"")
    );
    // Their check of a pull request looks for the address in each of these.
    for file in ["Dockerfile", "build.sh", "project.yaml"] {
        assert!(
            text(&format!("fuzz/oss-fuzz/{file}")).contains("http://www.apache.org/licenses/LICENSE-2.0"),
            "{file}"
        );
    }
    for dockerfile in [".clusterfuzzlite/Dockerfile", "fuzz/oss-fuzz/Dockerfile"] {
        let text = text(dockerfile);
        assert!(text.contains("FROM gcr.io/oss-fuzz-base/base-builder-rust\n"), "{dockerfile}");
        assert!(text.contains("WORKDIR $SRC/illformed\n"), "{dockerfile}");
        let copied = text.lines().rfind(|line| line.starts_with("COPY ")).unwrap();
        assert!(copied.ends_with("build.sh $SRC/"), "{dockerfile}");
    }
}

#[cfg(unix)]
#[test]
fn the_build_script_refuses_what_it_cannot_build_before_any_work() {
    for (variable, value) in
        [("SANITIZER", "memory"), ("FUZZING_ENGINE", "afl"), ("ARCHITECTURE", "i386"), ("SRC", "/nowhere")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut script = root().join(".clusterfuzzlite/build.sh");
        if variable == "SRC" {
            // A copy beside no sources.
            fs::create_dir(folder.path().join("deeper")).unwrap();
            script = folder.path().join("deeper/build.sh");
            fs::copy(root().join(".clusterfuzzlite/build.sh"), &script).unwrap();
        }
        let out = folder.path().join("out");
        let mut command = std::process::Command::new("bash");
        for unset in ["SANITIZER", "FUZZING_ENGINE", "ARCHITECTURE", "SRC"] {
            command.env_remove(unset);
        }
        let output = command.arg(script).env("OUT", &out).env(variable, value).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{variable}: {complaint}");
        assert!(complaint.starts_with("build.sh: ") && complaint.contains(value), "{complaint}");
        assert!(!out.exists(), "{variable}");
    }
}
