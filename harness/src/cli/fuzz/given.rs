//! Inputs that are typed, in the order in which they were typed: a sequence depends on it.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// An input as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    /// After `--bytes`.
    Bytes(String),
    /// After `--calls`.
    Calls(String),
}

/// All of `--bytes` and `--calls`, in one order.
#[derive(Debug, Default)]
pub(crate) struct GivenArguments {
    pub(crate) inputs: Vec<Given>,
}

#[derive(Debug, Args)]
struct Typed {
    /// Ask just these bytes, in hex, instead of inputs that are made; repeatable.
    ///
    /// This is how a finding is asked again. Nothing is shrunk. With --calls and more --bytes all are asked in the order in
    /// which they are typed, in one process. `41*300+c080` is three hundred times 41, and C0 80.
    #[arg(long, value_name = "HEX")]
    bytes: Vec<String>,
    /// Ask just this script of calls; repeatable.
    ///
    /// Hex feeds a chunk, `-` an empty one, `.` ends the input, `~` begins anew on the same object: 'c3 - a9 . ~ 41 .'
    /// `(41 ~)*255` is that many times these calls.
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    calls: Vec<String>,
}

impl FromArgMatches for GivenArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let texts = |name: &str| {
            let indices = matches.indices_of(name).into_iter().flatten();
            indices.zip(matches.get_many::<String>(name).into_iter().flatten().cloned()).collect::<Vec<_>>()
        };
        let bytes = texts("bytes").into_iter().map(|(index, text)| (index, Given::Bytes(text)));
        let calls = texts("calls").into_iter().map(|(index, text)| (index, Given::Calls(text)));
        let mut inputs: Vec<(usize, Given)> = bytes.chain(calls).collect();
        inputs.sort_by_key(|(index, _)| *index);
        Ok(Self { inputs: inputs.into_iter().map(|(_, given)| given).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GivenArguments {
    fn augment_args(command: Command) -> Command {
        Typed::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Typed::augment_args_for_update(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_keep_the_order_in_which_they_were_typed() {
        let command = GivenArguments::augment_args(Command::new("fuzz"));
        let words = ["fuzz", "--calls", "c3 .", "--bytes", "41", "--calls", "- .", "--bytes", "42"];
        let matches = command.try_get_matches_from(words).unwrap();
        let given = GivenArguments::from_arg_matches(&matches).unwrap();
        let text = |text: &str| text.to_owned();
        assert_eq!(
            given.inputs,
            [
                Given::Calls(text("c3 .")),
                Given::Bytes(text("41")),
                Given::Calls(text("- .")),
                Given::Bytes(text("42"))
            ]
        );
    }
}
