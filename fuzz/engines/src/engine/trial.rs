//! Trying an input that failed once more: in the target's own program, then in this process.

use crate::engine::build::Engine;
use crate::engine::failure::{Failure, FailureKind, in_this_thread};
use crate::engine::libfuzzer::{OUT_OF_MEMORY, TIMED_OUT};
use crate::engine::run::InputLimits;
use crate::engine::shrunk_script::shrunk_script;
use crate::engine::watched::{Ended, Watched};
use illformed::ask::adapter::process::Program;
use illformed::search::black_box::{Patience, shrink};
use illformed_fuzz::property::{Property, Seeds};
use illformed_vectors::Input;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long shrinking one input may take.
const SHRINKING: Duration = Duration::from_secs(20);

/// How long one input may take in this process, where no engine limits it.
const ONE_INPUT: Duration = Duration::from_secs(10);

/// What starting a program may take beyond the time of its input.
const ALLOWANCE: Duration = Duration::from_secs(30);

/// A target to try inputs with.
#[derive(Clone)]
pub(crate) struct Trial {
    pub(crate) property: Property,
    /// Its program and the engine in it; `None`: it was not built.
    pub(crate) program: Option<(Engine, PathBuf)>,
    pub(crate) limits: InputLimits,
    pub(crate) interrupted: Arc<AtomicBool>,
}

impl Trial {
    /// How the input in the file at `path` fails, and whether it does so in this process too. The program goes first: what
    /// ends a process or never ends must not end this one.
    pub(crate) fn fails(&self, path: &Path, bytes: &[u8]) -> Option<(Failure, bool)> {
        let in_program = match &self.program {
            Some((engine, program)) => match self.in_program(*engine, program, path) {
                Some(failure) if failure.kind != FailureKind::Panic => return Some((failure, false)),
                in_program => in_program,
            },
            None => None,
        };
        match self.again(bytes) {
            Some(failure) => Some((failure, true)),
            None => in_program.map(|failure| (failure, false)),
        }
    }

