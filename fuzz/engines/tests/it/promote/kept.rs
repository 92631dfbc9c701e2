//! What becomes of an artifact that fails.

use crate::program::program;
use crate::promote::artifact::{noisy, promote, witness};
use crate::promotion_folder::{FAULT, PromotionFolder, stdout};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[test]
fn an_artifact_becomes_a_vector_and_a_seed_and_a_second_time_nothing_changes() {
    let folder = PromotionFolder::new();
    let noisy = noisy(witness());
    let artifact = folder.artifact("crash-1", &noisy);
    let text = stdout(&promote(&folder, &[&artifact]).success());
    let seeds = folder.path("corpus/regressions/planted_fault");
    let names: Vec<_> = fs::read_dir(&seeds).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let [name] = names.as_slice() else { panic!("{names:?}") };
    let minimal = fs::read(seeds.join(name)).unwrap();
    assert!(minimal.len() <= witness().len(), "{minimal:02x?}");
    let id = format!("found/{}", name.to_str().unwrap());
    let vector = folder.vector(&id);
    assert_eq!(vector["bytes"], const_hex::encode(&minimal));
    assert_eq!(vector["found"]["by"], "planted_fault");
    assert_eq!(vector["found"]["bytes"], noisy.len());
    for shown in
        [&*id, "suite/found.json", "corpus/regressions/planted_fault/", "illformed run --suite suite --only"]
    {
        assert!(text.contains(shown), "{shown} is not in {text}");
    }
    folder.lint().success();
    folder.run("workshop", &["vectors", "fmt", "--check", "suite"]).success();

    let before = folder.files();
    let again = stdout(&promote(&folder, &[&artifact]).success());
    assert!(again.contains(&format!("already there as {id}")), "{again}");
    assert_eq!(folder.files(), before);
    // Another artifact of the same fault is a duplicate, and so are the bytes themselves.
    let other = folder.artifact("crash-2", &[&noisy[..], b"!"].concat());
    for duplicate in
        [&[&*other][..], &["--property", "planted_fault", "--bytes", &const_hex::encode(&minimal)]]
    {
        let refused = stdout(&promote(&folder, duplicate).code(5));
        assert!(refused.contains("duplicate: ") && refused.contains(&id), "{refused}");
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn whoever_was_ended_between_the_seed_and_the_vector_gets_the_vector_the_next_time() {
    let folder = PromotionFolder::new();
    let artifact = folder.artifact("crash-1", witness());
    promote(&folder, &[&artifact]).success();
    let whole = folder.files();
    // The seed is seen first.
    fs::remove_file(folder.path("suite/found.json")).unwrap();
    let is_seed = |path: &&PathBuf| path.is_file() && path.starts_with(folder.path("corpus/regressions"));
    let seed = whole.keys().find(is_seed).unwrap();
    let text = stdout(&promote(&folder, &[&artifact]).success());
    assert!(text.contains("a vector, no seed: it is there already"), "{text}");
    let after = folder.files();
    assert_eq!(after.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    assert_eq!(after[seed], whole[seed], "the seed was written anew");
    let id = format!("found/{}", seed.file_name().unwrap().to_str().unwrap());
    assert_eq!(folder.vector(&id)["found"]["by"], "planted_fault");
    // A file that is read-only stays as it is.
    let group = folder.path("suite/found.json");
    let mut permissions = fs::metadata(&group).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&group, permissions).unwrap();
    let refused = promote(&folder, &["--property", "planted_fault", "--bytes", "eda181"]);
    assert!(!refused.get_output().status.success());
    assert_eq!(folder.files(), after);
}

#[test]
fn the_new_vector_fails_the_faulty_decoder_by_name_and_passes_the_codec() {
    let folder = PromotionFolder::new();
    let artifact = folder.artifact("crash-1", &noisy(witness()));
    let record: Value =
        serde_json::from_str(&stdout(&promote(&folder, &[&artifact, "--format", "json"]).success()))
            .expect("it is JSON");
    let id = record[0]["id"].as_str().unwrap();
    let program = program("workshop");
    let own = ["--", &*program, "serve"];
    let decoder = format!("mutants/{FAULT}");
    let run = |more: &[&str]| folder.run("illformed", &[&["run", "--suite", "suite"], more].concat());
    // The cases that are derived from other vectors have the same error beside them.
    let failed = stdout(&run(&[&["--decoder", &*decoder, "--only", "*/*@-"][..], &own].concat()).code(1));
    assert!(failed.contains(id), "{failed}");
    assert!(
        failed.contains("1 vector") || !failed.contains("security/"),
        "no other vector of this suite sees it: {failed}"
    );
    run(&["--decoder", "codec/decoder-rfc3629"]).success();
}

#[test]
fn a_dry_run_says_it_all_and_writes_nothing() {
    let folder = PromotionFolder::new();
    let before = folder.files();
    let artifact = folder.artifact("crash-1", &noisy(witness()));
    let same = folder.artifact("crash-2", witness());
    let text = stdout(&promote(&folder, &["--dry-run", &artifact, &same]).code(5));
    assert!(text.contains("would be new") && text.contains("duplicate: "), "{text}");
    assert_eq!(folder.files(), before);
}

#[test]
fn names_and_comments_are_checked_and_taken_names_are_not_used() {
    let folder = PromotionFolder::new();
    let artifact = folder.artifact("crash-1", witness());
    for (arguments, code, why) in [
        (&["--name", "No Name"][..], 1, "is no id"),
        (&["--comment", "U+20AC in three bytes"], 1, "which is not in the input"),
        (&["--comment", "h\u{e4}"], 1, "printable ASCII"),
    ] {
        let refused = stdout(&promote(&folder, &[&[&*artifact], arguments].concat()).code(code));
        assert!(refused.contains(why), "{refused}");
    }
    let seeds = folder.path("corpus/regressions/planted_fault");
    fs::create_dir_all(&seeds).unwrap();
    fs::write(seeds.join("mine"), b"other bytes").unwrap();
    let refused = stdout(&promote(&folder, &[&*artifact, "--name", "found/mine"]).code(1));
    assert!(refused.contains("in use"), "{refused}");
    promote(&folder, &[&*artifact, "--name", "yours", "--comment", "the planted one"]).success();
    assert_eq!(folder.vector("found/yours")["comment"], "the planted one");
    assert_eq!(fs::read(seeds.join("mine")).unwrap(), b"other bytes");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_utf8_links_and_a_mebibyte_are_taken() {
    use std::os::unix::ffi::OsStrExt;
    let folder = PromotionFolder::new();
    let mut long = vec![b'x'; 1 << 20];
    let at = 700_001;
    long.splice(at..at + witness().len(), witness().iter().copied());
    folder.artifact("crash-1", &long);
    let artifacts = folder.path("artifacts/planted_fault");
    let odd = artifacts.join(std::ffi::OsStr::from_bytes(b"crash-\xFF"));
    std::os::unix::fs::symlink(artifacts.join("crash-1"), &odd).unwrap();
    let output = std::process::Command::new(program("engines"))
        .args(["promote", "--suite", "suite", "--corpus", "corpus"])
        .arg(&odd)
        .env("ILLFORMED_FAULT", FAULT)
        .current_dir(folder.root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = fs::read_to_string(folder.path("suite/found.json")).unwrap();
    assert!(file.contains("\"bytes\":1048576"), "{file}");
}
