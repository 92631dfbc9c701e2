//! The test program's `main`.

use crate::case::FittedInput;
use crate::claim::{Claim, ScriptSupport};
use crate::in_process::{Stream, decode_whole, run_script};
use crate::judge::Response;
use crate::libtest::decoded::Decoded;
use crate::libtest::failure_log::summary;
use crate::libtest::tested_decoder::TestedDecoder;
use crate::libtest::trial::{all_trials, some_trials};
use crate::libtest::vector_test::plan_and_tests;
use illformed_vectors::Input;
use libtest_mimic::Arguments;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::env;
use std::io::{self, Write};
use std::process::{self, Command, Stdio};
use std::sync::{Arc, Mutex};

/// The decoders that a test program tests.
///
/// # Examples
///
/// ```
/// use illformed_judge::claim::{Claim, Policy, Profile};
/// use illformed_judge::libtest::TestProgram;
///
/// fn main() {
///     TestProgram::new()
///         .one_shot("strict", Claim::strict(Profile::Rfc3629), str::from_utf8)
///         .one_shot("lossy", Claim::lossy(Policy::MaximalSubpart), String::from_utf8_lossy)
///         .main()
/// }
/// ```
#[derive(Default)]
pub struct TestProgram {
    decoders: Vec<Arc<TestedDecoder>>,
}

