//! The page in a browser: quiet, alone, and doing what it should.

use crate::acting::{acted, acted_in_frames, opened, page_of_frames};
use crate::browser::{Visit, browser, visit};
use crate::reports::{HOSTILE, small, unfolded, with_text};
use crate::typed::Folder;
use crate::whole::is_whole;

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

pub(crate) fn the_filter_keeps_what_has_every_word_and_says_when_nothing_has() {
    let steps =
        "for (const words of ['RFC2279 events', 'accepts-surrogate', 'nul-smuggling', 'no such thing']) {
            await type(words); say('typed', words);
            say('rows', text('.matrix tbody th[scope=row]')); say('cards', text('.card h3'));
            say('vectors', text('#vectors tbody th').length); say('count', text('#count'));
            say('nothing', text('#nothing')); say('hash', location.hash); say('headings', text('h2'));
        }";
    let all = acted(&unfolded(), "", steps).stdout;
    for (words, parts) in [
        (
            "RFC2279 events",
            &[
                "rows: events-rfc2279 rfc2279\ncards: codec/events-rfc2279\nvectors: 0\n",
                "hash: #/?q=RFC2279%20events",
            ][..],
        ),
        // A cause selects cards, and a flag selects vectors.
        ("accepts-surrogate", &["rows: \ncards: accepts-everything/blind\n"]),
        ("nul-smuggling", &["rows: \n", "vectors: "]),
        (
            "no such thing",
            &["vectors: 0\n", "nothing: Nothing here has “no such thing” in it.\n", "headings: \n"],
        ),
    ] {
        let (_, seen) =
            all.split_once(&format!("typed: {words}\n")).unwrap_or_else(|| panic!("{words}: {all}"));
        let seen = seen.split("typed: ").next().unwrap_or_default();
        assert!(parts.iter().all(|part| seen.contains(part)), "{words}: {seen}");
        assert!(words != "nul-smuggling" || !seen.contains("vectors: 0\n"), "{seen}");
    }
}

pub(crate) fn a_cell_leads_to_its_findings_and_back_to_where_the_reader_was() {
    let steps = "const cells = document.querySelectorAll('.matrix tbody:last-child tr:last-child td.cell a');
        cells[1].click(); await settled();
        say('hash', location.hash); say('heading', text('h1')); say('focus', document.activeElement.tagName);
        say('causes', text('#detail .cause b'));
        const first = document.querySelector('#detail section details'); first.open = true; await settled();
        say('finding', text('.finding dl')[0]);
        document.querySelector('.finding').closest('details').querySelector('p a').click(); await settled();
        say('vector', text('h1')); say('bytes', text('.bytes li')); say('marks', text('.bytes i')); say('steps', text('.steps li'));
        history.go(-2); await settled(); await settled();
        say('back', document.querySelector('#detail').hidden);";
    acted(&small(), "", steps).has(&[
        "hash: #/decoder/accepts-everything/blind?question=surr\n",
        "heading: accepts-everything/blind: surrogates\nfocus: H1\n",
        "causes: accepts-surrogate",
        "finding: input ED A0 80 what accepts ill-formed bytes; at code point 0: expected ",
        "reproduce illformed run --decoder accepts-everything/blind --only surrogate/",
        "vector: surrogate/single-d800\nbytes: 0 ED 11101101,1 A0 10100000,2 80 10000000\nmarks: 1110,10,10\n",
        "steps: 0 ED, then A0: surrogate (needs 80..9F),",
        "back: true\n",
    ]);
}

pub(crate) fn a_vector_shows_what_each_decoder_answers() {
    let steps = "say('folds', text('#detail details summary')); say('names', text('.names li')); say('headings', text('h2,h3'));";
    acted(&small(), "#/vector/overlong/nul-two-bytes", steps).has(&[
        "folds: accepts-everything/blind fail",
        "names: codec/events-rfc3629,codec/events-rfc2279\n",
        "as expected (compared: answer, at, len, out)",
    ]);
}

pub(crate) fn arrows_move_in_the_matrix_and_the_tab_key_passes_a_table_in_one_step() {
    let steps = "document.querySelector('.matrix tbody a').focus();
        key('ArrowDown'); key('ArrowRight'); say('at', document.activeElement.getAttribute('href'));
        key('End'); say('end', document.activeElement.getAttribute('href'));
        say('stops', document.querySelectorAll('.matrix a[tabindex=\"0\"]').length);";
    acted(&unfolded(), "", steps).has(&[
        "at: #/decoder/codec/events-rfc2279?question=over\n",
        "end: #/decoder/codec/events-rfc2279?question=chun\nstops: 2\n",
    ]);
}

pub(crate) fn a_version_without_an_end_leaves_the_matrix_as_wide_as_it_was() {
    let mut record = unfolded();
    for decoder in &mut record.decoders {
        decoder.version = "x".repeat(100_000);
    }
    let steps =
        "say('cell', document.querySelector('.matrix td.cell').getBoundingClientRect().right < innerWidth);
        say('wide', document.querySelector('.matrix').offsetWidth < 2 * innerWidth);
        say('head', Math.max(...text('.family summary').map((one) => one.length)));";
    for width in [390, 1440] {
        let said = acted_in_frames(&record, &[""], width, steps, &[]);
        let seen = said.has(&["cell: true\nwide: true\n"]).stdout;
        let head = seen.lines().find_map(|line| line.strip_prefix("head: ")?.parse::<usize>().ok());
        assert!(head.is_some_and(|length| length < 300), "{width}: {seen}");
    }
}

pub(crate) fn a_table_that_is_cut_at_the_edge_shows_that_there_is_more() {
    let steps = "const cut = [...document.querySelectorAll('#detail .scroll')].filter((one) => one.scrollWidth > one.clientWidth);
        const edges = cut.map((one) => getComputedStyle(one)).map((style) =>
            `${style.backgroundAttachment} ${style.backgroundImage.match(/linear-gradient/g)?.length}`);
        say('cut', cut.length > 0); say('edges', [...new Set(edges)].join('|'));";
    let fragment = "#/decoder/accepts-everything/blind";
    let said = acted_in_frames(&small(), &[fragment], 390, steps, &[]);
    said.has(&["cut: true\nedges: local, local, scroll, scroll 4\n"]);
}

pub(crate) fn no_part_of_the_page_scrolls_sideways_as_a_whole() {
    for width in [360, 1440, 390, 820].into_iter().take(if is_whole() { 4 } else { 2 }) {
        let steps = "await openAll();
            const root = document.documentElement;
            say('wider', root.scrollWidth - root.clientWidth); say('width', innerWidth);";
        let seen = acted_in_frames(&with_text(small(), HOSTILE), &FRAGMENTS, width, steps, &[]).stdout;
        let right = seen.matches(&format!("wider: 0\nwidth: {width}\n")).count();
        assert_eq!(right, FRAGMENTS.len(), "{width}: {seen}");
    }
}
