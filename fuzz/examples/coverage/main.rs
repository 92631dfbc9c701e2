//! `make coverage`: what of the codec, the vectors' loader and the harness the corpus reaches.
//!
//! Builds the replay of the corpus with counters, runs it, and writes to `target/coverage`: `html/`, `lcov.info`,
//! `coverage.json` (as `llvm-cov export` has it) and `never-reached.txt`. Prints a line a crate, and the files with the
//! most that was never reached. `fuzz/coverage-left-out.toml` says which modules do not count, and why;
//! `fuzz/coverage-floors.json` is the least that each crate has to have. With `--raise` the floors are set to what was
//! measured, if none is lower.
//!
//! The exit code is 0 when each crate has its floor; 1 when one is below it, or when nothing could be measured.

mod floors;
mod measured;
mod profile;
mod scope;
mod tools;

use crate::floors::Floors;
use crate::measured::Measured;
use crate::profile::{Profile, run};
use crate::scope::{CRATES, CrateCoverage, LeftOut, crates, never_reached, summary};
use crate::tools::{Compiler, Places, Tools};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const FLOORS: &str = "fuzz/coverage-floors.json";
const LEFT_OUT: &str = "fuzz/coverage-left-out.toml";
/// How many lines of the list of what was never reached are printed.
const HEAD: usize = 12;

#[expect(clippy::print_stderr, reason = "it is a program's whole main")]
fn main() -> ExitCode {
    let raise = match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => false,
        [raise] if raise == "--raise" => true,
        _ => {
            eprintln!("the only argument is --raise");
            return ExitCode::FAILURE;
        }
    };
    match cover(raise) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "it is what the program is for")]
fn cover(raise: bool) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the package is in no workspace")?;
    let compiler = Compiler::from_verbose_version(&rustc("-vV")?).ok_or("rustc does not say its LLVM")?;
    let sysroot = rustc("--print=sysroot")?;
    let places = Places::of_this_machine(&compiler, Path::new(sysroot.trim()));
    let tools = Tools::find(&places, &compiler).map_err(|missing| missing.to_string())?;

    let out = root.join("target/coverage");
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let profile = Profile::measure(&tools, &compiler.host, &root.join("corpus"), &out)?;
    let json = profile.json(&CRATES.map(|name| root.join(name).join("src")))?;
    write(&out.join("coverage.json"), &json)?;
    let measured = Measured::from_export(&json, &root.display().to_string())
        .map_err(|error| format!("what llvm-cov exported: {error}"))?;
    let left_out = LeftOut::from_toml(&read(&root.join(LEFT_OUT))?);
    let left_out = left_out.map_err(|error| format!("{LEFT_OUT}: {error}"))?;
    let crates = crates(&measured, &left_out);

    let counted: Vec<PathBuf> =
        crates.iter().flat_map(|one| &one.files).map(|(path, _)| root.join(path)).collect();
    write(&out.join("lcov.info"), &profile.lcov(&counted)?)?;
    profile.html(&counted, &out.join("html"))?;
    let never = never_reached(&crates);
    write(&out.join("never-reached.txt"), &never)?;
    print!("{}", summary(&crates));
    let files: Vec<&str> = never.lines().filter(|line| !line.starts_with(' ')).collect();
    println!("\nnever reached, {} files; each region is in target/coverage/never-reached.txt:", files.len());
    for file in files.iter().take(HEAD) {
        println!("    {file}");
    }
    println!("pages: target/coverage/html/index.html");
    // Whoever left out too much reads the figures first.
    left_out.check(&measured).map_err(|error| format!("{LEFT_OUT}: {error}"))?;
    hold(root, &crates, raise)
}

/// Compares with the floors, and those with what they were before.
#[expect(clippy::print_stdout, reason = "it is what the program is for")]
fn hold(root: &Path, crates: &[CrateCoverage<'_>], raise: bool) -> Result<(), String> {
    let now = Floors::of(crates);
    let floors = root.join(FLOORS);
    if raise {
        if floors.exists() {
            not_lowered(&now, &parse(&read(&floors)?)?)?;
        }
        let text = serde_json::to_string_pretty(&now).map_err(|error| error.to_string())?;
        return write(&floors, &(text + "\n"));
    }
    let floors = parse(&read(&floors)?)?;
    for earlier in earlier(root) {
        not_lowered(&floors, &earlier)?;
    }
    let fallen = floors.fallen(crates);
    if !fallen.is_empty() {
        let lines: Vec<String> = fallen.iter().map(ToString::to_string).collect();
        let advice = format!("seed what was lost, or leave out in {LEFT_OUT} what no property can reach");
        return Err(format!("{}\n{advice}", lines.join("\n")));
    }
    if now.crates != floors.crates {
        println!("a floor can be raised: make coverage RAISE=1");
    }
    Ok(())
}

fn not_lowered(floors: &Floors, earlier: &Floors) -> Result<(), String> {
    match &floors.lowered_since(earlier)[..] {
        [] => Ok(()),
        lowered => Err(format!("{FLOORS}: a floor is never lowered: {}", lowered.join(", "))),
    }
}

fn parse(text: &str) -> Result<Floors, String> {
    serde_json::from_str(text).map_err(|error| format!("{FLOORS}: {error}"))
}

/// The floors of each commit that git still has; none without git, or of a form that is no longer read.
fn earlier(root: &Path) -> Vec<Floors> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(root).args(arguments).stderr(Stdio::null()).output();
        output.ok().filter(|output| output.status.success()).map(|output| output.stdout).unwrap_or_default()
    };
    let commits = String::from_utf8_lossy(&git(&["log", "--format=%H", "--", FLOORS])).into_owned();
    let texts = commits.lines().map(|commit| git(&["show", &format!("{commit}:{FLOORS}")]));
    texts.filter_map(|text| serde_json::from_slice(&text).ok()).collect()
}

/// The compiler that Cargo will take.
fn rustc(argument: &str) -> Result<String, String> {
    run(Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg(argument))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
