//! What can be typed after `illformed fuzz`.

use crate::cli::args::seconds;
use crate::cli::own_decoder::OwnDecoderArguments;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use std::num::NonZeroUsize;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct FuzzArguments {
    /// Ask only adapters whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) adapter: Vec<String>,
    /// Ask only decoders whose `adapter/decoder` matches; repeatable. '*' asks all.
    #[arg(long, value_name = "GLOB")]
    pub(crate) decoder: Vec<String>,
    /// Findings of each decoder to show in full.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) findings: usize,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FuzzFormat::Text)]
    pub(crate) format: FuzzFormat,
    /// Adapters to ask at the same time [default: the number of processors].
    ///
    /// The findings do not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The longest input in bytes [default: 160, and longer ones now and then].
    ///
    /// Without a limit the search also makes long inputs, up to 262,404 bytes, longer as the search goes on; together they
    /// have about an eighth of the bytes of the short ones. With a limit more inputs reach it, and from 192 bytes on many
    /// inputs put an error at the end of a block of 128, 256 and so on up to 65,536 bytes.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) max_len: Option<u32>,
    /// MiB of memory that an adapter with all it starts may use [default: 2048].
    ///
    /// Measured on Linux only.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) max_memory: Option<u64>,
    /// Inputs to ask each decoder.
    ///
    /// Without --runs and --seconds a decoder is asked for ten seconds or 1,000,000 inputs, whichever comes first. With
    /// --runs alone there is no time limit, and the same --seed gives the same findings on every machine. The report shows
    /// the numbers to repeat a search with.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,
    /// Seconds to ask each decoder; shrinking takes extra time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) seconds: Option<f64>,
    /// The seed of the search [default: from the clock]; the report shows it.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Seconds that an adapter may take for an answer [default: 5].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<f64>,
    #[command(flatten)]
    pub(crate) given: GivenArguments,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FuzzFormat {
    /// The whole record, as one object.
    Json,
    /// A table, and the findings.
    Text,
}

/// An input as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    /// After `--bytes`.
    Bytes(String),
    /// After `--calls`.
    Calls(String),
}

/// All of `--bytes` and `--calls`, in the order in which they are typed: a sequence depends on it.
#[derive(Debug, Default)]
pub(crate) struct GivenArguments {
    pub(crate) inputs: Vec<Given>,
}

#[derive(Debug, Args)]
struct Typed {
    /// Ask only these bytes, in hex, instead of generated inputs; repeatable.
    ///
    /// This reproduces a finding; nothing is shrunk. Several --bytes and --calls are asked in the order in which they are
    /// typed, in one process. `41*300+c080` means 300 times 41, then C0 80.
    #[arg(long, value_name = "HEX")]
    bytes: Vec<String>,
    /// Ask only this script of calls; repeatable.
    ///
    /// Hex feeds a chunk, `-` an empty chunk, `.` ends the input, `~` resets the decoder: 'c3 - a9 . ~ 41 .'
    /// `(41 ~)*255` repeats these calls 255 times.
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
