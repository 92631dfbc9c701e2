//! Tells the program which compiler, and so which standard library, it was built with.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc builds us, so it runs");
    let version = String::from_utf8_lossy(&output.stdout);
    // "rustc 1.95.0 (hash date)": the number alone.
    let number = version.split(' ').nth(1).unwrap_or("unknown");
    println!("cargo::rustc-env=ILLFORMED_RUSTC_VERSION={number}");
}
