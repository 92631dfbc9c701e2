//! The guide to the causes.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::file;

#[test]
fn the_guide_to_the_causes_is_current() {
    Command::new(cargo_bin!("workshop"))
        .arg("causes")
        .assert()
        .success()
        .stdout_eq(file!["../../../docs/causes.md"].raw());
}
