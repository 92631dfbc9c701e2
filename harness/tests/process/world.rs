//! The folder of one adapter, its session, and what is said of both.

use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How many inputs are asked; input `n` is the one byte `n`.
pub(crate) const INPUTS: u8 = 40;

/// The input that the adapters stumble over, `11` in hex.
pub(crate) const MARKED: usize = 0x11;

/// How many requests are unanswered when the marked one breaks the adapter: all of them fit the window.
pub(crate) const UNANSWERED: usize = INPUTS as usize - MARKED;

/// Longer than the test may take; nothing may ever wait this long.
pub(crate) const NEVER: Duration = Duration::from_mins(1);

/// What counts as at once: nobody waited for a limit.
pub(crate) const PROMPT: Duration = Duration::from_secs(20);

/// What all adapters share. `$1` is a folder of the test, in which they leave marks.
pub(crate) const PRELUDE: &str = r#"
introduce() {
    echo '{"adapter":"sh","protocol":1,"implementation":"sh","version":"1","decoders":1}'
    printf %s '{"decoder":"echo","api":"echo","kind":"strict","profile":"rfc3629","policy":"fatal",'
    echo '"out":"utf8","at":"none","bom":"keep","script":"none"}'
}
greet() {
    read -r hello && introduce
}
request() {
    read -r line || return 1
    seq=${line#*\"seq\":}
    seq=${seq%%,*}
    bytes=${line#*\"bytes\":\"}
    bytes=${bytes%\"*}
}
answer() {
    echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$bytes\"}"
}
serve() {
    while request; do
        if [ "$bytes" = 11 ]; then marked; else answer; fi
    done
}
# Whether this is the first time; the next time it is not.
first_time() {
    [ ! -e "$FOLDER/mark" ] && : > "$FOLDER/mark"
}
FOLDER=$1
"#;

/// An open session and the folder of its adapter.
pub(crate) struct World {
    pub(crate) session: Box<dyn Session>,
    pub(crate) folder: TempDir,
}

impl World {
    pub(crate) fn open(body: &str, supervision: Supervision) -> Self {
        let (session, folder) = try_open(body, supervision);
        Self { session: session.expect("the adapter introduces itself"), folder }
    }

    pub(crate) fn ask(&mut self) -> Vec<Response> {
        self.ask_all(&inputs())
    }

    /// Asks, and holds the promise of one response an input, in order.
    pub(crate) fn ask_all(&mut self, inputs: &[Input]) -> Vec<Response> {
        let mut responses = Vec::new();
        self.session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |number, response| {
            assert_eq!(number, responses.len(), "responses come in order");
            responses.push(response);
        });
        responses
    }

    /// Ends the session and leaves the folder.
    pub(crate) fn close(self) -> TempDir {
        self.folder
    }
}

pub(crate) fn try_open(
    body: &str,
    supervision: Supervision,
) -> (Result<Box<dyn Session>, OpenFailure>, TempDir) {
    let folder = TempDir::new().expect("a folder for the test");
    let mut arguments: Vec<OsString> = ["-c", &format!("{PRELUDE}\n{body}"), "sh"].map(OsString::from).into();
    arguments.push(folder.path().into());
    // The shell is given the text and not a file: a file that was just written cannot always be executed,
    // since another thread may be starting a process that still has it open.
    let program = Program { executable: "/bin/sh".into(), arguments };
    (ProcessAdapter::command(program, supervision).open(), folder)
}

/// What a fresh adapter makes of all inputs.
pub(crate) fn ask(body: &str, supervision: Supervision) -> Vec<Response> {
    World::open(body, supervision).ask()
}

/// Why it cannot be opened.
pub(crate) fn failure(body: &str, supervision: Supervision) -> OpenFailure {
    try_open(body, supervision).0.err().expect("the adapter is refused")
}

/// Limits that no loaded machine reaches.
pub(crate) fn patient() -> Supervision {
    let (hello_limit, answer_limit) = (Duration::from_secs(30), Duration::from_secs(30));
    Supervision { hello_limit, answer_limit, ..Supervision::default() }
}

/// An answer limit that is waited for; a shell answers a hundred times faster.
pub(crate) fn impatient() -> Supervision {
    Supervision { answer_limit: Duration::from_millis(500), ..patient() }
}

pub(crate) fn inputs() -> Vec<Input> {
    (0..INPUTS).map(|byte| Input::Bytes(vec![byte])).collect()
}

/// What the decoder answers to `input`.
pub(crate) fn echoed(input: &Input) -> Response {
    let Input::Bytes(bytes) = input else { panic!("there are no scripts here") };
    Observation::accept(Text::Utf8(bytes.clone())).into()
}

pub(crate) fn crashed(how: &str) -> Response {
    Response::Crashed(how.to_owned())
}

/// What the marked input gets when it did not break the adapter alone; it is the first of its window.
pub(crate) fn among(how: &str) -> Response {
    Response::CrashedAmong { how: how.to_owned(), before: 0, after: UNANSWERED - 1 }
}

pub(crate) fn broken(why: &str) -> OpenFailure {
    OpenFailure::Broken(why.to_owned())
}

pub(crate) fn not_asked(numbers: Range<usize>, why: &str) -> Vec<(usize, Response)> {
    numbers.map(|number| (number, Response::NotAsked(why.to_owned()))).collect()
}

/// All inputs were answered, but for `exceptions`.
#[track_caller]
pub(crate) fn assert_all_but(responses: &[Response], exceptions: &[(usize, Response)]) {
    assert_eq!(responses.len(), usize::from(INPUTS), "there is one response an input");
    for (number, (response, input)) in responses.iter().zip(inputs()).enumerate() {
        let exception = exceptions.iter().find(|(exception, _)| *exception == number);
        let expected = exception.map_or_else(|| echoed(&input), |(_, expected)| expected.clone());
        assert_eq!(*response, expected, "input {number}");
    }
}

#[track_caller]
pub(crate) fn assert_prompt(start: Instant) {
    assert!(start.elapsed() < PROMPT, "took {:?}", start.elapsed());
}

/// Every process whose number is in the file `pids` is gone.
#[track_caller]
pub(crate) fn assert_nothing_is_left(folder: &TempDir) {
    let pids = fs::read_to_string(folder.path().join("pids")).expect("the adapter wrote its process numbers");
    assert!(!pids.is_empty());
    for pid in pids.lines() {
        eventually(&format!("the end of process {pid}"), || !is_alive(pid));
    }
}

/// Whether a process runs; one that ended and was not waited for by its new parent does not.
pub(crate) fn is_alive(pid: &str) -> bool {
    let state = if Path::new("/proc/self/stat").exists() {
        // The state is the word behind the name, which stands in parentheses and may contain anything.
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    } else {
        let output =
            Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("`ps` can be started");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}

/// Waits for what another thread or the system brings about in its own time.
#[track_caller]
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PROMPT, "{what} does not come");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A user who interrupts everything once something is so.
pub(crate) fn interrupt_when(
    interrupted: Arc<AtomicBool>,
    is_so: impl FnMut() -> bool + Send + 'static,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        eventually("what the user waits for", is_so);
        interrupted.store(true, Ordering::Relaxed);
    })
}
