//! The page in a browser: quiet, alone, and doing what it should.

use crate::acting::{acted, acted_in_frames, opened, page_of_frames};
use crate::browser::{Visit, browser, visit};
use crate::reports::{HOSTILE, small, with_text};
use crate::typed::Folder;
use illformed_judge::explain::{parse_bytes, spaced_hex};

/// An address of each page, and some that lead nowhere.
pub(crate) const FRAGMENTS: [&str; 12] = [
    "",
    "#/?q=surrogate&class=surrogate&security=1&failing=1",
    "#/?q=c080",
    "#/cause/accepts-surrogate",
    "#/decoder/accepts-everything/blind?question=surr",
    "#/vector/overlong/nul-two-bytes",
    "#/vector/overlong/nul-two-bytes@split=1",
    "#/decoder/accepts-everything/blind",
    "#/decoder/codec/events-rfc2279?class=surrogate",
    "#/?q=nothing-has-this",
    "#/vector/no/such?q=x",
    "#/decoder/%&&&=??",
];

pub(crate) fn no_page_complains_or_asks_for_anything() {
    let [page, frames] = opened(&small(), &FRAGMENTS);
    assert!(page.dom.contains("<html lang=\"en\" class=\"js"), "the script ran, so its hash is right");
    for Visit { console, requests, .. } in [page, frames] {
        assert_eq!(console, [""; 0]);
        assert_eq!(requests, [""; 0]);
    }
}

pub(crate) fn the_browser_tests_would_notice_a_request_and_an_error() {
    let browser = browser().expect("it is on the PATH");
    let folder = Folder::new();
    let bad = "<img src=\"http://outside.test/x.png\"><script>throw new Error('planted')</script>";
    folder.write("report.html", bad);
    for page in [page_of_frames(&folder, &["", "#/?q=c080"], 1400), folder.path("report.html")] {
        let Visit { console, requests, .. } = visit(&browser, &page, "");
        assert!(requests.iter().any(|url| url == "http://outside.test/x.png"), "{requests:?}");
        assert!(console.iter().any(|line| line.contains("planted")), "{console:?}");
    }
}

pub(crate) fn hostile_text_does_nothing_in_any_part_of_the_page() {
    let record = with_text(small(), HOSTILE);
    let blind = "%3C/script%3E%3Cimg%20src=x%20onerror=%22document.title='taken'%22%3E%3C!--%3Cscript%3E'%22%26amp;%E2%80%A8%E2%80%AE%1B%5B31m%00%07";
    let fragments = [
        "",
        "#/vector/overlong/nul-two-bytes",
        "#/decoder/codec/events-rfc2279",
        &format!("#/decoder/{blind}/{blind}"),
    ];
    // Without the policy too: it is a second wall, not the first.
    let open = "await openAll(); say('@', location.hash.slice(0, 9));
        say('images', document.images.length); say('scripts', document.scripts.length);
        say('title', document.title); say('heading', text('h1')); say('findings', text('.finding').length);";
    let seen = acted_in_frames(&record, &fragments, 1400, open, &[]).stdout;
    assert_eq!(seen.matches("images: 0\nscripts: 3\n").count(), fragments.len(), "{seen}");
    assert!(!seen.contains("title: taken"), "{seen}");
    let frames: Vec<&str> = seen.split("@: ").skip(1).collect();
    assert_eq!(frames.len(), fragments.len(), "{seen}");
    for frame in frames {
        let has_none = frame.contains("findings: 0\n");
        assert_eq!(frame.starts_with('\n'), has_none, "all but the first list some: {frame}");
    }
    assert!(seen.contains("img src=x onerror"), "it is shown: {seen}");
}

fn type_each(texts: &[&str]) -> String {
    let texts = serde_json::to_string(texts).expect("texts are JSON");
    format!(
        "for (const words of {texts}) {{
            await type(words);
            const [bytes, first] = ['#list p code', '#list tbody th'].map((one) => text(one)[0] ?? 'none');
            say('typed', `${{filter.value}} bytes ${{bytes}} first ${{first}}`);
        }}"
    )
}

pub(crate) fn bytes_are_read_as_the_command_line_reads_them_and_the_exact_vector_comes_first() {
    let nul = Some("overlong/nul-two-bytes");
    let texts: [(&str, Option<&str>); 18] = [
        ("C0 80", nul),
        ("c080", nul),
        ("0xC0,0x80", nul),
        ("\\xC0\\x80", nul),
        ("%C0%80", nul),
        ("C0  80", nul),
        ("U+D800", Some("surrogate/single-d800")),
        ("u+dfff", Some("surrogate/single-dfff")),
        ("C0 AF", Some("overlong/solidus-two-bytes")),
        ("eda0", None),
        ("U+7FFFFFFF", None),
        ("U+10FFFF U+41", None),
        ("a\\n\\x80%", None),
        ("a%", None),
        ("U+80000000", None),
        ("C0 8", None),
        ("blind", None),
        ("\\q", None),
    ];
    let seen = acted(&small(), "", &type_each(&texts.map(|(text, _)| text)), &[]).stdout;
    for (text, first) in texts {
        let bytes = parse_bytes(text).map_or("none".to_owned(), |bytes| spaced_hex(&bytes));
        let line = seen.lines().find(|line| line.starts_with(&format!("typed: {text} bytes ")));
        let line = line.unwrap_or_else(|| panic!("{text}: {seen}"));
        assert!(line.contains(&format!(" bytes {bytes} first ")), "{line}, not {bytes}");
        assert!(first.is_none_or(|first| line.ends_with(&format!("first {first}"))), "{line}");
    }
}
