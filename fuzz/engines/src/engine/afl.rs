//! AFL++, by `cargo afl`.

use crate::engine::{Ended, Engine, Figures, run};
use crate::place::{afl_folder, at, dictionary, inputs, write, write_all};
use illformed::search::promote::short_hash;
use illformed_fuzz::property::Property;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// AFL++ then runs on any machine and without a person: no screen, no advice on the machine, no processor of its own; and
/// a seed that fails is a find and not the end.
const ENVIRONMENT: [(&str, &str); 8] = [
    ("AFL_NO_UI", "1"),
    ("AFL_NO_COLOR", "1"),
    ("AFL_SKIP_CPUFREQ", "1"),
    ("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"),
    ("AFL_NO_AFFINITY", "1"),
    ("AFL_IGNORE_SEED_PROBLEMS", "1"),
    ("AFL_CRASHING_SEEDS_AS_NEW_CRASH", "1"),
    // A machine that does other things too starts programs slowly.
    ("AFL_FORKSRV_INIT_TMOUT", "60000"),
];

/// AFL++ works in a folder of its own, which is emptied first: it would go on with what lies in it, and count it in.
pub(super) fn search(
    engine: &Engine,
    property: &Property,
    folders: &[PathBuf],
    artifacts: &Path,
    flags: &[String],
) -> Result<(Figures, Ended), String> {
    let out = afl_folder(property);
    if out.exists() {
        fs::remove_dir_all(&out).map_err(at(&out))?;
    }
    // AFL++ takes one folder, refuses what is empty, and wants one input at least.
    let mut seeds = vec![b"a".to_vec()];
    for folder in folders {
        seeds.extend(inputs(folder)?.into_iter().map(|file| file.bytes).filter(|seed| !seed.is_empty()));
    }
    let gathered = out.join("seeds");
    write_all(&gathered, &seeds)?;
    let stats = out.join("default/fuzzer_stats");
    let figures = || figures_in(&fs::read_to_string(&stats).unwrap_or_default());
    let configure = |command: &mut Command| {
        command.args(["afl", "fuzz", "-i"]).arg(&gathered).arg("-o").arg(&out);
        command.args(["-t", "10000", "-m", "1024", "-G", &property.seeds.max_len().to_string()]);
        if let Some(dictionary) = dictionary(property) {
            command.arg("-x").arg(dictionary);
        }
        command.args(flags).arg(engine.folder().join("release").join(property.name));
        command.envs(ENVIRONMENT).envs(engine.environment.iter().cloned());
    };
    let hear = &mut |_: &str| engine.tell(property, figures());
    let ended = run("cargo".as_ref(), configure, &engine.interrupted, hear)?;
    for bytes in failing(&out)? {
        write(&artifacts.join(format!("afl-{}", short_hash(&bytes))), &bytes)?;
    }
    Ok((figures(), ended))
}

/// The inputs that failed in the search in `out`, without the note that AFL++ writes beside crashes. The folders may not be there.
fn failing(out: &Path) -> Result<Vec<Vec<u8>>, String> {
    let [crashes, hangs] = ["crashes", "hangs"].map(|folder| inputs(&out.join("default").join(folder)));
    let files = crashes?.into_iter().chain(hangs?).filter(|file| !file.path.ends_with("README.txt"));
    Ok(files.map(|file| file.bytes).collect())
}

/// The figures in the text of AFL++'s file `fuzzer_stats`; what is not in it is 0.
fn figures_in(text: &str) -> Figures {
    let figure = |wanted: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(':'));
        let (_, value) = lines.find(|(name, _)| name.trim() == wanted)?;
        value.trim().parse().ok()
    };
    let [executions, corpus, features] =
        ["execs_done", "corpus_count", "edges_found"].map(|name| figure(name).unwrap_or(0));
    Figures { executions, corpus, features }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_are_the_crashes_and_the_hangs_without_the_note_beside_them() {
        let out = tempfile::tempdir().unwrap();
        assert_eq!(failing(out.path()), Ok(vec![]));
        for (name, bytes) in [("crashes/README.txt", "Found"), ("crashes/id:0", "A"), ("hangs/id:0", "B")] {
            write(&out.path().join("default").join(name), bytes).unwrap();
        }
        assert_eq!(failing(out.path()), Ok(vec![b"A".to_vec(), b"B".to_vec()]));
    }

    #[test]
    fn figures_are_read_from_the_lines_that_have_a_number() {
        assert_eq!(figures_in(""), Figures::default());
        let text = "execs_done        : 45350\nedges_found       : 118\ncorpus_count : many\nno colon";
        assert_eq!(figures_in(text), Figures { executions: 45_350, features: 118, corpus: 0 });
    }
}
