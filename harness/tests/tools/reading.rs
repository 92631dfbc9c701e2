//! Whether everybody can read the page: contrast in both schemes, names of controls, heads of tables, order of headings.

use crate::acting::{acted_in_frames, acted_with};
use crate::in_browser::FRAGMENTS;
use crate::reports::{baselined_each, small};

const CONTRAST: &str = include_str!("contrast.js");

const NAMES: &str = include_str!("names.js");

pub(crate) fn text_stands_out_from_what_is_behind_it_on_light_and_on_dark_paper() {
    for (scheme, flag) in [
        ("light", "--blink-settings=preferredColorScheme=1"),
        ("dark", "--blink-settings=preferredColorScheme=0"),
    ] {
        let seen = acted_in_frames(&baselined_each(), &FRAGMENTS, 1400, CONTRAST, &[flag]).stdout;
        let right = seen.matches(&format!("paper: {scheme}\nenough: true\nlow: \n")).count();
        assert_eq!(right, FRAGMENTS.len(), "{scheme}: {seen}");
    }
}

pub(crate) fn controls_have_names_tables_have_heads_and_headings_have_an_order() {
    let expected = "controls: true\nnameless: \nscopeless: \nheadless: \nstuck: \ntwice: \nlevels: \ntitles: 1\nletterless: \n";
    let seen = acted_in_frames(&baselined_each(), &FRAGMENTS, 1400, NAMES, &[]).stdout;
    assert_eq!(seen.matches(expected).count(), FRAGMENTS.len(), "{seen}");
}

pub(crate) fn the_test_of_contrast_would_notice_faint_text() {
    let faint = format!("document.querySelector('h1').style.color = '#999'; {CONTRAST}");
    acted_with(&small(), "", &faint, &["--blink-settings=preferredColorScheme=1"]).has(&["low: H1."]);
}
