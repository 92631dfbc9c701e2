//! Adapters as POSIX shell text.

use illformed::ask::adapter::process::{Program, Registered};
use std::ffi::OsString;
use std::path::Path;

/// What all adapters share. `$1` is a folder that all processes of one adapter share; each writes its number there.
///
/// The decoder hands back the bytes that it is given, so that an answer to the wrong request shows. That is right for
/// well-formed bytes.
pub(crate) const PRELUDE: &str = include_str!("../adapters/prelude.sh");

/// The shell with `body` behind the [`PRELUDE`]. It is given the text and not a file: a file that was just written cannot
/// always be executed, since another thread may be starting a process that still has it open.
pub(crate) fn program(body: &str, folder: &Path) -> Program {
    let mut arguments: Vec<OsString> = ["-c", &format!("{PRELUDE}\n{body}"), "sh"].map(OsString::from).into();
    arguments.push(folder.into());
    Program::new("/bin/sh", arguments)
}

/// The adapter that is `body`, as if it came with illformed.
pub(crate) fn registered(file: &'static str, body: &str) -> Registered {
    let text = Box::leak(format!("{PRELUDE}\n{body}; greet; serve").into_boxed_str());
    let command = "/bin/sh {program} {folder}";
    Registered { name: "registered", file, text, needs: "", build: "", command, packages: "" }
}
