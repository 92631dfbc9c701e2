//! What the reader asks for, and the address that keeps it.

use crate::acting::{acted, acted_in_frames};
use crate::reports::{small, unfolded};

/// What is shown of the matrix and the vectors.
const SAY: &str = "
    say('rows', text('.matrix tbody th[scope=row]')); say('cards', text('.card h3'));
    say('vectors', text('#vectors tbody th')); say('count', text('#count'));";

pub(crate) fn an_address_chooses_class_security_and_failures_and_the_controls_show_it() {
    let controls = "say('class', document.querySelector('#class').value);
        say('checked', ['#security', '#failing-only'].map((one) => document.querySelector(one).checked));";
    let fragments =
        ["#/?class=surrogate", "#/?failing=1", "#/?class=overlong&security=1", "#/?class=no-such"];
    let steps = format!("say('@', '{{' + location.hash + '}}'); {SAY} {controls}");
    let all = acted_in_frames(&unfolded(), &fragments, 1400, &steps, &[]);
    let at = |fragment: &str| {
        let head = format!("@: {{{}}}\n", fragment.replace('&', "&amp;"));
        let (_, seen) = all.split_once(&head).unwrap_or_else(|| panic!("{fragment}: {all}"));
        seen.split("@: ").next().unwrap_or_default()
    };
    let seen = at("#/?class=surrogate");
    assert!(seen.contains("class: surrogate\n"), "{seen}");
    assert!(!seen.contains("overlong/") && seen.contains("vectors: surrogate/"), "{seen}");
    let seen = at("#/?failing=1");
    assert!(seen.contains("rows: blind\ncards: accepts-everything/blind\n"), "{seen}");
    assert!(seen.contains("count: 1 decoder, ") && seen.contains("checked: false,true\n"), "{seen}");
    let seen = at("#/?class=overlong&security=1");
    assert!(seen.contains("overlong/solidus-two-bytes"), "it replays an incident: {seen}");
    assert!(!seen.contains("overlong/two-bytes-last"), "{seen}");
    assert!(seen.contains("checked: true,false\n"), "{seen}");
    let seen = at("#/?class=no-such");
    assert!(seen.contains("class: \n"), "{seen}");
}

pub(crate) fn what_is_chosen_stands_in_the_address() {
    let steps = "const choose = async (selector, change) => {
            const control = document.querySelector(selector); change(control);
            control.dispatchEvent(new Event('change')); await settled();
        };
        await choose('#class', (one) => { one.value = 'overlong'; });
        await choose('#failing-only', (one) => { one.checked = true; });
        say('hash', location.hash);
        document.querySelector('.matrix tbody a').click(); await settled();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })); await settled();
        say('back', location.hash); say('hidden', document.querySelector('#detail').hidden);
        await choose('#failing-only', (one) => { one.checked = false; });
        await choose('#class', (one) => { one.value = ''; });
        say('none', location.hash);";
    let seen = acted(&unfolded(), "", steps);
    assert!(seen.contains("hash: #/?class=overlong&amp;failing=1\n"), "{seen}");
    assert!(seen.contains("back: #/?class=overlong&amp;failing=1\nhidden: true\n"), "{seen}");
    assert!(seen.contains("none: #/\n"), "{seen}");
}

pub(crate) fn a_slash_leads_to_the_search_and_escape_empties_and_leaves_it() {
    let steps = "const key = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        key('/'); say('focus', document.activeElement.id);
        const filter = document.querySelector('#filter'); filter.value = 'blind';
        filter.dispatchEvent(new Event('input')); await settled();
        key('Escape'); await settled(); say('emptied', `${filter.value}|${location.hash}|${document.activeElement.id}`);
        key('Escape'); say('left', document.activeElement.tagName);";
    let seen = acted(&small(), "", steps);
    assert!(seen.contains("focus: filter\nemptied: |#/|filter\nleft: BODY\n"), "{seen}");
}

pub(crate) fn a_vector_of_an_incident_tells_its_story() {
    let steps = "say('stories', text('.story h2')); say('facts', text('.story .facts'));";
    let seen = acted(&small(), "#/vector/overlong/solidus-two-bytes", steps);
    assert!(seen.contains("Incident 1: IIS 4 and 5 (2000)"), "{seen}");
    assert!(seen.contains("repeated by accepts-everything/blind"), "{seen}");
    let seen = acted(&small(), "#/vector/surrogate/single-d800", steps);
    assert!(!seen.contains("Incident 1:"), "{seen}");
}

pub(crate) fn for_paper_everything_is_opened_and_closed_again() {
    let steps = "const open = () => text('#detail details[open] .finding').length;
        say('before', open()); dispatchEvent(new Event('beforeprint')); say('printed', open() > 20);
        dispatchEvent(new Event('afterprint')); say('after', open());";
    let seen = acted(&small(), "#/decoder/accepts-everything/blind", steps);
    assert!(seen.contains("before: 0\nprinted: true\nafter: 0\n"), "{seen}");
}
