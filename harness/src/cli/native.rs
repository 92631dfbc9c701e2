//! The arguments by which a user brings in functions of a library.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use crate::ask::native::{TableFunction, TableLibrary, library_name};
use crate::cli::error::CliError;
use crate::cli::help::DECODERS;
use clap::Args;
use clap::builder::PossibleValuesParser;
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::Refusal;
use illformed_judge::container::Container;
use std::ffi::OsString;

/// Functions of a shared library.
#[derive(Debug, Clone, Args)]
#[command(next_display_order = None)]
pub(crate) struct NativeArguments {
    /// Ask C functions of this shared library, see --call.
    ///
    /// It is a path, or a name such as `libglib-2.0.so.0`. Each --call is a decoder. They are called in a process of their own, with the input between pages that cannot be
    /// touched, so that a function that reads or writes too far is seen. No other adapter is asked unless it is named.
    #[arg(long, value_name = "LIB", requires = "call", help_heading = DECODERS)]
    library: Option<String>,
    /// How to call a function: `my_check(bytes, len) -> bool`; repeatable.
    ///
    /// Arguments: bytes, cstr (ends with 00), len, end, out8, out16, out32, cap (units), &written, &cap, &code, &at, &end,
    /// &status, &status>0, &bytes, &len, &out8, &out16, &out32, &room (bytes), object, null, an integer, 'text'.
    ///
    /// Results: bool, 0 is ok, -1 is error, negative is error, null is error, null | at, at, units, count, step,
    /// {status, count}, void.
    #[arg(long, value_name = "CALL", requires = "library", help_heading = DECODERS, hide_short_help = true)]
    call: Vec<String>,
    /// Says how many units --call writes: `my_len(bytes, len) -> units`.
    ///
    /// The output then has exactly that size, before a page that cannot be touched.
    #[arg(long, value_name = "CALL", requires = "library", help_heading = DECODERS, hide_short_help = true)]
    sized_by: Option<String>,
    /// Makes the object that --call takes: `my_new() -> object`.
    #[arg(long, value_name = "CALL", requires = "library", help_heading = DECODERS, hide_short_help = true)]
    open: Option<String>,
    /// Takes the end of the input: `my_finish(object) -> bool`.
    #[arg(long, value_name = "CALL", requires = "open", help_heading = DECODERS, hide_short_help = true)]
    finish: Option<String>,
    /// Begins anew on the same object: `my_reset(object) -> void`.
    #[arg(long, value_name = "CALL", requires = "open", help_heading = DECODERS, hide_short_help = true)]
    reset: Option<String>,
    /// Gives the object back: `my_free(object) -> void`.
    #[arg(long, value_name = "CALL", requires = "open", help_heading = DECODERS, hide_short_help = true)]
    close: Option<String>,
    /// --call takes a whole text, although it takes an object.
    ///
    /// Without it, what takes an object takes the input in chunks, and is asked so.
    #[arg(long, requires = "open", help_heading = DECODERS, hide_short_help = true)]
    whole: bool,
    /// What --call claims to implement; `none` is shown and not judged.
    #[arg(long, value_name = "PROFILE", default_value = "rfc3629", requires = "library", value_parser = profiles(), help_heading = DECODERS, hide_short_help = true)]
    call_profile: String,
    /// How --call documents to replace errors: `maximal-subpart`.
    #[arg(long, value_name = "POLICY", requires = "library", help_heading = DECODERS, hide_short_help = true)]
    call_policy: Option<Policy>,
}

impl NativeArguments {
    pub(crate) const fn is_given(&self) -> bool {
        self.library.is_some()
    }

    /// The library that is described, if one is given. Its functions refuse `refuses`, and each of their inputs stands in
    /// `container`. Fails at the first call that makes no decoder.
    pub(crate) fn library(
        &self,
        container: Option<Container>,
        refuses: &[Refusal],
    ) -> Result<Option<TableLibrary>, CliError> {
        let Some(library) = &self.library else { return Ok(None) };
        let mut names = Vec::new();
        let function = |call: &String| {
            let Self { sized_by, open, finish, reset, close, .. } = self.clone();
            let function = TableFunction {
                call: call.clone(),
                sized_by,
                open,
                finish,
                reset,
                close,
                whole: self.whole,
                profile: Some(self.call_profile.clone()),
                policy: self.call_policy.map(|policy| policy.name().to_owned()),
                refuses: refuses.to_vec(),
                container,
                ..TableFunction::default()
            };
            let name = function.decoder().map_err(CliError::Usage)?.name;
            if names.contains(&name) {
                let why = "that of another --call is too; ask it in a run of its own";
                return Err(CliError::Usage(format!(
                    "--call {call}: its decoder is named `{name}`, and {why}"
                )));
            }
            names.push(name);
            Ok(function)
        };
        let functions = self.call.iter().map(function).collect::<Result<_, _>>()?;
        let (name, files) = (library_name(library), vec![library.clone()]);
        let implementation = name.clone();
        Ok(Some(TableLibrary { name, implementation, files, functions, ..TableLibrary::default() }))
    }

    /// The adapter: this program as a worker.
    pub(crate) fn adapter(
        &self,
        container: Option<Container>,
        refuses: &[Refusal],
        supervision: &Supervision,
    ) -> Result<Option<Box<dyn Adapter>>, CliError> {
        let Some(library) = self.library(container, refuses)? else { return Ok(None) };
        let this = supervision.worker.as_ref();
        let this = this.ok_or_else(|| CliError::Usage("this program cannot be started anew".to_owned()))?;
        let mut words = self.words();
        let refuses = refuses.iter().map(|refused| ["--refuses", refused.name()]);
        let container = container.iter().map(|container| ["--container", container.name()]);
        words.extend(refuses.chain(container).flatten().map(str::to_owned));
        let arguments = ["worker".to_owned()].into_iter().chain(words.clone()).map(OsString::from).collect();
        let program = Program::new(this, arguments);
        let mut adapter = ProcessAdapter::new(&library.name, program, supervision.clone());
        adapter.words = words;
        Ok(Some(Box::new(adapter)))
    }

    /// The arguments as they are typed.
    fn words(&self) -> Vec<String> {
        let texts = [
            ("--library", self.library.clone()),
            ("--sized-by", self.sized_by.clone()),
            ("--open", self.open.clone()),
            ("--finish", self.finish.clone()),
            ("--reset", self.reset.clone()),
            ("--close", self.close.clone()),
            (
                "--call-profile",
                Some(self.call_profile.clone()).filter(|profile| profile != Profile::Rfc3629.name()),
            ),
            ("--call-policy", self.call_policy.map(|policy| policy.name().to_owned())),
        ];
        let calls = self.call.iter().map(|call| ("--call", Some(call.clone())));
        let all = texts.into_iter().chain(calls);
        let words = all.filter_map(|(flag, value)| Some([flag.to_owned(), value?])).flatten();
        words.chain(self.whole.then(|| "--whole".to_owned())).collect()
    }
}

fn profiles() -> PossibleValuesParser {
    let names = Profile::ALL.iter().map(|profile| profile.name());
    names.chain(["none"]).collect::<Vec<_>>().into()
}
