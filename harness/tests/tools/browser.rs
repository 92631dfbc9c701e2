//! Chromium without a window.

use crate::typed::Folder;
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A page after its scripts have run.
pub(crate) struct Visit {
    pub(crate) dom: String,
    /// What was written to the console; complaints of the page's policy are among it.
    pub(crate) console: Vec<String>,
    /// What the page asked the network for.
    pub(crate) requests: Vec<String>,
}

pub(crate) fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut programs = env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    programs.find(|program| program.is_file())
}

/// Opens `page` at `fragment`. Time passes at once, so that what scripts wait for has happened when the document is written.
pub(crate) fn visit(browser: &Path, page: &Path, fragment: &str) -> Visit {
    visit_with(browser, page, fragment, &["--virtual-time-budget=3000"])
}

pub(crate) fn visit_with(browser: &Path, page: &Path, fragment: &str, flags: &[&str]) -> Visit {
    let folder = Folder::new();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"])
        .args(["--no-first-run", "--disable-background-networking", "--disable-component-update"])
        .args(["--disable-sync", "--enable-logging=stderr", "--v=0", "--dump-dom"])
        .args(flags)
        // Whatever is asked for, by whom ever, there is nobody: the tests must not depend on a network.
        .arg("--proxy-server=127.0.0.1:9")
        .arg("--window-size=1400,900")
        .arg(format!("--user-data-dir={}", folder.at("profile")))
        .arg(format!("--log-net-log={}", folder.at("network.json")))
        .arg(format!("file://{}{fragment}", page.display()))
        .stdin(Stdio::null())
        .output()
        .expect("the browser starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the browser failed: {stderr}");
    let console = stderr.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    let requests = requests(&folder.read("network.json"));
    Visit { dom: String::from_utf8_lossy(&output.stdout).into_owned(), console, requests }
}

/// The addresses in a network log that a page asked for. The browser asks for things of its own; those have no origin.
fn requests(log: &str) -> Vec<String> {
    // The end of the log is missing when the browser is quick to leave.
    let whole = serde_json::from_str::<Value>(log)
        .or_else(|_| serde_json::from_str(&format!("{}]}}", log.trim_end().trim_end_matches(','))));
    let log = whole.expect("the log is JSON");
    let events = log["events"].as_array().expect("the log has events");
    let asked = events.iter().filter_map(|event| {
        let (url, initiator) = (event["params"]["url"].as_str()?, event["params"]["initiator"].as_str()?);
        (initiator != "not an origin").then(|| url.to_owned())
    });
    asked.collect()
}
