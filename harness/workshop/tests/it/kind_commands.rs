//! Files of encode, detect and label vectors on the command line.

use illformed_vectors::Kinds;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use tempfile::TempDir;

fn run(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("workshop")).args(arguments).assert()
}

fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("output is UTF-8")
}

#[test]
fn a_file_is_written_in_its_form_and_checked_as_a_folder_is() {
    let folder = TempDir::new().unwrap();
    for (name, text) in Kinds::embedded_sources() {
        let path = folder.path().join(name);
        let file = path.to_str().unwrap();
        fs::write(&path, text.replacen("\",\"comment\"", "\", \"comment\"", 1)).unwrap();
        run(&["vectors", "fmt", "--check", file]).code(1);
        run(&["vectors", "fmt", file]).success();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        run(&["vectors", "fmt", "--check", file]).success().stdout_eq("");
        run(&["vectors", "lint", file]).success();
    }
    let path = folder.path().join("label.json");
    let wrong = fs::read_to_string(&path).unwrap().replacen("\"rfc\":null", "\"rfc\":\"utf-8\"", 1);
    fs::write(&path, wrong).unwrap();
    let text = stdout(&run(&["vectors", "lint", path.to_str().unwrap()]).code(1));
    assert!(text.contains("label/utf8: the codec says None"), "{text}");
    let findings = text.lines().count() - 1;
    let vectors = Kinds::embedded().label.vectors().count();
    let sum = format!("\n{findings} findings in {vectors} vectors of other kinds\n");
    assert!(findings > 0 && text.ends_with(&sum), "{text}");
}
