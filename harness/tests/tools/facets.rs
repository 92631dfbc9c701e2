//! What the reader asks for, and the address that keeps it.

use crate::acting::{acted, acted_in_frames};
use crate::reports::{small, unfolded};
use crate::synthetic::synthetic;

/// What is shown of the matrix and the vectors.
const SAY: &str = "
    say('rows', text('.matrix tbody th[scope=row]')); say('cards', text('.card h3'));
    say('vectors', text('#vectors tbody th')); say('count', text('#count'));";

pub(crate) fn an_address_chooses_class_security_and_failures_and_the_controls_show_it() {
    let controls = "say('class', document.querySelector('#class').value);
        say('checked', ['#security', '#failing-only'].map((one) => document.querySelector(one).checked));";
    let steps = format!("say('@', '{{' + location.hash + '}}'); {SAY} {controls}");
    // What is shown, with each part of what is not behind `!`.
    let table = [
        ("#/?class=surrogate", &["class: surrogate\n", "vectors: surrogate/", "!overlong/"][..]),
        (
            "#/?failing=1",
            &[
                "rows: blind\ncards: accepts-everything/blind\n",
                "count: 1 decoder, ",
                "checked: false,true\n",
            ],
        ),
        (
            "#/?class=overlong&security=1",
            // The first replays an incident.
            &["overlong/solidus-two-bytes", "!overlong/two-bytes-last", "checked: true,false\n"],
        ),
        ("#/?class=no-such", &["class: \n"]),
    ];
    let all = acted_in_frames(&unfolded(), &table.map(|(fragment, _)| fragment), 1400, &steps, &[]).stdout;
    for (fragment, parts) in table {
        let head = format!("@: {{{}}}\n", fragment.replace('&', "&amp;"));
        let (_, seen) = all.split_once(&head).unwrap_or_else(|| panic!("{fragment}: {all}"));
        let seen = seen.split("@: ").next().unwrap_or_default();
        for part in parts {
            let is_seen = seen.contains(part.trim_start_matches('!'));
            assert_ne!(is_seen, part.starts_with('!'), "{fragment}: {part}: {seen}");
        }
    }
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
    acted(&unfolded(), "", steps).has(&[
        "hash: #/?class=overlong&amp;failing=1\n",
        "back: #/?class=overlong&amp;failing=1\nhidden: true\n",
        "none: #/\n",
    ]);
}

pub(crate) fn a_slash_leads_to_the_search_and_escape_empties_and_leaves_it() {
    let steps = "key('/'); say('focus', document.activeElement.id); await type('blind');
        key('Escape'); await settled(); say('emptied', `${filter.value}|${location.hash}|${document.activeElement.id}`);
        key('Escape'); say('left', document.activeElement.tagName);";
    acted(&small(), "", steps).has(&["focus: filter\nemptied: |#/|filter\nleft: BODY\n"]);
}

pub(crate) fn a_vector_of_an_incident_tells_its_story() {
    let steps = "say('stories', text('.story h2')); say('facts', text('.story .facts'));";
    let said = acted(&small(), "#/vector/overlong/solidus-two-bytes", steps);
    said.has(&["Incident 1: IIS 4 and 5 (2000)", "repeated by accepts-everything/blind"]);
    let seen = acted(&small(), "#/vector/surrogate/single-d800", steps).stdout;
    assert!(!seen.contains("Incident 1:"), "{seen}");
}

pub(crate) fn for_paper_everything_is_opened_and_closed_again() {
    let steps = "say('findings', printed(() => text('#detail details[open] .finding').length > 20));";
    let said = acted(&small(), "#/decoder/accepts-everything/blind", steps);
    said.has(&["findings: false,true,false\n"]);
    let steps = "say('rows', printed(() => text('.matrix tbody th[scope=row]').length));";
    acted(&synthetic(200, 100), "", steps).has(&["rows: 0,200,0\n"]);
}
