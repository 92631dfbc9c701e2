//! What a reader looks up: bytes, causes, decoders.

use crate::acting::acted;
use crate::reports::small;
use illformed_judge::explain::{parse_bytes, spaced_hex};

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
    let seen = acted(&small(), "", &type_each(&texts.map(|(text, _)| text))).stdout;
    for (text, first) in texts {
        let bytes = parse_bytes(text).map_or("none".to_owned(), |bytes| spaced_hex(&bytes));
        let line = seen.lines().find(|line| line.starts_with(&format!("typed: {text} bytes ")));
        let line = line.unwrap_or_else(|| panic!("{text}: {seen}"));
        assert!(line.contains(&format!(" bytes {bytes} first ")), "{line}, not {bytes}");
        assert!(first.is_none_or(|first| line.ends_with(&format!("first {first}"))), "{line}");
    }
}

pub(crate) fn a_card_leads_to_the_page_of_its_cause_and_that_to_the_decoders() {
    let steps = "document.querySelector('.card .cause').open = true;
        document.querySelector('.card .cause p a').click(); await settled();
        say('hash', location.hash); say('heading', text('h1')); say('facts', text('#detail .facts'));
        document.querySelector('#detail tbody th a').click(); await settled(); say('decoder', text('h1'));
        say('causes', text('#detail .cause b').length > 0); history.back(); await settled();
        document.querySelector('#detail tbody .number a').click(); await settled();
        say('findings', text('h1')); say('at', location.hash);";
    acted(&small(), "", steps).has(&[
        "hash: #/cause/accepts-surrogate\nheading: accepts-surrogate\n",
        "specified by RFC 3629 section 3",
        "decoder: accepts-everything/blind\ncauses: true\n",
        "findings: accepts-everything/blind: accepts-surrogate\n",
        "at: #/decoder/accepts-everything/blind?cause=accepts-surrogate\n",
    ]);
    let said = acted(&small(), "#/cause/no-such", "say('words', text('#detail p'));");
    said.has(&["This report has no cause of that name."]);
}

pub(crate) fn a_search_opens_what_is_folded_and_closes_it_again() {
    let mut record = small();
    let mut again = record.decoders[0].clone();
    "another".clone_into(&mut again.adapter);
    record.decoders.push(again);
    let steps = "const folded = () => document.querySelector('#passing details').open;
        say('before', folded()); await type('another'); say('searched', folded());
        say('names', text('#passing .names')); await type(''); say('after', folded());";
    let seen = "before: false\nsearched: true\nnames: events-rfc3629\nafter: false\n";
    acted(&record, "", steps).has(&[seen]);
}
