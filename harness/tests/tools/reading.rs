//! Whether everybody can read the page: contrast in both schemes, names of controls, heads of tables, order of headings.

use crate::acting::{acted_in_frames, acted_with};
use crate::in_browser::FRAGMENTS;
use crate::reports::{baselined_each, small};

/// Lists whatever is hard to see, by the formula of WCAG 2: less than 4.5 of a text to what is behind it.
const CONTRAST: &str = r#"
    await openAll();
    const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const over = ([r, g, b, a = 1], below) => [r, g, b].map((one, at) => one * a + below[at] * (1 - a));
    const behind = (element) => {
        if (!element) return [255, 255, 255];
        const color = channels(getComputedStyle(element).backgroundColor);
        return color[3] === undefined ? color : over(color, behind(element.parentElement));
    };
    const luminance = (color) => color.map((one) => one / 255)
        .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const ratio = (color, below) => {
        const [dark, light] = [luminance(over(channels(color), below)), luminance(below)].sort((one, two) => one - two);
        return (light + 0.05) / (dark + 0.05);
    };
    let looked = 0;
    const low = new Set();
    const look = (element, color) => {
        looked++;
        const seen = ratio(color, behind(element));
        if (!(seen >= 4.5)) low.add(`${element.tagName}.${element.className} ${seen.toFixed(2)}`);
    };
    for (const element of document.querySelectorAll("body *")) {
        const own = [...element.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
        if (own && element.checkVisibility() && !element.matches("option, #seen")) look(element, getComputedStyle(element).color);
        if (element.placeholder) look(element, getComputedStyle(element, "::placeholder").color);
    }
    say("paper", luminance(behind(document.body)) > 0.5 ? "light" : "dark");
    say("enough", looked > 5);
    say("low", [...low].join(", "));
"#;

/// Lists what has no name, no scope, no order, or an id that is not its own.
const NAMES: &str = r#"
    await openAll();
    const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const named = (one) => one.getAttribute("aria-label") || [...one.labels ?? []].some((label) => label.textContent.trim())
        || (!one.matches("input, select") && one.textContent.trim());
    const list = (elements) => elements.map((one) => one.outerHTML.slice(0, 80)).join(", ");
    say("controls", visible("input, select, button, a").length > 2);
    say("nameless", list(visible("input, select, button, a, summary, [role=region]").filter((one) => !named(one))));
    say("scopeless", list(visible("th").filter((one) => !one.scope)));
    say("headless", list(visible("table").filter((one) => !one.querySelector("thead th"))));
    say("stuck", list(visible(".scroll").filter((one) => one.tabIndex !== 0)));
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    say("twice", ids.filter((id, at) => ids.indexOf(id) !== at));
    const levels = visible("h1, h2, h3, h4").map((one) => Number(one.tagName[1]));
    say("levels", levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1));
    say("titles", visible("h1").length);
    say("letterless", list(visible(".matrix td.cell a").filter((one) => !one.textContent.trim() || !one.title)));
"#;

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
