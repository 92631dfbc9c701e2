//! The page, acted on as a reader would.

use crate::browser::{Visit, browser, visit, visit_with};
use crate::typed::{Folder, Said};
use illformed::record::run_record::RunRecord;
use illformed::tell::report::html;
use std::fmt::Write;
use std::path::PathBuf;

/// Reports the state of the page: which part is shown, its text as a reader sees it, and whether it is too wide.
const REPORT: &str = include_str!("acting.js");

/// Opens the page of `record` as it is, and then at each of `fragments` in a frame.
pub(crate) fn opened(record: &RunRecord, fragments: &[&str]) -> [Visit; 2] {
    let browser = browser().expect("it is on the PATH");
    let folder = Folder::new();
    folder.write("report.html", html(record));
    let pages = [folder.path("report.html"), page_of_frames(&folder, fragments, 1400)];
    pages.map(|page| visit(&browser, &page, ""))
}

/// Opens the page of `record` and acts on it as `steps`, a script that uses what [`REPORT`] has; returns what it said.
/// For this the page's policy is taken away, since it would not let a foreign script run.
pub(crate) fn acted(record: &RunRecord, fragment: &str, steps: &str, flags: &[&str]) -> Said {
    let browser = browser().expect("it is on the PATH");
    let folder = folder_with_acting_page(record, steps);
    let flags = [&["--virtual-time-budget=6000"], flags].concat();
    said(&visit_with(&browser, &folder.path("report.html"), fragment, &flags), steps)
}

/// Like [`acted`], at each of `fragments` in a frame `width` wide, since a window is at least 500 wide; all that was said,
/// in any order.
pub(crate) fn acted_in_frames(
    record: &RunRecord,
    fragments: &[&str],
    width: u32,
    steps: &str,
    flags: &[&str],
) -> Said {
    let browser = browser().expect("it is on the PATH");
    let folder = folder_with_acting_page(record, steps);
    let path = page_of_frames(&folder, fragments, width);
    let flags = [&["--virtual-time-budget=6000"], flags].concat();
    said(&visit_with(&browser, &path, "", &flags), steps)
}

/// A page with `report.html` of `folder` at each of `fragments`, in frames. A browser takes a second to start, whatever it opens.
pub(crate) fn page_of_frames(folder: &Folder, fragments: &[&str], width: u32) -> PathBuf {
    let mut frames = "<!doctype html><pre id=\"seen\"></pre><script>addEventListener('message',
        ({ data }) => document.querySelector('#seen').append(data));</script>"
        .to_owned();
    for fragment in fragments {
        let source = fragment.replace('&', "&amp;");
        let size = format!("width=\"{width}\" height=\"800\" style=\"border: 0\"");
        let _ = write!(frames, "<iframe {size} src=\"report.html{source}\"></iframe>");
    }
    folder.write("frames.html", frames);
    folder.path("frames.html")
}

/// A folder with `report.html`, where `steps` are taken.
fn folder_with_acting_page(record: &RunRecord, steps: &str) -> Folder {
    let folder = Folder::new();
    let page = html(record).replace("http-equiv=\"Content-Security-Policy\"", "name=\"no-policy\"");
    let script = format!(
        "<script>(async () => {{ {REPORT} {steps}
            document.body.append(seen); if (parent !== window) parent.postMessage(seen.textContent, '*');
        }})();</script></body>"
    );
    let page = page.replace("</body>", &script);
    folder.write("report.html", page);
    folder
}

#[track_caller]
pub(crate) fn said(visit: &Visit, steps: &str) -> Said {
    assert_eq!(visit.console, [""; 0], "{steps}");
    let (_, seen) =
        visit.dom.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("nothing said by {steps}"));
    let stdout = seen.split("</pre>").next().unwrap_or_default().to_owned();
    Said { code: None, stdout, stderr: String::new() }
}
