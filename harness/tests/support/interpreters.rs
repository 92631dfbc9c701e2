//! Where Python lies.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// The PATH with the folder of the real Python first. A version manager puts a shim before it, which takes several times as
/// long to start as Python itself, and the tests start Python hundreds of times.
pub(crate) fn path_with_python() -> &'static OsStr {
    static PATH: LazyLock<OsString> = LazyLock::new(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let said = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let program = said.ok().and_then(|said| String::from_utf8(said.stdout).ok()).unwrap_or_default();
        let folder = PathBuf::from(program.trim()).parent().map(PathBuf::from);
        let folders = folder.filter(|folder| folder.is_absolute()).into_iter();
        env::join_paths(folders.chain(env::split_paths(&path))).unwrap_or(path)
    });
    &PATH
}