impl TestProgram {
    /// One without decoders.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also tests `decode`, which takes the whole input, by `claim`. The tests are called `<name>::<vector>`, or `<vector>`
    /// when `name` is empty; no two decoders have the same name.
    ///
    /// `claim` says what the decoder promises. What comes back is what `R` is, whatever [`Claim::out`] says, unless `R` leaves
    /// it open: one that returns `bool` validates. That it takes chunks does not count here. The inputs live as long as the program, so that
    /// `decode` may return what borrows from them.
    #[must_use]
    pub fn one_shot<R: Decoded>(
        self,
        name: &str,
        claim: Claim,
        decode: impl Fn(&'static [u8]) -> R + Send + Sync + 'static,
    ) -> Self {
        let kind = R::OUT.map_or(claim.kind, |out| claim.kind.returning(out));
        let claim = Claim { kind, script: ScriptSupport::None, ..claim };
        self.decoder(name, claim, move |fitted_input| match fitted_input.input {
            // What fits a decoder of one call is the case's own input.
            Cow::Borrowed(Input::Bytes(bytes)) => decode(bytes).into_observation().into(),
            _ => Response::Skipped("takes no chunks".to_owned()),
        })
    }

    /// Also tests the streams that `new` makes, by `claim`: with each input whole, with scripts of calls, and with the
    /// vectors in chunks. For the names see [`one_shot`](Self::one_shot).
    ///
    /// [`Claim::out`] is the form of the text that the streams put out. [`Claim::script`] says which calls are made;
    /// [`ScriptSupport::None`] stands for all that the trait has.
    #[must_use]
    pub fn streaming<S: Stream>(
        self,
        name: &str,
        claim: Claim,
        new: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        let script = match claim.script {
            script if script.is_one_call() => ScriptSupport::Reset,
            some => some,
        };
        self.decoder(name, Claim { script, ..claim }, move |fitted_input| {
            let mut stream = new();
            Response::Observed(match &*fitted_input.input {
                Input::Bytes(bytes) => decode_whole(&mut stream, bytes, script),
                Input::Calls(calls) => run_script(&mut stream, calls),
            })
        })
    }

    fn decoder(
        mut self,
        name: &str,
        claim: Claim,
        ask: impl Fn(&FittedInput<'static>) -> Response + Send + Sync + 'static,
    ) -> Self {
        let (name, ask, failures) = (name.to_owned(), Box::new(ask), Mutex::default());
        self.decoders.push(Arc::new(TestedDecoder { name, claim, ask, failures }));
        self
    }

    /// Why the program would pass and show nothing, or show one decoder's tests as another's.
    fn mistake(&self) -> Option<String> {
        let mut names = BTreeSet::new();
        let twice = self.decoders.iter().find(|decoder| !names.insert(&decoder.name));
        let twice = twice.map(|decoder| format!("two decoders are called `{}`", decoder.name));
        twice.or_else(|| self.decoders.is_empty().then(|| "the program has no decoder to test".to_owned()))
    }

    /// Does what the command line asks for, as the test programs of `cargo test` do, and ends the process: with 0, or with
    /// 101 when a test fails, no decoder is there or two have one name.
    ///
    /// It does not return, since a `main` that forgets an exit code would make every test pass.
    pub fn main(mut self) -> ! {
        if let Some(wrong) = self.mistake() {
            let _ = writeln!(io::stderr(), "error: {wrong}");
            process::exit(101);
        }
        let arguments = Arguments::from_args();
        let only = arguments.filter.as_deref().filter(|_| arguments.exact);
        let (plan, tests) = plan_and_tests(only.and_then(|name| name.rsplit("::").next()));
        let trials_of = if only.is_some() { some_trials } else { all_trials };
        let trials = self.decoders.iter().flat_map(|decoder| trials_of(&tests, decoder));
        let conclusion = libtest_mimic::run(&arguments, trials.collect());
        self.decoders.sort_by(|one, other| one.name.cmp(&other.name));
        let passes_alone = |test: &str| only.is_none() && passes_alone(test);
        for decoder in &self.decoders {
            // A closed standard output is no reason for another exit code.
            let _ = write!(io::stdout(), "{}", summary(decoder, plan, &passes_alone));
        }
        conclusion.exit()
    }
}

/// Whether the test of that name passes in a process of its own. Where there is none, nothing is known.
fn passes_alone(test: &str) -> bool {
    let alone = env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.args(["--exact", test]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status()
    });
    alone.is_ok_and(|status| status.success())
}

/// Tests one decoder that takes the whole input, by `claim`, and ends the process; see [`TestProgram::one_shot`] and
/// [`TestProgram::main`].
pub fn main<R: Decoded>(claim: Claim, decode: impl Fn(&'static [u8]) -> R + Send + Sync + 'static) -> ! {
    TestProgram::new().one_shot("", claim, decode).main()
}

/// Tests one decoder that takes chunks, by `claim`, and ends the process; see [`TestProgram::streaming`] and
/// [`TestProgram::main`].
///
/// # Examples
///
/// ```
/// use illformed_judge::claim::{Claim, Profile, TextForm};
/// use illformed_judge::libtest::{Stream, StreamError, Text, streaming_main};
///
/// /// Says what is decided, and keeps the rest.
/// #[derive(Default)]
/// struct Chunks {
///     undecided: Vec<u8>,
///     decided: usize,
/// }
///
/// impl Stream for Chunks {
///     fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
///         self.undecided.extend(chunk);
///         let (valid, error) = match str::from_utf8(&self.undecided) {
///             Ok(text) => (text.len(), None),
///             Err(error) => (error.valid_up_to(), Some(error)),
///         };
///         let text: Text = self.undecided.drain(..valid).collect::<Vec<u8>>().into();
///         self.decided += valid;
///         match error.and_then(|error| error.error_len()) {
///             None => Ok(text),
///             len => Err(StreamError { at: Some(self.decided), len, incomplete: false, text: Some(text) }),
///         }
///     }
///
///     fn finish(&mut self) -> Result<Text, StreamError> {
///         match self.undecided.as_slice() {
///             [] => Ok("".into()),
///             _ => Err(StreamError { at: Some(self.decided), incomplete: true, ..StreamError::default() }),
///         }
///     }
///
///     fn reset(&mut self) {
///         *self = Self::default();
///     }
/// }
///
/// fn main() {
///     let claim = Claim::strict(Profile::Rfc3629).giving(TextForm::Utf8);
///     streaming_main(claim, Chunks::default)
/// }
/// ```
pub fn streaming_main<S: Stream>(claim: Claim, new: impl Fn() -> S + Send + Sync + 'static) -> ! {
    TestProgram::new().streaming("", claim, new).main()
}

#[cfg(test)]
mod tests {
    use super::TestProgram;
    use crate::claim::{Claim, Profile};

    #[test]
    fn a_program_without_decoders_and_two_of_one_name_are_mistakes() {
        let with = |program: TestProgram, name| {
            program.one_shot(name, Claim::strict(Profile::Rfc3629), str::from_utf8)
        };
        let empty = TestProgram::new();
        assert_eq!(empty.mistake().as_deref(), Some("the program has no decoder to test"));
        let two = with(with(empty, "one"), "two");
        assert_eq!(two.mistake(), None);
        assert_eq!(with(two, "one").mistake().as_deref(), Some("two decoders are called `one`"));
    }
}
