//! Runs a program on inputs whose answer is certain. A program that does not distinguish these cannot be judged on others.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::command::command_adapter::CommandClaim;
use crate::ask::adapter::command::form::{OutputForm, OutputReading};
use crate::ask::adapter::process::{Break, Program, Stderr, Supervision, describe_end, run_once};
use std::process::ExitStatus;

/// Characters of one to four bytes, alone and together.
const WELL_FORMED: [&str; 5] = ["A", "\u{E9}", "\u{20AC}", "\u{1F600}", "A\u{E9}\u{20AC}\u{1F600}"];

/// A byte that UTF-8 never has.
const ILL_FORMED: &[u8] = &[0xFF];

/// How a program ended and what it had written to its standard output, or why it was killed.
type ProgramEnd = Result<(ExitStatus, Vec<u8>), Break>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probed {
    pub(super) reject_codes: Vec<i32>,
    /// How its output is read; `None` if it is not judged.
    pub(super) reading: Option<OutputReading>,
    /// What it wrote to its standard error when it rejected.
    pub(super) stderr: String,
}

impl Probed {
    /// Whether a program that ends like this rejects its input.
    pub(super) fn rejects(&self, status: ExitStatus) -> bool {
        status.code().is_some_and(|code| self.reject_codes.contains(&code))
    }
}

/// Probes `program`. Fails with one line that says what it did, when it does not accept what is well-formed, when it does
/// not reject `FF` (unless the user said with which codes it rejects), and when its output is not what the user said.
pub(super) fn probe(
    program: &Program,
    claim: &CommandClaim,
    supervision: &Supervision,
) -> Result<Probed, OpenFailure> {
    let sent =
        |text: &[u8]| claim.container.map_or_else(|| text.to_vec(), |container| container.around(text));
    let run = |sent: &[u8]| {
        let stderr = Stderr::default();
        match run_once(program, sent, Some(&stderr), supervision) {
            Err(Break::Gone(failure)) => Err(failure),
            ended => Ok((ended, stderr.whole_text())),
        }
    };
    let mut outputs = Vec::new();
    for text in WELL_FORMED {
        let sent = &sent(text.as_bytes());
        match run(sent)? {
            (Ok((status, output)), _) if status.success() => outputs.push(output),
            (ended, stderr) => {
                let did = did(&ended, &stderr);
                return Err(broken(sent, &format!("which is well-formed, it {did}; expected exit code 0")));
            }
        }
    }
    let (mut reject_codes, mut said) = (claim.reject_codes.clone(), String::new());
    if reject_codes.is_empty() {
        let sent = &sent(ILL_FORMED);
        let ((first, stderr), (second, _)) = (run(sent)?, run(sent)?);
        let code = |ended: &ProgramEnd| ended.as_ref().ok().and_then(|(status, _)| status.code());
        let (did, then) = (did(&first, &stderr), did(&second, &stderr));
        let what = match (code(&first), code(&second)) {
            (Some(0), _) => {
                "which is ill-formed, it exited with code 0 too, so that its exit code means nothing"
            }
            (Some(first), Some(second)) if first == second => {
                reject_codes.push(first);
                ""
            }
            (Some(_), _) => &format!("it {did}, then it {then}; expected one exit code"),
            (None, _) => &format!("which is ill-formed, it {did}; expected an exit code"),
        };
        if !what.is_empty() {
            return Err(broken(sent, what));
        }
        said = stderr;
    }
    Ok(Probed { reject_codes, reading: reading(claim.out, &outputs)?, stderr: said })
}

/// The way to read what it wrote for the well-formed texts.
fn reading(out: Option<OutputForm>, outputs: &[Vec<u8>]) -> Result<Option<OutputReading>, OpenFailure> {
    let fits = |reading: &OutputReading| {
        WELL_FORMED.iter().zip(outputs).all(|(text, bytes)| reading.is_of(text, bytes))
    };
    let Some(form) = out else {
        return Ok(OutputForm::ALL.into_iter().flat_map(OutputForm::readings).find(fits));
    };
    let readings = form.readings();
    match readings.as_slice() {
        // The form that the user gave holds, even if the output does not fit: the judge reports that.
        [] | [_] => Ok(readings.first().copied()),
        _ => readings.into_iter().find(fits).map(Some).ok_or_else(|| {
            let (text, bytes) = (WELL_FORMED[4].as_bytes(), outputs.last().map_or(&[][..], Vec::as_slice));
            let wrote = const_hex::encode_upper(&bytes[..bytes.len().min(24)]);
            broken(text, &format!("it wrote {wrote}, which is not {} of it", form.name()))
        }),
    }
}

fn broken(input: &[u8], what: &str) -> OpenFailure {
    OpenFailure::Broken(format!("probe: given {}, {what}", const_hex::encode_upper(input)))
}

/// What it did, with the last line of its standard error.
fn did(ended: &ProgramEnd, stderr: &str) -> String {
    let did = match ended {
        Ok((status, _)) if status.code().is_none() => format!("was {}", describe_end(*status)),
        Ok((status, _)) => describe_end(*status),
        Err(Break::BrokenLine(fault)) => fault.error.to_string(),
        Err(Break::Interrupted) => "was interrupted".to_owned(),
        Err(Break::Late(limit)) => format!("did not end in {} ms", limit.as_millis()),
        Err(broken @ (Break::Ended(_) | Break::Gone(_))) => broken.to_string(),
    };
    match stderr.lines().rfind(|line| !line.trim().is_empty()) {
        Some(line) => format!("{did} ({})", line.trim()),
        None => did,
    }
}
