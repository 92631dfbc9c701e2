//! A breach of a rule of the contract, with the command that shows it again.

use crate::ask::adapter::process::{CANARY_VARIABLE, Rule};
use crate::ask::adapter_check::canary::CANARIES;
use crate::ask::adapter_check::mistake::Mistake;
use crate::ask::protocol::hello_request;

/// The first rule that an adapter broke, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    pub rule: Rule,
    /// The decoder that was asked, if it was one.
    pub decoder: Option<String>,
    /// What is wrong; empty where rule and answer say it all.
    pub detail: String,
    /// The place in what came, as a JSON pointer; empty for all of it.
    pub pointer: String,
    /// The request, without the line end; empty if nothing was asked.
    pub sent: String,
    /// What came: a line, or words that say what came instead.
    pub came: String,
    /// The common mistake that it comes from, if it is one.
    pub mistake: Option<Mistake>,
    pub again: Again,
}

impl Breach {
    /// A breach about no decoder and no place, which needs no detail.
    pub(super) fn new(rule: Rule, sent: String, came: String, again: Again) -> Self {
        Self {
            rule,
            decoder: None,
            detail: String::new(),
            pointer: String::new(),
            sent,
            came,
            mistake: None,
            again,
        }
    }
}

/// What shows a breach again in a POSIX shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Again {
    Start,
    /// Sending these lines after hello.
    Lines(Vec<String>),
    /// The same, and the input stays open, since what matters is what comes before it ends.
    Open(Vec<String>),
    /// The same, and how it ends.
    End(Vec<String>),
    /// Sending these lines after hello, once with each canary.
    Canaries(Vec<String>),
    /// A decode request of this many bytes `66` to that decoder.
    Long {
        decoder: String,
        bytes: usize,
    },
}

/// For how many seconds an input stays open.
const OPEN_SECONDS: u32 = 5;

impl Again {
    /// The line to paste; `command` is the adapter's command line.
    pub fn line(&self, command: &str) -> String {
        let hello = hello_request();
        let hello = hello.trim_end();
        let print = |lines: &[String]| {
            // No line of ours has a quote that ends this one.
            let lines = lines.iter().map(|line| format!(" '{line}'"));
            format!("printf '%s\\n' '{hello}'{}", lines.collect::<String>())
        };
        match self {
            Self::Start => command.to_owned(),
            Self::Lines(lines) => format!("{} | {command}", print(lines)),
            Self::Open(lines) => format!("{{ {}; sleep {OPEN_SECONDS}; }} | {command}", print(lines)),
            Self::End(lines) => format!("{} | {command}; echo \"exit code $?\"", print(lines)),
            Self::Canaries(lines) => {
                let canaries = CANARIES.map(|canary| format!(" {canary:02x}")).concat();
                let print = print(lines);
                format!(
                    "for canary in{canaries}; do (export {CANARY_VARIABLE}=$canary; {print} | {command}); done"
                )
            }
            Self::Long { decoder, bytes } => {
                let start = format!(r#"{{"op":"decode","seq":1,"decoder":"{decoder}","bytes":""#);
                let hex = format!("head -c {} /dev/zero | tr '\\0' 6", 2 * bytes);
                format!("{{ echo '{hello}'; printf '%s' '{start}'; {hex}; echo '\"}}'; }} | {command}")
            }
        }
    }
}
