//! libFuzzer, by `cargo fuzz`.

use crate::engine::{Ended, Engine, EngineName, Figures, run};
use crate::place::{at, dictionary};
use illformed_fuzz::property::Property;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn search(
    engine: &Engine,
    property: &Property,
    folders: &[PathBuf],
    artifacts: &Path,
    flags: &[String],
) -> Result<(Figures, Ended), String> {
    let own = [
        format!("-max_len={}", property.seeds.max_len()),
        "-timeout=10".to_owned(),
        // The address sanitizer keeps what was freed.
        format!("-rss_limit_mb={}", if engine.name == EngineName::Address { 4096 } else { 1024 }),
        "-print_final_stats=1".to_owned(),
    ];
    let dictionary = dictionary(property).filter(|_| engine.name != EngineName::Plain);
    let configure = |command: &mut Command| {
        command.args(own).args(dictionary.map(|path| joined("-dict=", &path)));
        // Of a flag that is given twice the last counts.
        command.args(flags).arg(joined("-artifact_prefix=", &artifacts.join(""))).args(folders);
        command.env("RUST_BACKTRACE", "0").envs(engine.environment.iter().cloned());
    };
    let mut figures = Figures::default();
    let program = program(engine, property.name)?;
    let ended = run(program.as_ref(), configure, &engine.interrupted, &mut |line| {
        figures.take(line);
        engine.tell(property, figures);
    })?;
    Ok((figures, ended))
}

/// The program of the target `name`, which was built for `engine`.
fn program(engine: &Engine, name: &str) -> Result<PathBuf, String> {
    let folder = engine.folder();
    let programs = fs::read_dir(&folder).map_err(at(&folder))?;
    // Between the two stands the machine that is built for.
    let mut programs = programs.flatten().map(|entry| entry.path().join("release").join(name));
    programs.find(|path| path.is_file()).ok_or_else(|| format!("{}: no {name}", folder.display()))
}

fn joined(flag: &str, path: &Path) -> OsString {
    [OsString::from(flag), path.into()].into_iter().collect()
}

impl Figures {
    /// Takes a line of libFuzzer's, such as `#64\tpulse  cov: 380 ft: 1400 corp: 60/1900b`. Lines of the processes that it
    /// forks stand among its own, with less in them: the greatest figures count.
    fn take(&mut self, line: &str) {
        let number = |word: &str| word.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok();
        let executions = match line.strip_prefix("stat::number_of_executed_units:") {
            Some(count) => number(count.trim()),
            None => line.strip_prefix('#').filter(|line| line.contains([':', '\t'])).and_then(number),
        };
        let Some(executions) = executions else { return };
        self.executions = self.executions.max(executions);
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            match (pair[0], number(pair[1])) {
                ("ft:", Some(figure)) => self.features = self.features.max(figure),
                ("corp:", Some(figure)) => self.corpus = self.corpus.max(figure),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_the_greatest_and_other_lines_change_nothing() {
        let mut figures = Figures::default();
        let lines = "INFO: seed corpus: files: 74 min: 2b max: 512b total: 2838b rss: 27Mb\n\
            #64\tpulse  cov: 380 ft: 1400 corp: 60/1900b exec/s: 0 rss: 27Mb\n\
            #3991: cov: 439 ft: 2248 corp: 396 exec/s: 823 oom/timeout/crash: 0/0/2 time: 6s job: 2\n\
            INFO: log from the inner process:\n\
            #12\tNEW    cov: 3 ft: 4 corp: 5/6b exec/s: 0 rss: 27Mb\n#\n#x\tNEW\n###### Recommended dictionary. ######\n";
        lines.lines().for_each(|line| figures.take(line));
        assert_eq!(figures, Figures { executions: 3991, corpus: 396, features: 2248 });
        figures.take("stat::number_of_executed_units: 4017");
        assert_eq!(figures.executions, 4017);
    }
}
