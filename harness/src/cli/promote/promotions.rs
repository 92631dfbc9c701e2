//! Prints the vectors of inputs that fail, and where they go.

use crate::ask::adapter::process::Supervision;
use crate::ask::adapter_check::shell_word;
use crate::cli::error::CliError;
use crate::cli::promote::PromotionArguments;
use crate::cli::{interrupt, output};
use crate::search::promote::{Failing, GROUP, Placement, Unpromoted};
use crate::tell::report::escape_controls;
use illformed_vectors::{Suite, Vector, VectorId};
use serde_json::json;
use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;

/// What is said of the group in a new file.
const ABOUT: &str =
    "What a search found: on each of these some decoder, or a property of this project, once failed.";

/// Vectors that are printed one after the other.
pub struct Promotions {
    suite: Cow<'static, Suite>,
    /// The folder of the suite; `None` is that of the checkout.
    folder: Option<PathBuf>,
    printed: Vec<Vector>,
    code: u8,
}

impl Promotions {
    /// Those beside the suite of `arguments`.
    pub fn new(arguments: &PromotionArguments) -> Result<Self, CliError> {
        let folder = arguments.suite.suite.clone();
        let suite = match &folder {
            Some(dir) => Cow::Owned(Suite::read_dir(dir).map_err(CliError::Load)?),
            None => Cow::Borrowed(Suite::embedded()),
        };
        Ok(Self { suite, folder, printed: Vec::new(), code: 0 })
    }

    /// Prints the vector of the input on which `by` fails, or which vector there is already, and returns its id. The
    /// input was made of `artifact`, which is called `name`.
    pub fn promote(
        &mut self,
        (name, by, artifact): (&str, &str, &[u8]),
        failing: Failing,
    ) -> Result<Option<VectorId>, CliError> {
        let fails = format!("{name}: {by}: {}", failing.detail);
        match failing.placement(&self.suite, &self.printed, by, artifact) {
            Ok(Placement::New(vector)) => {
                output::print(&format!("{}\n", vector.to_canonical()))?;
                say(&fails);
                let id = vector.id.clone();
                self.printed.push(*vector);
                Ok(Some(id))
            }
            Ok(Placement::There(id)) => {
                say(&format!("{fails}\n{name}: no new vector: {id} has this input"));
                Ok(Some(id))
            }
            Err(why) => {
                self.refuse(name, by, &why);
                Ok(None)
            }
        }
    }

    /// Says why the input `name` becomes no vector.
    pub fn refuse(&mut self, name: &str, by: &str, why: &Unpromoted) {
        output::complain(&format!("{name}: {by} {why}"));
        self.code = self.code.max(why.code());
    }

    /// Says where the printed lines go and what to do then, and returns the exit code.
    pub fn finish(self) -> ExitCode {
        let folder = self.folder.as_ref().map_or("vectors/suite".into(), |dir| dir.display().to_string());
        let file = format!("{folder}/{GROUP}.json");
        if !self.printed.is_empty() {
            if !self.suite.files().iter().any(|file| file.group == GROUP) {
                let envelope = json!({
                    "kind": "decode", "schema": 1, "suite": self.suite.name(), "group": GROUP, "about": ABOUT,
                    "notes": {}, "vectors": [],
                });
                say(&format!("write {file} first: {envelope}"));
            }
            let then = match &self.folder {
                Some(_) => format!("illformed vectors lint {}", shell_word(&folder)),
                None => "make fmt lint".to_owned(),
            };
            let lines = if self.printed.len() == 1 { "the line" } else { "the lines" };
            say(&format!("add {lines} to the vectors of {file}, then: {then}"));
        }
        ExitCode::from(self.code)
    }
}

/// Lines on standard error that cannot act on a terminal.
pub fn say(text: &str) {
    text.lines().for_each(|line| output::hint(&escape_controls(line)));
}

impl PromotionArguments {
    /// How the processes that are asked are supervised.
    pub fn supervision(&self) -> Supervision {
        Supervision {
            answer_limit: self.timeout,
            interrupted: interrupt::flag(),
            // What ends a process, or none, is asked on and on.
            max_crashes: 2_000,
            max_hangs: 20,
            ..Supervision::default()
        }
    }
}
