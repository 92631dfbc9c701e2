//! What becomes of an artifact that fails.

use crate::program::program;
use crate::promote::artifact::{noisy, promote, seed_command, witness};
use crate::promotion_folder::{FAULT, PromotionFolder, stderr, stdout};
use snapbox::cmd::Command;
use std::fs;

#[test]
fn an_artifact_becomes_a_vector_and_a_seed_and_a_second_time_nothing_is_printed() {
    let folder = PromotionFolder::new();
    let before = folder.files();
    let noisy = noisy(witness());
    let artifact = folder.artifact("crash-1", &noisy);
    let promoted = promote(&folder, &[&artifact]).success();
    assert_eq!(folder.files(), before, "a promotion writes nothing");
    let vector = folder.keep(&promoted);
    let seeds = folder.path("corpus/regressions/planted_fault");
    let names: Vec<_> = fs::read_dir(&seeds).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let [name] = names.as_slice() else { panic!("{names:?}") };
    let minimal = fs::read(seeds.join(name)).unwrap();
    assert!(minimal.len() <= witness().len(), "{minimal:02x?}");
    let id = format!("found/{}", name.to_str().unwrap());
    assert_eq!(vector["id"], id);
    assert_eq!(vector["bytes"], const_hex::encode(&minimal));
    assert_eq!(vector["found"]["by"], "planted_fault");
    assert_eq!(vector["found"]["bytes"], noisy.len());
    folder.lint().success();

    // So do another artifact of the same fault, and the bytes themselves.
    let other = folder.artifact("crash-2", &[&noisy[..], b"!"].concat());
    for same in [
        &[&*artifact][..],
        &[&*other],
        &["--property", "planted_fault", "--bytes", &const_hex::encode(&minimal)],
    ] {
        let promoted = promote(&folder, same).success();
        let said = stderr(&promoted);
        for words in [&*format!("no new vector: {id} has this input"), "has these bytes"] {
            assert!(said.contains(words), "{words}: {said}");
        }
        assert!(stdout(&promoted).is_empty() && !said.contains("mkdir"), "{said}");
    }
}

#[test]
fn a_vector_that_is_there_does_not_stop_the_seed_and_no_other_seed_is_overwritten() {
    let folder = PromotionFolder::new();
    let artifact = folder.artifact("crash-1", witness());
    let promoted = promote(&folder, &[&artifact]).success();
    let name = "corpus/regressions/planted_fault/surrogate-ed-a0-80";
    assert!(seed_command(&promoted).ends_with(name));
    folder.insert(&stdout(&promoted));
    let promoted = promote(&folder, &[&artifact]).success();
    assert_eq!(stdout(&promoted), "");
    assert!(seed_command(&promoted).ends_with(name));
    fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
    fs::write(folder.path(name), b"other bytes").unwrap();
    let promoted = promote(&folder, &[&artifact]).success();
    assert!(seed_command(&promoted).contains("planted_fault/input-h"), "{}", stderr(&promoted));
}

#[test]
fn the_new_vector_fails_the_faulty_decoder_by_name_and_passes_the_codec() {
    let folder = PromotionFolder::new();
    let artifact = folder.artifact("crash-1", &noisy(witness()));
    let vector = folder.keep(&promote(&folder, &[&artifact]).success());
    let id = vector["id"].as_str().unwrap();
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
    let command =
        Command::new(program("engines")).args(["promote", "--suite", "suite", "--corpus", "corpus"]);
    let command = command.arg(&odd).env("ILLFORMED_FAULT", FAULT).current_dir(folder.root());
    let line = stdout(&command.assert().success());
    assert!(line.contains("\"bytes\":1048576"), "{line}");
}
