//! The test program's `main`.

use crate::case::{Case, CaseId, FittedInput, Plan};
use crate::claim::{Claim, ScriptSupport};
use crate::in_process::{Stream, decode_whole, run_script};
use crate::judge::Response;
use crate::libtest::decoded::Decoded;
use crate::libtest::failure_log::summary;
use crate::libtest::trial::{TestedDecoder, all_trials, case_trials};
use illformed_vectors::{Input, Suite};
use libtest_mimic::Arguments;
use std::io::{self, Write};
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

    /// Also tests `decode`, which takes the whole input, by `claim`. The tests are called `<name>::<case>`, or `<case>`
    /// when `name` is empty; no two decoders have the same name.
    ///
    /// `claim` says what the decoder promises. What comes back is what `R` is, whatever [`Claim::out`] says, unless `R` leaves
    /// it open: one that returns `bool` validates. That it takes chunks does not count here. The vectors live as long as the program, so that
    /// `decode` may return what borrows from its input.
    #[must_use]
    pub fn one_shot<R: Decoded>(
        self,
        name: &str,
        claim: Claim,
        decode: impl Fn(&'static [u8]) -> R + Send + Sync + 'static,
    ) -> Self {
        let kind = R::OUT.map_or(claim.kind, |out| claim.kind.returning(out));
        let claim = Claim { kind, script: ScriptSupport::None, ..claim };
        self.decoder(name, claim, move |case, _| match &case.vector.input {
            // What fits a decoder of one call is the vector itself, and that lives as long as the program.
            Input::Bytes(bytes) => decode(bytes).into_observation().into(),
            Input::Calls(_) => Response::Skipped("takes no chunks".to_owned()),
        })
    }

    /// Also tests the streams that `new` makes, by `claim`: with each input whole, with scripts of calls, and with each
    /// vector in two chunks. For the names see [`one_shot`](Self::one_shot).
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
        self.decoder(name, Claim { script, ..claim }, move |_, fitted_input| {
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
        ask: impl Fn(&Case<'static>, &FittedInput<'_>) -> Response + Send + Sync + 'static,
    ) -> Self {
        let (name, ask, failures) = (name.to_owned(), Box::new(ask), Mutex::default());
        self.decoders.push(Arc::new(TestedDecoder { name, claim, ask, failures }));
        self
    }

    /// Does what the command line asks for, as the test programs of `cargo test` do, and ends the process: with 0, or with
    /// 101 when a test fails.
    ///
    /// It does not return, since a `main` that forgets an exit code would make every test pass.
    pub fn main(mut self) -> ! {
        let arguments = Arguments::from_args();
        let one_group = only_group(&arguments);
        let trials_of = if one_group.is_some() { case_trials } else { all_trials };
        let plan = Plan::selected(one_group.unwrap_or_else(Suite::embedded), is_test);
        // A single test has all of it in its message.
        let trials = self.decoders.iter().flat_map(|decoder| trials_of(&plan, decoder, !arguments.exact));
        let conclusion = libtest_mimic::run(&arguments, trials.collect());
        self.decoders.sort_by(|one, other| one.name.cmp(&other.name));
        for decoder in &self.decoders {
            // A closed standard output is no reason for another exit code.
            let _ = write!(io::stdout(), "{}", summary(&decoder.name, &decoder.failures(), &plan.cases));
        }
        conclusion.exit()
    }
}

/// Whether a case has a test: vectors, and for those who take chunks each cut in two.
fn is_test(id: &CaseId) -> bool {
    id.recipe.is_none_or(|recipe| recipe.is_one_cut())
}

/// The group of the one test that is asked for. cargo-nextest starts a process for each test, and most of the time of a
/// process goes into reading the suite.
fn only_group(arguments: &Arguments) -> Option<&'static Suite> {
    let name = arguments.filter.as_deref().filter(|_| arguments.exact)?;
    let case = name.rsplit("::").next()?;
    let (group, _) = case.split_once('/')?;
    // It lives as long as the process, as the whole suite would.
    Some(Box::leak(Box::new(Suite::embedded_part(|other| other == group))))
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
