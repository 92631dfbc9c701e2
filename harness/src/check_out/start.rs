//! Starting a target as they start it, and listening to it.

use crate::adapter::OpenFailure;
use crate::adapter::command::{End, run_once};
use crate::adapter::process::{Program, Supervision};
use std::ffi::OsString;
use std::io::{self, Read, Seek};
use std::path::Path;

/// How much of what a target writes is read, in bytes: what counts comes first, and what it adds a line a run is short.
const MOST_OUTPUT: u64 = 16 << 20;

/// How it ended, and what it wrote to its standard error.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) end: End,
    pub(super) output: String,
}

/// Starts the target at `path` in the empty folder `folder`, where it leaves what it writes, and waits for its end, which it
/// has to come to within `supervision.answer_limit`. It knows nothing of where it was built: `OUT` is not set. Fails, in
/// words, if it cannot be started.
pub(super) fn start(
    path: &Path,
    arguments: Vec<OsString>,
    folder: &Path,
    supervision: &Supervision,
) -> Result<Started, String> {
    let failed = |error: io::Error| format!("cannot keep what it writes: {error}");
    // A file and no pipe: nobody has to read it while the target runs.
    let mut kept = tempfile::tempfile().map_err(failed)?;
    let stderr = kept.try_clone().map_err(failed)?;
    let program = Program { executable: path.into(), arguments };
    let configure = |command: &mut std::process::Command| {
        command.stderr(stderr).current_dir(folder).env_remove("OUT");
        command.env("LLVM_PROFILE_FILE", folder.join("profile"));
    };
    let ended = run_once(&program, b"", configure, supervision).map_err(|failure| match failure {
        OpenFailure::Absent(why) | OpenFailure::Broken(why) => why,
    })?;
    kept.rewind().map_err(failed)?;
    let mut output = Vec::new();
    kept.take(MOST_OUTPUT).read_to_end(&mut output).map_err(failed)?;
    Ok(Started { end: ended.end, output: String::from_utf8_lossy(&output).into_owned() })
}
