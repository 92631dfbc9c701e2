//! The rules of the contract that a conversation can show to be broken, and a breach of one with the command that shows it
//! again.

use crate::ask::adapter::process::CANARY_VARIABLE;
use crate::ask::adapter_check::canary::CANARIES;
use crate::ask::adapter_check::mistake::Mistake;
use crate::ask::protocol::hello_request;
use std::fmt;

/// A rule of the contract, `harness/adapters/CONTRACT.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// It can be started.
    Starts,
    /// Nothing but answers on standard output.
    AnswersAlone,
    LineEnds,
    /// The first line of the introduction.
    AdapterLine,
    DecoderLine,
    /// How many of them there are.
    DecoderCount,
    /// What they are called.
    DecoderNames,
    /// The answer to a decode request.
    DecodeAnswer,
    /// The answer to a script request.
    ScriptAnswer,
    /// A lossy decoder rejects nothing.
    LossyAccepts,
    /// Which request an answer belongs to.
    Seq,
    Order,
    /// No request stays without an answer.
    Answers,
    /// No answer is held back.
    Flushes,
    /// It does not end by itself.
    StaysUp,
    /// A long request is a request.
    LongLines,
    /// No more answers than requests.
    OneAnswer,
    EndsWell,
    /// What the API did not write is no answer.
    OwnValues,
}

impl Rule {
    /// All of them with their sentences, in the order in which a conversation meets them.
    pub const ALL: [(Self, &str); 19] = [
        (Self::Starts, "an adapter is a program that can be started"),
        (Self::AnswersAlone, "standard output carries answers alone: JSON objects, one a line"),
        (Self::LineEnds, "every answer is one line, and a line has an end"),
        (Self::AdapterLine, "hello is answered with the adapter line, which has its keys"),
        (Self::DecoderLine, "a decoder line has its keys, and they go together"),
        (Self::DecoderCount, "as many decoder lines follow as the adapter line says"),
        (Self::DecoderNames, "the name of a decoder is unique in its adapter"),
        (Self::DecodeAnswer, "a decode request is answered with its keys, the text as the decoder declares"),
        (Self::ScriptAnswer, "a script request is answered with its keys, one word of `outs` a call"),
        (Self::LossyAccepts, "a lossy decoder answers `accept` and its text"),
        (Self::Seq, "an answer has the `seq` of its request"),
        (Self::Order, "answers come in the order of the requests"),
        (Self::Answers, "every request is answered"),
        (Self::Flushes, "answers are flushed at the latest before waiting for input"),
        (Self::StaysUp, "an adapter goes on until its input ends"),
        (Self::LongLines, "a request line can be long; a decoder with a limit declares `max_bytes`"),
        (Self::OneAnswer, "a request has one answer"),
        (Self::EndsWell, "at the end of its input an adapter has answered everything and exits with 0"),
        (Self::OwnValues, "an answer has only what the API wrote, whatever its outputs held before the call"),
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = Self::ALL.iter().find(|(rule, _)| rule == self);
        formatter.write_str(sentence.map_or("", |(_, sentence)| sentence))
    }
}

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
