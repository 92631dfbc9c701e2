//! The rows: what an adapter does, and what each case must get for it.

use crate::selftest::answering::ANSWERING;
use crate::selftest::dying::DYING;
use crate::selftest::legal::LEGAL;
use crate::selftest::remembering::REMEMBERING;
use crate::selftest::resources::RESOURCES;
use crate::selftest::silent::SILENT;
use crate::selftest::stage::go_on;
use crate::selftest::unspeakable::UNSPEAKABLE;
use crate::selftest::wrong::WRONG;
use crate::selftest::{Facts, Stage};
use illformed::ask::adapter::process::Supervision;
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long an adapter that does not answer is waited for. Long enough for one that does on a machine with much to do.
pub(crate) const SHORT: Duration = Duration::from_secs(2);

/// Longer than anybody waits for an answer. What is left over by mistake ends by itself after that.
pub const OUTLAST: Duration = Duration::from_mins(2);

/// One way to misbehave, or an odd way to keep the contract.
#[derive(Debug, Clone, Copy)]
pub struct Misbehaviour {
    /// Its name: lower-case words and hyphens.
    pub name: &'static str,
    /// What it does, as a fragment.
    pub does: &'static str,
    /// How it is asked.
    pub(crate) way: Way,
    /// What is adjusted in the supervision; most need nothing.
    pub(crate) watched: fn(Supervision) -> Supervision,
    /// How often each case is asked.
    pub(crate) repeat: usize,
    /// The only cases that are asked; most are asked all.
    pub(crate) asked: fn(&[u8]) -> bool,
    /// What must come of it.
    pub(crate) expected: Deserved,
    /// What it must show when it is asked again.
    pub(crate) asked_again: ExpectedReasking,
    /// The exit codes of a run, the decisive one first.
    pub(crate) exit_codes: &'static [u8],
    /// How the adapter's standard error must end.
    pub(crate) last_words: &'static str,
    /// What must not be said to have been compared.
    pub(crate) unchecked: &'static str,
    pub(crate) act: fn(&mut Stage<'_>) -> io::Result<u8>,
}

/// How a program is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// It speaks the protocol.
    Adapter,
    /// It is started for each case.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "no row is one"))]
    Command,
}

/// What an adapter must show when it is asked again in fresh processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpectedReasking {
    /// The same answers.
    Same,
    /// A failure that depends on earlier cases.
    Depends,
    /// Answers that differ from time to time.
    Unstable,
    /// Either, by chance: it breaks the process.
    Any,
    /// It is not asked again: its answers count the requests.
    NotAsked,
}

/// What must come of asking an adapter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Deserved {
    /// It cannot be asked, for this reason.
    Broken(&'static str),
    /// Each case gets this.
    Cases(fn(&Facts<'_>) -> ExpectedVerdict),
}

/// What a case must get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedVerdict {
    /// The verdict's name.
    pub verdict: Cow<'static, str>,
    /// Its cause, word for word.
    pub cause: Option<Cow<'static, str>>,
}

impl ExpectedVerdict {
    /// As expected.
    pub(crate) const PASS: Self = Self { verdict: Cow::Borrowed("pass"), cause: None };

    /// The decoder cannot be asked a script.
    pub(crate) const NO_CHUNKS: Self =
        Self { verdict: Cow::Borrowed("not-applicable"), cause: Some(Cow::Borrowed("takes no chunks")) };

    pub(crate) fn of(verdict: &'static str, cause: impl Into<String>) -> Self {
        Self { verdict: verdict.into(), cause: Some(cause.into().into()) }
    }
}

/// An adapter with nothing wrong; the other rows say in what they differ.
pub(crate) const GOOD: Misbehaviour = Misbehaviour {
    name: "good",
    does: "answers right",
    way: Way::Adapter,
    watched: |supervision| supervision,
    repeat: 1,
    asked: |_| true,
    expected: Deserved::Cases(|_| ExpectedVerdict::PASS),
    asked_again: ExpectedReasking::Same,
    exit_codes: &[],
    last_words: "",
    unchecked: "",
    act: |stage| stage.serve(|stage, request| go_on(stage.answer(request))),
};

/// One with cases that count against it.
pub(crate) const FAILED: Misbehaviour = Misbehaviour { exit_codes: &[1], ..GOOD };

/// All rows, in the order in which they are told.
pub const MISBEHAVIOURS: &[&[Misbehaviour]] =
    &[&[GOOD], LEGAL, UNSPEAKABLE, DYING, SILENT, ANSWERING, WRONG, RESOURCES, REMEMBERING];

/// Is the adapter `name` on the given pipes until it ends; gives its exit code. `None` if there is none of that name.
/// It may end the process, replace it, and start another that holds its output open: to be called in a process that
/// is nothing else. `folder` outlives the process; every process of one adapter is given the same.
pub fn misbehave(name: &str, folder: &Path) -> Option<u8> {
    #[cfg(target_os = "linux")]
    if let Some(ended) = super::stray::stray(name, folder) {
        return Some(ended.unwrap_or(1));
    }
    let row = MISBEHAVIOURS.iter().copied().flatten().find(|row| row.name == name)?;
    let stage = Stage::new(io::stdin(), io::stdout(), io::stderr(), folder);
    // Whoever listened is gone; that is an end like any other.
    Some(stage.and_then(|mut stage| (row.act)(&mut stage)).unwrap_or(0))
}
