//! The page, acted on as a reader would.

use crate::browser::{Visit, browser, visit, visit_with};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::html;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Reports the state of the page: which part is shown, its text as a reader sees it, and whether it is too wide.
const REPORT: &str = r#"
    const seen = document.createElement("pre");
    seen.id = "seen";
    const say = (name, value) => seen.append(`${name}: ${value}\n`);
    const text = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
        .map((one) => one.innerText.replace(/\s+/g, " ").trim());
    const settled = async () => {
        do await new Promise((done) => setTimeout(done, 20));
        while (document.querySelector("main").hasAttribute("aria-busy"));
    };
    const openAll = async () => {
        document.querySelectorAll("details").forEach((one) => { one.open = true; });
        await settled();
    };
    await settled();
"#;

/// Opens the page of `record` as it is, and then at each of `fragments` in a frame.
pub(crate) fn opened(record: &RunRecord, fragments: &[&str]) -> [Visit; 2] {
    let browser = browser().expect("it is on the PATH");
    let folder = TempDir::new().expect("there is room for a folder");
    let page = folder.path().join("report.html");
    fs::write(&page, html(record)).expect("the page is written");
    [page, page_of_frames(folder.path(), fragments, 1400)].map(|page| visit(&browser, &page, ""))
}

/// Opens the page of `record` and acts on it as `steps`, a script that uses what [`REPORT`] has; returns what it said.
/// For this the page's policy is taken away, since it would not let a foreign script run.
pub(crate) fn acted(record: &RunRecord, fragment: &str, steps: &str) -> String {
    acted_with(record, fragment, steps, &[])
}

/// Like [`acted`], with more flags of the browser's.
pub(crate) fn acted_with(record: &RunRecord, fragment: &str, steps: &str, flags: &[&str]) -> String {
    let browser = browser().expect("it is on the PATH");
    let folder = folder_with_acting_page(record, steps);
    let flags = [&["--virtual-time-budget=6000"], flags].concat();
    said(&visit_with(&browser, &folder.path().join("report.html"), fragment, &flags), steps)
}

/// Like [`acted_with`], at each of `fragments` in a frame `width` wide, since a window is at least 500 wide; all that was said,
/// in any order.
pub(crate) fn acted_in_frames(
    record: &RunRecord,
    fragments: &[&str],
    width: u32,
    steps: &str,
    flags: &[&str],
) -> String {
    let browser = browser().expect("it is on the PATH");
    let folder = folder_with_acting_page(record, steps);
    let path = page_of_frames(folder.path(), fragments, width);
    let flags = [&["--virtual-time-budget=6000"], flags].concat();
    said(&visit_with(&browser, &path, "", &flags), steps)
}

/// A page with `report.html` of `folder` at each of `fragments`, in frames. A browser takes a second to start, whatever it opens.
pub(crate) fn page_of_frames(folder: &Path, fragments: &[&str], width: u32) -> PathBuf {
    let mut frames = "<!doctype html><pre id=\"seen\"></pre><script>addEventListener('message',
        ({ data }) => document.querySelector('#seen').append(data));</script>"
        .to_owned();
    for fragment in fragments {
        let source = fragment.replace('&', "&amp;");
        let size = format!("width=\"{width}\" height=\"800\" style=\"border: 0\"");
        let _ = write!(frames, "<iframe {size} src=\"report.html{source}\"></iframe>");
    }
    let path = folder.join("frames.html");
    fs::write(&path, frames).expect("the page is written");
    path
}

/// A folder with `report.html`, where `steps` are taken.
fn folder_with_acting_page(record: &RunRecord, steps: &str) -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    let page = html(record).replace("http-equiv=\"Content-Security-Policy\"", "name=\"no-policy\"");
    let script = format!(
        "<script>(async () => {{ {REPORT} {steps}
            document.body.append(seen); if (parent !== window) parent.postMessage(seen.textContent, '*');
        }})();</script></body>"
    );
    let page = page.replace("</body>", &script);
    fs::write(folder.path().join("report.html"), page).expect("the page is written");
    folder
}

/// What `steps` said.
#[track_caller]
pub(crate) fn said(visit: &Visit, steps: &str) -> String {
    assert_eq!(visit.console, [""; 0], "{steps}");
    let (_, seen) =
        visit.dom.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("nothing said by {steps}"));
    seen.split("</pre>").next().unwrap_or_default().to_owned()
}
