//! Programs of this workspace that belong to another package than the test.

use std::env;
use std::path::PathBuf;

/// The built program `name`. `cargo test --workspace` builds all; a test of one package alone needs `cargo build
/// --workspace --bins` before.
pub(crate) fn program(name: &str) -> String {
    let test = env::current_exe().expect("a test has a file");
    let folder = test.ancestors().nth(2).expect("it lies in target/debug/deps");
    let program: PathBuf = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{}: run `cargo build --workspace --bins` first", program.display());
    program.display().to_string()
}
