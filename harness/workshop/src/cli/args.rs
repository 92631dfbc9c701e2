//! What can be typed after `workshop`.

use clap::{Args, Parser, Subcommand};
use illformed::cli::{ListFormat, SuiteArguments};
use std::path::PathBuf;

/// The contributors' program of illformed: faulty decoders, misbehaving adapters, and files of vectors.
///
/// It proves and builds the project; `illformed` is the program for users.
#[derive(Debug, Parser)]
#[command(name = "workshop", version, max_term_width = 80, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Be an adapter that misbehaves on purpose.
    #[command(hide = true)]
    Misbehave(MisbehaveArguments),
    /// Say which vectors kill which faulty decoders.
    ///
    /// The zoo has decoders with one fault each, of nine structures. Each is asked the vectors that somebody wrote twice: as
    /// a decoder that shows all it can, and as one that says accepted or rejected and no more. What survives is asked what
    /// is generated, and then what is derived. One that no case kills shows a hole in the vectors, unless it is declared to be no fault in
    /// truth.
    ///
    /// Exit codes: 0 all as declared; 1 not so; 2 wrong usage or invalid input files.
    Mutants(MutantsArguments),
    /// Check that adapters that misbehave are handled correctly.
    ///
    /// This program is started again as adapters that hang, die, lie, flood and leak, and as some that are only odd;
    /// each case of each must get exactly its verdict, and nothing may be left running. Nothing else is needed.
    ///
    /// Exit codes: 0 all as it should be; 4 not so, or interrupted.
    Selftest(SelftestArguments),
    /// Be an adapter whose decoders are the mutants.
    #[command(hide = true)]
    Serve,
    /// Work on files of vectors.
    #[command(subcommand)]
    Vectors(VectorsCommand),
}

#[derive(Debug, Args)]
pub(crate) struct MisbehaveArguments {
    /// Which one.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// A folder that all its processes share.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct MutantsArguments {
    /// Only list them, with what they do wrong.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only those whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
    /// Print the shortest lists of vectors that kill the most.
    ///
    /// One kills every mutant that one input betrays, where decoders show all they can; the other kills what can be
    /// seen by the answer alone. A list of more than 30 or 40 vectors, or one that leaves a mutant alive, ends the command
    /// with 1.
    #[arg(long, conflicts_with_all = ["list", "only"])]
    pub(crate) smoke: bool,
    /// Write both lists of --smoke into this file, which `illformed run --smoke` asks: vectors/smoke.txt.
    #[arg(long, value_name = "FILE", requires = "smoke")]
    pub(crate) write: Option<PathBuf>,
    /// With --write: only say whether the file has these lists; exit 1 if not.
    #[arg(long, requires = "write")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SelftestArguments {
    /// Only list them.
    #[arg(long)]
    pub(crate) list: bool,
    /// Only those whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum VectorsCommand {
    /// Say what the sources claim of UTF-8, and what holds each claim.
    ///
    /// Each claim of the two RFCs, of Wikipedia's article of 2012 and of utf-8(7) with the built-in vectors and the tests
    /// of this project that hold it; then where these sources contradict each other or are misprinted, and what is taken.
    /// A claim that is not held, or not in full, says why.
    Claims {
        /// How to write them.
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Text)]
        format: ListFormat,
    },
    /// Work out what the profiles other than rfc3629 expect, and write it.
    ///
    /// A vector is written with its expectation under rfc3629; this adds `also` for the profiles that differ, or mends it.
    Complete {
        /// Only say which files are not complete; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// The folder of .json files.
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Say what changed between two versions of a suite.
    ///
    /// A line for each id: what changed, and the hash of its input and expectations before and after. At the end, the
    /// version that it needs: patch for words, minor for additions, major for another expectation and for a vector that
    /// is gone. Never allowed are another input, an id used again, and a removal without a tombstone. A folder is compared
    /// with a folder, and a file with one of the same kind.
    ///
    /// Exit codes: 0 a patch or minor version will do; 1 it will not; 2 wrong usage or invalid files.
    Diff {
        /// A major version is meant: only what is never allowed is exit 1.
        #[arg(long)]
        major: bool,
        /// The folder of the older .json files, or a file of another kind than decode.
        #[arg(value_name = "OLD")]
        old: PathBuf,
        /// The folder of the newer .json files, or a file of that kind.
        #[arg(value_name = "NEW")]
        new: PathBuf,
    },
    /// Write files in their canonical form.
    Fmt {
        /// Only say which files are not; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// Folders of .json files, and files of another kind than decode.
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
    },
    /// Write the files that are generated.
    ///
    /// The complete suite and the groups that are worked out, from the grammar that RFC 3629 prints and from arithmetic. A
    /// file is replaced at once, and only if its text is another.
    Generate {
        /// Only say which files are not as generated; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// The folder with `suite` and `complete` in it.
        #[arg(value_name = "DIR", default_value = "vectors")]
        dir: PathBuf,
    },
    /// Say what went wrong in the field, and which vectors replay it.
    ///
    /// Attacks, advisories and bugs of decoders: what was wrong and what came of it, where that was read, and the built-in
    /// vectors. A CVE number that nobody looked up says so. What no vector replays, or not in full, says why.
    Incidents {
        /// How to write them.
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Text)]
        format: ListFormat,
    },
    /// Check that vectors are well-made and right.
    ///
    /// Every expectation is worked out again from sources that share no code: the codec's reference decoder,
    /// arithmetic on the decoded numbers, the grammar that RFC 3629 prints, and Rust's standard library. What ids, comments
    /// and flags say is held against the bytes, and each file against its digest. Each finding has file, line and pointer.
    ///
    /// Exit codes: 0 nothing is wrong; 1 something is; 2 the files cannot be read; 4 there are no vectors.
    Lint {
        /// The folder of .json files, or one file of another kind than decode, instead of all that is built in.
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Count what is in a suite.
    ///
    /// For each group and for all: vectors, scripts of calls among them, cases derived from them, bytes, and how many are
    /// well-formed under rfc3629; for each importance and each flag how many vectors have it; for each profile how many vectors differ from
    /// rfc3629 and what they are.
    Stats {
        /// The folder of .json files, instead of the built-in vectors.
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
        /// How to write them.
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Text)]
        format: ListFormat,
    },
}
