//! A breach of a rule of the contract, with the command that shows it again.

use crate::ask::adapter::process::BrokenLine;
use crate::ask::adapter_check::mistake::Mistake;
use crate::ask::protocol::hello_request;
use std::iter;

/// The first rule that an adapter broke, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// What came, and what is wrong with it. In the place of a line there may be words that say what came instead.
    pub fault: BrokenLine,
    /// The decoder that was asked, if it was one.
    pub decoder: Option<String>,
    /// The request, without the line end; empty if nothing was asked.
    pub sent: String,
    /// The common mistake that it comes from, if it is one.
    pub mistake: Option<Mistake>,
    pub again: Again,
}

/// What shows a breach again in a POSIX shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// The line to paste. `{requests}` stands for the command that prints them, and `{command}` for that of the adapter.
    pub(super) form: &'static str,
    requests: String,
}

impl Again {
    pub(super) const START: &str = "{command}";
    pub(super) const REQUESTS: &str = "{requests} | {command}";
    /// The input stays open, since what matters is what comes before it ends.
    pub(super) const OPEN: &str = "{ {requests}; sleep 5; } | {command}";
    pub(super) const END: &str = "{requests} | {command}; echo \"exit code $?\"";
    pub(super) const CANARIES: &str =
        "for canary in 5a a5; do (export ILLFORMED_CANARY=$canary; {requests} | {command}); done";

    /// Sends these lines after hello.
    pub(super) fn new(form: &'static str, lines: &[String]) -> Self {
        let hello = hello_request();
        // No line of ours has a quote that ends these.
        let words = iter::once(hello.trim_end()).chain(lines.iter().map(String::as_str));
        let words: Vec<String> = words.map(|line| format!("'{line}'")).collect();
        Self { form, requests: format!("printf '%s\\n' {}", words.join(" ")) }
    }

    /// Sends a decode request of so many bytes `66` to that decoder.
    pub(super) fn long(decoder: &str, bytes: usize) -> Self {
        let start = format!(r#"{{"op":"decode","seq":1,"decoder":"{decoder}","bytes":""#);
        let hex = format!("head -c {} /dev/zero | tr '\\0' 6", 2 * bytes);
        let hello = hello_request();
        let hello = hello.trim_end();
        let requests = format!("{{ echo '{hello}'; printf '%s' '{start}'; {hex}; echo '\"}}'; }}");
        Self { form: Self::REQUESTS, requests }
    }

    /// The line to paste; `command` is the adapter's command line.
    pub fn line(&self, command: &str) -> String {
        self.form.replace("{requests}", &self.requests).replace("{command}", command)
    }
}
