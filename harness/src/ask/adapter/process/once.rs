//! A program run once, from its start to its end.

use crate::ask::adapter::process::broken::{Break, BrokenLine};
use crate::ask::adapter::process::conversation::AFTER_CLOSE;
use crate::ask::adapter::process::pipes::{Stderr, Writer};
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::rule::Rule;
use crate::ask::adapter::process::supervised::spawn_piped;
use crate::ask::protocol::LineError;
use std::io::Read;
use std::process::ExitStatus;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

/// How `program` ends, with `input` on its standard input, and what it writes to its standard output, within
/// `supervision.answer_limit`. Its standard error goes to `stderr`, or nowhere. Its group is gone when this returns.
pub(crate) fn run_once(
    program: &Program,
    input: &[u8],
    stderr: Option<&Stderr>,
    supervision: &Supervision,
) -> Result<(ExitStatus, Vec<u8>), Break> {
    let (began, limit, max_bytes) = (Instant::now(), supervision.answer_limit, supervision.max_line_bytes);
    let (mut child, stdin, stdout) = spawn_piped(program, supervision, stderr)?;
    // It may end without having read everything; then its exit code is the answer all the same.
    Writer::start(stdin).send(input);
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        // What came before an error is what it wrote.
        let _ = stdout.take(max_bytes as u64 + 1).read_to_end(&mut output);
        sender.send(output)
    });
    let output = loop {
        match child.receive(&receiver, limit, || began)? {
            Some(output) => break output,
            // What holds it open may close it in time.
            None if began.elapsed() < limit => {}
            None => return Err(Break::Late(limit)),
        }
    };
    if output.len() > max_bytes {
        let error = LineError::whole(format!("wrote more than {max_bytes} bytes"));
        return Err(BrokenLine::new(Rule::LineEnds, error, output).into());
    }
    // Its output is closed, so it is about to end, maybe beyond the limit: time without a core did not count.
    Ok((child.wait(began, limit.max(began.elapsed() + AFTER_CLOSE))?, output))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::run_once;
    use crate::ask::adapter::process::program::{Program, Supervision};
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;
    use std::process::{Child, Command};
    use std::time::Duration;

    struct Busy(Child);

    impl Drop for Busy {
        fn drop(&mut self) {
            self.0.kill().expect("it runs");
            self.0.wait().expect("it was killed");
        }
    }

    #[test]
    fn what_has_no_core_meanwhile_does_not_hang() {
        // What is started here has one core, which others keep busy that are more important.
        let this_thread = Pid::from_raw(0);
        let all = sched_getaffinity(this_thread).expect("Linux says it");
        let core = (0..CpuSet::count()).find(|core| all.is_set(*core).is_ok_and(|is_set| is_set));
        let mut one = CpuSet::new();
        one.set(core.expect("this runs somewhere")).expect("it is one of them");
        sched_setaffinity(this_thread, &one).expect("it is one of them");
        let start = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn();
        let busy = [(); 2].map(|()| Busy(start().expect("there is a shell")));
        // It needs some hundredths of a second, and gets less than a hundredth of the core; it ends after its output does.
        let counts = "nice -n 19 sh -c 'i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done; echo counted'; \
            exec >&-; sleep 0.3";
        let program = Program::new("sh", vec!["-c".into(), counts.into()]);
        let supervision = Supervision { answer_limit: Duration::from_millis(700), ..Supervision::default() };
        let ended = run_once(&program, b"", None, &supervision);
        sched_setaffinity(this_thread, &all).expect("it was so before");
        drop(busy);
        let output = ended.map(|(_, output)| output);
        assert!(matches!(&output, Ok(output) if output == b"counted\n"), "{output:?}");
    }
}
