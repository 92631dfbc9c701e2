//! A command line as an adapter: a process for each case, several at once.

use crate::ask::adapter::command::form::{OutputForm, OutputReading};
use crate::ask::adapter::command::probe::{Probed, probe};
use crate::ask::adapter::process::{Break, Program, Supervision, describe_end, run_once};
use crate::ask::adapter::{Adapter, OpenFailure, Session};
use crate::ask::container;
use crate::ask::parallel::parallel;
use illformed_codec::Profile;
use illformed_judge::claim::{Claim, DecoderInfo, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport};
use illformed_judge::container::Container;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_judge::shown::{WROTE, quoted_output as quoted};
use illformed_vectors::Input;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What a user says of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandClaim {
    /// The format that it implements; `None`: shown and not judged.
    pub profile: Option<Profile>,
    /// The form of what it writes; `None`: to be found out.
    pub out: Option<OutputForm>,
    /// The exit codes that reject; none: to be found out.
    pub reject_codes: Vec<i32>,
    pub refuses: Vec<Refusal>,
    /// The format that each input stands in, if it takes no bare text.
    pub container: Option<Container>,
}

impl Default for CommandClaim {
    fn default() -> Self {
        Self {
            profile: Some(Profile::Rfc3629),
            out: None,
            reject_codes: Vec::new(),
            refuses: Vec::new(),
            container: None,
        }
    }
}

/// A program that takes bytes on its standard input and says by its exit code whether they are well-formed: 0 accepts, a
/// declared code rejects, anything else is a crash. It is started anew for each case.
#[derive(Debug, Clone)]
pub struct CommandAdapter {
    text: String,
    /// Which it is of the commands of this program, from 1.
    number: usize,
    program: Program,
    claim: CommandClaim,
    supervision: Supervision,
}

impl CommandAdapter {
    /// The adapter of the command line `text`, which is split into words as a shell does. No shell runs: variables, pipes
    /// and patterns are words like others. Fails with a message if `text` has no word or an open quotation.
    ///
    /// ```
    /// use illformed::ask::adapter::Adapter;
    /// use illformed::ask::adapter::command::{CommandAdapter, CommandClaim};
    /// use illformed::ask::adapter::process::Supervision;
    ///
    /// let text = "iconv -f UTF-8 -t 'UTF-16'";
    /// let adapter = CommandAdapter::new(text, CommandClaim::default(), Supervision::default())?;
    /// assert_eq!(adapter.command(), ["--command", text]);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn new(text: &str, claim: CommandClaim, supervision: Supervision) -> Result<Self, &'static str> {
        let words = shlex::split(text).ok_or("a quotation is not closed")?;
        let mut words = words.into_iter().map(OsString::from);
        let executable = words.next().filter(|word| !word.is_empty()).ok_or("there is no command in it")?;
        let program = Program::new(executable, words.collect());
        Ok(Self { text: text.to_owned(), number: 1, program, claim, supervision })
    }

    /// The same as the one of that number, from 1, of the commands of one program, so that each has a name of its own.
    #[must_use]
    pub fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    /// The name of the program in the form of a decoder's: what stands behind the last slash of its path, in lower case.
    pub fn program_name(&self) -> String {
        let path = Path::new(&self.program.executable);
        let name = path.file_name().unwrap_or(&self.program.executable).to_string_lossy();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        name.chars().map(plain).collect()
    }

    /// The program that is started.
    pub fn executable(&self) -> &OsStr {
        &self.program.executable
    }

    /// The decoder whose output is read so, or not judged.
    fn decoder(&self, reading: Option<OutputReading>) -> DecoderInfo {
        let implementation = self.program_name();
        let number = if self.number > 1 { format!("-{}", self.number) } else { String::new() };
        let name = implementation.clone() + &number;
        let out = reading.map_or(OutputKind::None, |reading| reading.kind);
        let claim = Claim {
            kind: Kind::Strict { out },
            profile: self.claim.profile,
            at: OffsetMeaning::None,
            refuses: self.claim.refuses.clone(),
            script: self.claim.container.map_or(ScriptSupport::None, ScriptSupport::Container),
            ..Claim::strict(Profile::Rfc3629)
        };
        let (version, api) = ("unknown".to_owned(), self.text.clone());
        DecoderInfo { implementation, name, version, api, claim }
    }
}

