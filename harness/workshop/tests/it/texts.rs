//! Faults in the second source of texts: `vectors lint` compares the suite and the codec with it.

use illformed_judge::claim::{OutputKind, Policy};
use illformed_judge::observation::Text;
use illformed_judge::second_source::TextSource;
use illformed_vectors::Suite;
use illformed_workshop::lint::{lint_codec, lint_texts};

/// Each output of the second source with something wrong in it, on one policy, form, code or length alone.
fn faults() -> [(&'static str, TextSource); 7] {
    let ours = TextSource::INDEPENDENT;
    let replaced = |replaced| TextSource { replaced, ..ours };
    let text = |text| TextSource { text, ..ours };
    [
        (
            "per-run counts twice",
            replaced(|bytes, events, policy| {
                let mut codes = (OURS.replaced)(bytes, events, policy)?;
                if policy == Policy::PerRun && codes.first() == Some(&0xFFFD) {
                    codes.push(0xFFFD);
                }
                Some(codes)
            }),
        ),
        (
            "java is maximal-subpart",
            replaced(|bytes, events, policy| {
                let policy = if policy == Policy::Java { Policy::MaximalSubpart } else { policy };
                (OURS.replaced)(bytes, events, policy)
            }),
        ),
        (
            "one byte of cp1252",
            replaced(|bytes, events, policy| {
                let wrong = |code: u32| if policy == Policy::Cp1252 && code == 0x178 { 0x9F } else { code };
                Some((OURS.replaced)(bytes, events, policy)?.into_iter().map(wrong).collect())
            }),
        ),
        (
            "one code point of UTF-8",
            text(|codes, profile, out| {
                let wrong =
                    |code: &u32| if out == OutputKind::Utf8 && *code == 0x2_F81A { 0x2_F81B } else { *code };
                (OURS.text)(&codes.iter().map(wrong).collect::<Vec<_>>(), profile, out)
            }),
        ),
        (
            "one surrogate of UTF-16",
            text(|codes, profile, out| {
                let wrong =
                    |code: &u32| if out == OutputKind::Utf16 && *code == 0xDABC { 0xDABD } else { *code };
                (OURS.text)(&codes.iter().map(wrong).collect::<Vec<_>>(), profile, out)
            }),
        ),
        (
            "counts",
            text(|codes, profile, out| match (OURS.text)(codes, profile, out)? {
                Text::Count(count) => Some(Text::Count(count + 1)),
                text => Some(text),
            }),
        ),
        (
            "UTF-32 above U+10FFFF",
            text(|codes, profile, out| {
                let beyond = out == OutputKind::Utf32 && codes.iter().any(|code| *code > 0x10_FFFF);
                if beyond { None } else { (OURS.text)(codes, profile, out) }
            }),
        ),
    ]
}

const OURS: TextSource = TextSource::INDEPENDENT;

#[test]
fn a_fault_in_the_second_source_is_found() {
    for (fault, source) in faults() {
        let mut findings = lint_codec(&source).into_iter().chain(lint_texts(Suite::embedded(), &source));
        assert!(findings.next().is_some(), "{fault}");
    }
}
