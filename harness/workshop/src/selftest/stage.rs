//! What a misbehaving adapter does its trick with: pipes, a decoder that is right, and a folder that outlives it.

use crate::selftest::OUTLAST;
use crate::selftest::facts::MARKED_BYTES;
use illformed::ask::adapter::{Adapter, Session, in_process};
use illformed::ask::protocol::wire::{Request, answer, introduction, parse_request};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::judge::Response;
use illformed_vectors::Input;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::thread;

/// The decoder that answers: it takes chunks, ends and resets, and is right.
const GOOD_DECODER: &str = "decoder-rfc3629";

/// What goes on after a request: the next one, or the end with this exit code.
pub(crate) type Next = io::Result<ControlFlow<u8>>;

/// The next request, if what was done for this one went through.
pub(crate) fn go_on(done: io::Result<()>) -> Next {
    done.map(ControlFlow::Continue)
}

/// Everything that an adapter has.
pub struct Stage<'a> {
    pub(crate) input: BufReader<Box<dyn Read + 'a>>,
    pub(crate) output: Box<dyn Write + 'a>,
    pub(crate) errors: Box<dyn Write + 'a>,
    pub(crate) folder: PathBuf,
    session: Box<dyn Session>,
    decoder: usize,
    /// What it introduces itself with.
    pub(crate) introduced: DecoderInfo,
}

impl<'a> Stage<'a> {
    /// The stage of an adapter with these pipes; `folder` is the same for every process of one adapter. Fails when
    /// the folder cannot be written, or the codec is not what it should be.
    pub fn new(
        input: impl Read + 'a,
        output: impl Write + 'a,
        errors: impl Write + 'a,
        folder: &Path,
    ) -> io::Result<Self> {
        let adapter = in_process::all().into_iter().next();
        let session = adapter.and_then(|adapter| adapter.open().ok());
        let session = session.ok_or_else(|| io::Error::other("there is no codec"))?;
        let introduced = session.decoders().first().cloned();
        let introduced = introduced.ok_or_else(|| io::Error::other("the codec has no decoder"))?;
        let mut stage = Self {
            input: BufReader::new(Box::new(input)),
            output: Box::new(output),
            errors: Box::new(errors),
            folder: folder.to_owned(),
            session,
            decoder: 0,
            introduced,
        };
        stage.decode_with(GOOD_DECODER)?;
        stage.sign(process::id())?;
        Ok(stage)
    }

    /// Takes that decoder of the codec, and introduces itself as it.
    pub(crate) fn decode_with(&mut self, name: &str) -> io::Result<()> {
        let number = self.session.decoders().iter().position(|decoder| decoder.name == name);
        self.decoder = number.ok_or_else(|| io::Error::other(format!("the codec has no {name}")))?;
        self.introduced = DecoderInfo {
            implementation: "illformed selftest".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..self.session.decoders()[self.decoder].clone()
        };
        Ok(())
    }

    /// Claims something else.
    pub(crate) fn claim(&mut self, change: impl FnOnce(Claim) -> Claim) {
        self.introduced.claim = change(self.introduced.claim.clone());
    }

    /// Writes down the number of a process, so that the check can look whether it still runs.
    pub(crate) fn sign(&self, process: u32) -> io::Result<()> {
        sign(&self.folder, process)
    }

    /// Starts a process that inherits all three pipes, never writes, and is not waited for.
    pub(crate) fn start_grandchild(&self) -> io::Result<()> {
        let mut command = Command::new(std::env::current_exe()?);
        let child = command.args(["misbehave", "hangs-before-hello"]).arg(&self.folder).spawn()?;
        self.sign(child.id())
    }

    /// Whether no process of this adapter has asked this before.
    pub(crate) fn first_time(&self) -> bool {
        fs::create_dir(self.folder.join("not-the-first-time")).is_ok()
    }

    /// Writes `text` as it is.
    pub(crate) fn write(&mut self, text: impl AsRef<[u8]>) -> io::Result<()> {
        self.output.write_all(text.as_ref())?;
        self.output.flush()
    }

    /// Waits for hello; `false` if there is none.
    pub(crate) fn hello(&mut self) -> io::Result<bool> {
        Ok(self.input.read_line(&mut String::new())? > 0)
    }

    /// The lines by which it introduces itself.
    pub(crate) fn introduction(&self) -> String {
        introduction("misbehaving", &[&self.introduced])
    }

    /// Waits for hello and introduces itself.
    pub(crate) fn greet(&mut self) -> io::Result<()> {
        if self.hello()? {
            self.write(self.introduction())?;
        }
        Ok(())
    }

    /// The next request; `None` at the end of the input.
    pub(crate) fn request(&mut self) -> io::Result<Option<Request>> {
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        parse_request(&line).map(Some).ok_or_else(|| io::Error::other("no request"))
    }

    /// What the decoder makes of `input`.
    pub(crate) fn decode(&mut self, input: &Input) -> Response {
        let mut decoded = Response::Skipped("not decoded".to_owned());
        self.session.ask(self.decoder, &[input], &mut |_, response| decoded = response);
        decoded
    }

    /// The right answer as a line with its end.
    pub(crate) fn line(&mut self, request: &Request) -> String {
        let response = self.decode(&request.input);
        answer(request.seq, &response) + "\n"
    }

    /// Answers.
    pub(crate) fn answer(&mut self, request: &Request) -> io::Result<()> {
        let line = self.line(request);
        self.write(line)
    }

    /// Says `response`, right or not.
    pub(crate) fn say(&mut self, request: &Request, response: &Response) -> Next {
        go_on(self.write(answer(request.seq, response) + "\n"))
    }

    /// Introduces itself and hands over each request; gives the exit code.
    pub(crate) fn serve(&mut self, mut each: impl FnMut(&mut Self, &Request) -> Next) -> io::Result<u8> {
        self.greet()?;
        while let Some(request) = self.request()? {
            if let ControlFlow::Break(code) = each(self, &request)? {
                return Ok(code);
            }
        }
        Ok(0)
    }

    /// Introduces itself and answers every request but the marked one.
    pub(crate) fn serve_marked(
        &mut self,
        mut marked: impl FnMut(&mut Self, &Request) -> Next,
    ) -> io::Result<u8> {
        self.serve(|stage, request| {
            if is_marked(request) {
                return marked(stage, request);
            }
            go_on(stage.answer(request))
        })
    }
}

/// Leaves the number of a process in `folder`.
pub(super) fn sign(folder: &Path, process: u32) -> io::Result<()> {
    let mut pids = OpenOptions::new().append(true).create(true).open(folder.join("pids"))?;
    // One write, since processes of one adapter may sign at the same time.
    pids.write_all(format!("{process}\n").as_bytes())
}

/// Does nothing for longer than anybody waits.
pub(crate) fn outlast() -> u8 {
    thread::sleep(OUTLAST);
    0
}

/// Whether it is the one over which adapters stumble.
pub(crate) fn is_marked(request: &Request) -> bool {
    request.input == Input::Bytes(MARKED_BYTES.to_vec())
}