impl Adapter for CommandAdapter {
    fn name(&self) -> &'static str {
        "command"
    }

    fn command(&self) -> Vec<String> {
        let mut words = vec!["--command".to_owned(), self.text.clone()];
        let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if let Some(out) = self.claim.out {
            flag("--command-out", out.name().to_owned());
        }
        if self.claim.profile != Some(Profile::Rfc3629) {
            flag("--command-profile", self.claim.profile.map_or("none", Profile::name).to_owned());
        }
        for code in &self.claim.reject_codes {
            flag("--reject-code", code.to_string());
        }
        for refused in &self.claim.refuses {
            flag("--refuses", refused.name().to_owned());
        }
        if let Some(container) = self.claim.container {
            flag("--container", container.name().to_owned());
        }
        words
    }

    fn open(&self) -> Result<Box<dyn Session>, OpenFailure> {
        let probed = probe(&self.program, &self.claim, &self.supervision)?;
        Ok(Box::new(CommandSession { decoder: self.decoder(probed.reading), probed, adapter: self.clone() }))
    }
}

/// How many processes there are at once for each core. A process waits more than it works.
const PROCESSES_A_CORE: usize = 2;

/// How many responses are handed on together: behind one that hangs as many wait.
const HANDED_ON_AT_ONCE: usize = 128;

/// A program that passed its probe.
struct CommandSession {
    adapter: CommandAdapter,
    probed: Probed,
    decoder: DecoderInfo,
}

impl CommandSession {
    fn ask_one(&self, input: &Input, hangs: &AtomicUsize) -> Response {
        let CommandAdapter { program, supervision, .. } = &self.adapter;
        let sent = container::sent(&self.decoder.claim, input);
        let Input::Bytes(bytes) = &*sent else {
            return Response::NotAsked("takes no chunks".to_owned());
        };
        if supervision.is_interrupted() {
            return Response::NotAsked("interrupted".to_owned());
        }
        let hung = hangs.load(Ordering::Relaxed);
        if hung >= supervision.max_hangs {
            return Response::NotAsked(format!("given up after {hung} missing answers"));
        }
        match run_once(program, bytes, None, supervision) {
            Ok((status, output)) if status.success() => self.accepted(&output),
            // Its output before the error depends on its buffers.
            Ok((status, _)) if self.probed.rejects(status) => Observation::reject(None, None).into(),
            Ok((status, _)) => Response::Crashed(self.other_end(status)),
            // There is no line to quote.
            Err(Break::BrokenLine(fault)) => Response::ProtocolError(fault.error.reason),
            Err(broken) => {
                hangs.fetch_add(usize::from(matches!(broken, Break::Late(_))), Ordering::Relaxed);
                broken.response()
            }
        }
    }

    /// How a process ended that neither accepts nor rejects. It may reject some errors by a code of their own; from 126 on a
    /// shell tells its own failures and signals.
    fn other_end(&self, status: ExitStatus) -> String {
        let ended = describe_end(status);
        let Some(code @ ..126) = status.code() else { return ended };
        let codes = self.probed.reject_codes.iter().chain([&code]);
        let flags: Vec<String> = codes.map(|code| format!("--reject-code {code}")).collect();
        format!("{ended}; if that is a refusal, add {}", flags.join(" "))
    }

    fn accepted(&self, output: &[u8]) -> Response {
        let Some(reading) = self.probed.reading else { return Observation::accept(Text::None).into() };
        if let Some(text) = reading.text(output) {
            return Observation::accept(text).into();
        }
        let what = "its output cannot be read as the form it has";
        Response::ProtocolError(format!("{what}{WROTE}{}", quoted(output)))
    }
}

impl Session for CommandSession {
    fn decoders(&self) -> &[DecoderInfo] {
        std::slice::from_ref(&self.decoder)
    }

    fn is_lasting(&self) -> bool {
        false
    }

    fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        let (this, hangs) = (&*self, AtomicUsize::new(0));
        let at_once = PROCESSES_A_CORE * thread::available_parallelism().map_or(1, usize::from);
        let ask_some = |some| parallel(some, at_once, |input: &&Input| this.ask_one(input, &hangs));
        // Some are asked when the responses to those before them were handed on.
        let responses = inputs.chunks(HANDED_ON_AT_ONCE).flat_map(ask_some);
        responses.enumerate().for_each(|(number, response)| answered(number, response));
    }

    fn close(self: Box<Self>) -> String {
        self.probed.stderr.clone()
    }
}
