//! A page of so many decoders that implementations are folded.

use crate::acting::{acted, acted_in_frames};
use crate::synthetic::synthetic;

/// What is open and what a search finds.
const STATE: &str = "const state = () => `${text('.family[open]').length} open, rows ${text('.matrix tbody th[scope=row]')}`;";

pub(crate) fn a_page_of_200_decoders_is_short_and_opens_at_400_pixels() {
    let steps = "const root = document.documentElement;
        say('short', root.scrollHeight < 8000); say('families', text('.family > summary').length);
        say('closed', text('.family[open], section > .fold[open]').length);
        const family = document.querySelector('.family'); family.open = true; await settled();
        const cells = [...family.querySelectorAll('tbody tr:first-child > *')].filter((one) => one.checkVisibility());
        say('cells', cells.length); say('cut', cells.filter((one) => one.getBoundingClientRect().right > innerWidth).length);
        say('claim', getComputedStyle(cells[0], '::after').content);
        await openAll(); say('wider', root.scrollWidth - root.clientWidth);";
    let seen = acted_in_frames(&synthetic(200, 100), &[""], 400, steps, &[]).stdout;
    let expected = "short: true\nfamilies: 25\nclosed: 0\ncells: 13\ncut: 0\nclaim: \"FAIL\"\nwider: 0\n";
    assert_eq!(seen, expected);
}

pub(crate) fn a_search_finds_a_decoder_that_is_folded_and_folds_it_again() {
    let steps = format!(
        "{STATE} say('first', state()); await type('decoder-42'); say('typed', state()); await type('adapter-3/'); say('more', state());
        await type(''); say('last', state());"
    );
    let names: Vec<String> = (24..32).map(|number| format!("decoder-{number}")).collect();
    let expected = format!(
        "first: 0 open, rows \ntyped: 1 open, rows decoder-42\nmore: 1 open, rows {}\nlast: 0 open, rows \n",
        names.join(",")
    );
    assert_eq!(acted(&synthetic(200, 100), "", &steps).stdout, expected);
}

pub(crate) fn a_number_of_the_summary_opens_what_it_leads_to() {
    let steps = "const open = () => text('section > .fold[open]').length;
        say('before', open()); document.querySelector('.numbers a[href=\"#passing\"]').click(); await settled();
        say('after', open()); say('adapters', text('#passing .fold .fold summary').length);";
    let seen = acted(&synthetic(200, 100), "", steps).stdout;
    assert_eq!(seen, "before: 0\nafter: 1\nadapters: 25\n");
}

pub(crate) fn the_page_of_a_vector_folds_the_names_of_many_decoders_and_a_search_opens_them() {
    let steps = "const names = () => text('#detail .names li').length;
        say('folds', text('#detail .fold > summary')); say('before', names());
        await type('decoder-42'); say('found', text('#detail .names li')); await type(''); say('after', names());";
    let seen = acted(&synthetic(200, 100), "#/vector/group-00/vector-0", steps).stdout;
    assert_eq!(seen, "folds: 181 decoders\nbefore: 0\nfound: adapter-5/decoder-42\nafter: 0\n");
}
