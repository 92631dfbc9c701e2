//! Programs that compile or decode what is ours.

use crate::typed::{Folder, typed};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::command::{CommandAdapter, CommandClaim};
use illformed::ask::adapter::process::Supervision;
use illformed_judge::claim::OutputKind;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Expectation, Input, Profile, Suite};

pub(crate) fn a_c_compiler_takes_the_header_without_a_word_and_counts_the_same() {
    let folder = Folder::new();
    typed(&format!("vectors export --format c --out {}", folder.at("illformed_vectors.h"))).ends(0);
    let main = r#"#include "illformed_vectors.h"
#include <stdio.h>
int main(void) {
    size_t bytes = 0, good = 0;
    for (size_t i = 0; i < ILLFORMED_VECTOR_COUNT; i++) {
        bytes += illformed_vectors[i].len;
        good += illformed_vectors[i].expected[ILLFORMED_RFC2279].well_formed == 1;
    }
    printf("%d %zu %zu %s", ILLFORMED_VECTOR_COUNT, bytes, good, illformed_vectors[0].id);
    return 0;
}
"#;
    folder.write("main.c", main);
    folder.sh("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -o main main.c").ends(0);
    let counted = folder.sh("./main").ends(0);
    let inputs = || {
        Suite::embedded().vectors().filter_map(|vector| match &vector.input {
            Input::Bytes(bytes) => Some((vector, bytes)),
            Input::Calls(_) => None,
        })
    };
    let bytes: usize = inputs().map(|(_, bytes)| bytes.len()).sum();
    let good = inputs()
        .filter(|(vector, _)| match vector.expectation(Profile::Rfc2279) {
            Expectation::Specified(readings) => readings[0].well_formed(),
            Expectation::Unspecified(_) => false,
        })
        .count();
    let expected = format!("{} {bytes} {good} standard/letter-a", inputs().count());
    assert_eq!(counted.stdout, expected);
}

pub(crate) fn the_text_of_iconv_is_read_and_its_own_mark_taken_away() {
    for (form, kind) in [
        ("UTF-8", OutputKind::Utf8),
        ("UTF-16", OutputKind::Utf16),
        ("UTF-16BE", OutputKind::Utf16),
        ("UTF-32LE", OutputKind::Utf32),
    ] {
        let text = format!("iconv -f UTF-8 -t {form}");
        let adapter = CommandAdapter::new(&text, CommandClaim::default(), Supervision::default());
        let mut session = adapter.expect("it can be split").open().expect("the probe passes");
        assert_eq!(session.decoders()[0].claim.out(), kind, "{form}");
        let expected = match kind {
            OutputKind::Utf16 => Text::Utf16(vec![0xD83D, 0xDE00]),
            OutputKind::Utf32 => Text::Utf32(vec![0x1_F600]),
            _ => Text::Utf8("\u{1F600}".into()),
        };
        let inputs = [&b"\xF0\x9F\x98\x80"[..], b"\xC0\x80"].map(|bytes| Input::Bytes(bytes.to_vec()));
        let mut responses: Vec<Response> = Vec::new();
        session.ask(0, &inputs.each_ref(), &mut |_, response| responses.push(response));
        let expected = [Observation::accept(expected), Observation::reject(None, None)];
        assert_eq!(responses, expected.map(Response::from), "{form}");
    }
}