    /// How `bytes` fail in this process, on a thread of its own, so that it can be given up.
    pub(crate) fn again(&self, bytes: &[u8]) -> Option<Failure> {
        let (sender, receiver) = channel();
        let (property, bytes) = (self.property, bytes.to_vec());
        thread::spawn(move || sender.send(in_this_thread(&property, &bytes)));
        match receiver.recv_timeout(ONE_INPUT) {
            Ok(failure) => failure,
            Err(RecvTimeoutError::Timeout) => {
                Some(Failure::other(FailureKind::Timeout, "no end in this process"))
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn in_program(&self, engine: Engine, program: &Path, path: &Path) -> Option<Failure> {
        let (arguments, input, mut environment) = match engine {
            Engine::LibFuzzer => {
                let flags = [
                    format!("-timeout={}", self.limits.seconds),
                    format!("-rss_limit_mb={}", self.limits.memory_mib),
                    // It would write the same input once more.
                    "-exact_artifact_path=/dev/null".to_owned(),
                ];
                let flags = flags.into_iter().map(OsString::from);
                (flags.chain([path.into()]).collect(), None, Vec::new())
            }
            // Without AFL++ around it the program reads one input.
            Engine::Afl => (Vec::new(), Some(path.to_owned()), Vec::new()),
        };
        environment.push(("RUST_BACKTRACE".into(), "0".into()));
        let watched = Watched {
            program: Program::new(program, arguments),
            environment,
            input,
            folder: None,
            limit: Duration::from_secs(self.limits.seconds) + ALLOWANCE,
            interrupted: Arc::clone(&self.interrupted),
        };
        let mut lines = Vec::new();
        let ended = watched.run(&mut |line| lines.push(line.to_owned())).ok()?;
        of_program(&ended, &lines)
    }

    /// The smallest input that is reached from `bytes` and fails in the way of `class`, in this process.
    pub(crate) fn shrunk(&self, bytes: &[u8], class: &str) -> Vec<u8> {
        let smallest = Arc::new(Mutex::new(bytes.to_vec()));
        let (done, is_done) = channel();
        let (property, class) = (self.property, class.to_owned());
        let (shared, interrupted) = (Arc::clone(&smallest), Arc::clone(&self.interrupted));
        let deadline = Instant::now() + SHRINKING;
        thread::spawn(move || {
            let begin = shared.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let mut fails = |bytes: &[u8]| {
                let over = interrupted.load(Ordering::Relaxed) || Instant::now() > deadline;
                let fails =
                    !over && in_this_thread(&property, bytes).is_some_and(|failure| failure.class == class);
                if fails {
                    *shared.lock().unwrap_or_else(PoisonError::into_inner) = bytes.to_vec();
                }
                fails
            };
            if property.seeds == Seeds::Calls {
                shrunk_script(&begin, &mut fails);
            } else {
                let patience = Patience { inputs: usize::MAX, alone: true };
                shrink(&Input::Bytes(begin), patience, &mut |inputs| {
                    inputs.iter().map(|input| fails(&input.bytes())).collect()
                });
            }
            done.send(())
        });
        // One that never ends leaves its thread behind, and what was smallest until then.
        let _ = is_done.recv_timeout(SHRINKING + ONE_INPUT);
        smallest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What a program that ended so, and wrote these lines, says of its input.
fn of_program(ended: &Ended, lines: &[String]) -> Option<Failure> {
    let other = |kind, what: &str| Some(Failure::other(kind, what));
    let sanitizer = lines.iter().find_map(|line| line.split_once("ERROR: AddressSanitizer: "));
    let panicked = lines.iter().position(|line| line.contains(" panicked at "));
    match ended {
        Ended::Exited(0) | Ended::Interrupted => None,
        Ended::Hung => other(FailureKind::Timeout, "no end within the limit"),
        Ended::Exited(TIMED_OUT) => other(FailureKind::Timeout, "no end within the limit"),
        Ended::Exited(OUT_OF_MEMORY) => other(FailureKind::OutOfMemory, "more memory than the limit"),
        _ if panicked.is_some() => {
            let at = panicked.unwrap_or_default();
            let place = lines[at].rsplit_once(" panicked at ").map_or("", |(_, place)| place);
            let place = place.trim_end_matches(':').rsplit_once(':').map_or(place, |(place, _)| place);
            Some(Failure::panic(lines.get(at + 1).map_or("", String::as_str), place))
        }
        _ if sanitizer.is_some() => {
            let what = sanitizer.map_or("", |(_, what)| what).split(" on ").next().unwrap_or_default();
            other(FailureKind::Died, &format!("address sanitizer: {what}"))
        }
        _ if lines
            .iter()
            .any(|line| line.contains("stack-overflow") || line.contains("overflowed its stack")) =>
        {
            other(FailureKind::Died, "stack overflow")
        }
        Ended::Exited(_) => {
            let error = lines.iter().find_map(|line| line.split_once("ERROR: libFuzzer: "));
            other(FailureKind::Died, error.map_or("ended without a word", |(_, error)| error))
        }
        Ended::Died(how) => other(FailureKind::Died, how),
        Ended::Flooded => other(FailureKind::Died, "wrote a line without end"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(check: fn(&[u8])) -> Trial {
        Trial {
            property: Property::new("planted", Seeds::Bytes, check),
            program: None,
            limits: InputLimits { max_len: 128, seconds: 10, memory_mib: 1024 },
            interrupted: Arc::default(),
        }
    }

    #[test]
    fn what_fails_is_shrunk_to_what_it_takes_and_no_other_fault_is_taken_for_it() {
        let trial = trial(|bytes| {
            let has = |wanted: &[u8]| bytes.windows(wanted.len()).any(|window| window == wanted);
            assert!(!has(b"\xED\xA0\x80"), "a surrogate is accepted");
            assert!(!has(b"\xC0"), "an overlong form is accepted");
        });
        let bytes = b"text \xC0 \xED\xA0\x80 more";
        let (failure, here) = trial.fails(Path::new("gone"), bytes).unwrap();
        assert!(here && failure.kind == FailureKind::Panic, "{failure:?}");
        assert_eq!(trial.shrunk(bytes, &failure.class), b"\xED\xA0\x80");
        assert_eq!(trial.fails(Path::new("gone"), b"A"), None);
    }

    #[test]
    fn the_end_of_a_program_says_what_kind_of_failure_it_is() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let panicked = lines(
            "Running: f\n\nthread '<unnamed>' (7) panicked at harness/src/property/decoders_agree.rs:44:5:\n\
             decoders_agree does not hold for c0: std has None\nnote: run with\n==7== ERROR: libFuzzer: deadly signal",
        );
        let failure = of_program(&Ended::Exited(77), &panicked).unwrap();
        assert_eq!((failure.kind, &*failure.class), (FailureKind::Panic, "std has None"));
        let elsewhere = lines("thread 'main' panicked at src/x.rs:3:9:\nattempt to add with overflow");
        let failure = of_program(&Ended::Exited(77), &elsewhere).unwrap();
        assert_eq!(failure.class, "panic at src/x.rs:3: attempt to add with overflow");
        let kind =
            |ended, text| of_program(&ended, &lines(text)).map(|failure| (failure.kind, failure.class));
        assert_eq!(kind(Ended::Exited(0), ""), None);
        assert_eq!(kind(Ended::Exited(TIMED_OUT), "").unwrap().0, FailureKind::Timeout);
        assert_eq!(kind(Ended::Hung, "").unwrap().0, FailureKind::Timeout);
        assert_eq!(kind(Ended::Exited(OUT_OF_MEMORY), "").unwrap().0, FailureKind::OutOfMemory);
        let overflow =
            kind(Ended::Died("killed by signal 6".to_owned()), "thread 'x' has overflowed its stack");
        assert_eq!(overflow.unwrap(), (FailureKind::Died, "stack overflow".to_owned()));
        let sanitizer = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x55";
        let (_, class) = kind(Ended::Exited(77), sanitizer).unwrap();
        assert_eq!(class, "address sanitizer: heap-buffer-overflow");
    }
}
