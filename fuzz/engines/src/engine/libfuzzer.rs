//! libFuzzer, by `cargo fuzz`.

use crate::engine::{Ended, Engine, Figures, Search, run};
use crate::place::{at, dictionary};
use illformed_fuzz::property::FAULT_VARIABLE;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn search(
    engine: &Engine,
    &Search { property, folders, artifacts, flags }: &Search<'_>,
    hear: &mut dyn FnMut(Figures),
) -> Result<(Figures, Ended), String> {
    let own = [
        format!("-max_len={}", property.seeds.max_len()),
        "-timeout=10".to_owned(),
        // The address sanitizer keeps what was freed.
        format!("-rss_limit_mb={}", if engine.address_sanitizer { 4096 } else { 1024 }),
        "-print_final_stats=1".to_owned(),
    ];
    let dictionary = dictionary(property).filter(|_| engine.mutator);
    let configure = |command: &mut Command| {
        command.args(own).args(dictionary.map(|path| joined("-dict=", &path)));
        // Of a flag that is given twice the last counts.
        command.args(flags).arg(joined("-artifact_prefix=", &artifacts.join(""))).args(folders);
        command.env("RUST_BACKTRACE", "0");
        command.envs(engine.fault.iter().map(|fault| (FAULT_VARIABLE, fault)));
    };
    let mut figures = Figures::default();
    let program = program(engine, property.name)?;
    let ended = run(program.as_ref(), configure, &engine.interrupted, &mut |line| {
        figures.take(line);
        hear(figures);
    })?;
    Ok((figures, ended))
}

/// The program of the target `name`, which was built for `engine`.
pub(crate) fn program(engine: &Engine, name: &str) -> Result<PathBuf, String> {
    let folder = engine.folder();
    let programs = fs::read_dir(&folder).map_err(at(&folder))?;
    // Between the two stands the machine that is built for.
    let mut programs = programs.flatten().map(|entry| entry.path().join("release").join(name));
    programs.find(|path| path.is_file()).ok_or_else(|| format!("{}: no {name}", folder.display()))
}

fn joined(flag: &str, path: &Path) -> OsString {
    [OsString::from(flag), path.into()].into_iter().collect()
}
