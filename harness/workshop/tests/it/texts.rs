//! Faults in the second source of texts: `vectors lint` compares the suite and the codec with it.

use illformed_judge::claim::OutputKind;
use illformed_judge::second_source::TextSource;
use illformed_vectors::Suite;
use illformed_workshop::lint::{lint_codec, lint_texts};

const OURS: TextSource = TextSource::INDEPENDENT;

#[test]
fn a_fault_in_the_second_source_that_no_run_would_see_is_found() {
    let of_one_code = TextSource {
        text: |codes, profile, out| {
            (OURS.text)(codes, profile, out).filter(|_| out != OutputKind::Utf8 || !codes.contains(&0x2_F81A))
        },
        ..OURS
    };
    assert!(lint_codec(&of_one_code).is_some());
    let of_one_text = TextSource {
        text: |codes, profile, out| {
            (OURS.text)(codes, profile, out).filter(|_| codes != [0x41, 0x2262, 0x391, 0x2E])
        },
        ..OURS
    };
    let of_one_input = TextSource {
        replaced: |bytes, events, policy| {
            (OURS.replaced)(bytes, events, policy).filter(|_| bytes != b"\xE1\x80\xC0")
        },
        ..OURS
    };
    assert!(lint_codec(&OURS).is_none());
    for source in [of_one_text, of_one_input] {
        assert!(lint_texts(Suite::embedded(), &source).next().is_some());
    }
}
