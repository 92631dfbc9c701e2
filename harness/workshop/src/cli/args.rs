//! The arguments of `workshop`.

use clap::{Args, Parser, Subcommand};
use illformed::cli::SuiteArguments;
use std::path::PathBuf;

/// The contributors' program of illformed: faulty decoders and files of vectors.
///
/// It proves and builds the project; `illformed` is the program for users.
#[derive(Debug, Parser)]
#[command(name = "workshop", version, max_term_width = 80)]
pub(crate) struct WorkshopArguments {
    #[command(subcommand)]
    pub(crate) command: WorkshopCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum WorkshopCommand {
    /// Print the guide to the causes, as Markdown: harness/docs/causes.md.
    Causes,
    /// Write the manual pages of `illformed`: one of the program, one of each command.
    Man {
        /// The folder to write them to; created if needed.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// List which vectors find the fault of which mutant.
    ///
    /// A mutant is a decoder with one fault. Each runs the written vectors twice: once it reports all it can, once only
    /// accepted or rejected. Survivors run the generated vectors, and then the derived cases. A mutant that no case kills
    /// shows a gap in the vectors, unless it is declared equivalent to a correct decoder.
    ///
    /// Exit codes: 0 all mutants as declared; 1 some are not; 2 wrong usage or invalid input files.
    Mutants(MutantsArguments),
    /// Run as an adapter whose decoders are the mutants.
    #[command(hide = true)]
    Serve,
    /// Work on files of vectors.
    #[command(subcommand)]
    Vectors(SuiteCommand),
}

#[derive(Debug, Args)]
pub(crate) struct MutantsArguments {
    /// List the mutants and their faults; run nothing.
    #[arg(long)]
    pub(crate) list: bool,
    /// Run only mutants whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
    /// Print the shortest lists of vectors that kill the most.
    ///
    /// The first list kills every mutant that a single input reveals when decoders report all they can. The second kills
    /// those that accepted or rejected alone reveals. The exit code is 1 if a list is too long or a mutant survives.
    #[arg(long, conflicts_with_all = ["list", "only"])]
    pub(crate) smoke: bool,
    /// Write both lists of --smoke to this file; `illformed run --smoke` reads vectors/smoke.txt.
    #[arg(long, value_name = "FILE", requires = "smoke")]
    pub(crate) write: Option<PathBuf>,
    /// With --write: only check that the file has these lists; exit 1 if not.
    #[arg(long, requires = "write")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SuiteCommand {
    /// Compute and write the expectations of profiles other than rfc3629, and flags.
    ///
    /// A vector is written by hand with its expectation under rfc3629. This command adds or corrects `as_rfc3629`, and `also`
    /// for the profiles that differ. It adds flags of the suite that the bytes demand, like `overlong`. Like `fmt` it counts `number_of_tests` anew.
    Complete {
        /// Only list files that are not complete; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// The folder of .json files.
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Compare two versions of a suite.
    ///
    /// Prints a line for each id: the change, and the hash of its input and expectations before and after. The last line is
    /// the version that the changes require: patch for words, minor for additions, major for another expectation or a
    /// removed vector. Another input, a reused id, and a removal without a tombstone are never allowed. Both paths are
    /// folders, or files of one kind.
    ///
    /// Exit codes: 0 a patch or minor version is enough; 1 it is not; 2 wrong usage or invalid files.
    Diff {
        /// Allow the changes of a major version: exit 1 only for changes that are never allowed.
        #[arg(long)]
        major: bool,
        /// The folder of the older .json files, or a file of another kind than decode.
        #[arg(value_name = "OLD")]
        old: PathBuf,
        /// The folder of the newer .json files, or a file of that kind.
        #[arg(value_name = "NEW")]
        new: PathBuf,
    },
    /// Write the flat files: a vector a line, each answer in a column.
    ///
    /// These are utf8 and utf8-chunks, each as .jsonl and .tsv, and a table for each other replacement policy and profile. They
    /// have the vectors of DIR/suite, with the expectations that stand there. A file is replaced atomically, and only if
    /// its text changes.
    Flat {
        /// Only list files that are not current; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// The folder with `suite` in it.
        #[arg(value_name = "DIR", default_value = "vectors")]
        dir: PathBuf,
    },
    /// Write files in their canonical form.
    Fmt {
        /// Only list files that are not; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// Folders of .json files.
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
    },
    /// Write the generated files.
    ///
    /// These are the complete suite and the computed groups, from the grammar in RFC 3629 and from arithmetic. A file is
    /// replaced atomically, and only if its text changes.
    Generate {
        /// Only list files that differ from what is generated; exit 1 if there are any.
        #[arg(long)]
        check: bool,
        /// The folder with `suite` and `complete.tsv` in it.
        #[arg(value_name = "DIR", default_value = "vectors")]
        dir: PathBuf,
    },
    /// Check vectors for errors.
    ///
    /// Every expectation is computed again by sources that share no code: the codec's reference decoder, arithmetic on the
    /// decoded numbers, the grammar in RFC 3629, and Rust's standard library. Ids, comments and flags are compared with the
    /// bytes. Each finding has file, line and pointer.
    ///
    /// Exit codes: 0 no finding; 1 findings; 2 the files cannot be read; 4 there are no vectors.
    Lint {
        /// The folder of .json files, instead of the built-in vectors.
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}
