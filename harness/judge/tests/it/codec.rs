//! The checks of the codec, with a second source that errs: what they compare they notice.

use illformed_codec::{Event, Policy, Profile};
use illformed_judge::claim::OutputKind;
use illformed_judge::codec_check::{code_fault, codes_fault, whole_text_fault};
use illformed_judge::observation::Text;
use illformed_judge::second_source::TextSource;
use std::cell::Cell;

const RIGHT: TextSource = TextSource::INDEPENDENT;

thread_local! {
    /// The code that a source writes as another.
    static CODE: Cell<u32> = const { Cell::new(0) };
    static FORM: Cell<OutputKind> = const { Cell::new(OutputKind::None) };
    static POLICY: Cell<Policy> = const { Cell::new(Policy::Fatal) };
}

/// A source that errs in what the three say.
const ERRING: TextSource = TextSource { replaced, text };

fn text(codes: &[u32], profile: Profile, out: OutputKind) -> Option<Text> {
    let errs = codes.contains(&CODE.get()) && [OutputKind::None, out].contains(&FORM.get());
    if errs { Some(Text::None) } else { (RIGHT.text)(codes, profile, out) }
}

fn replaced(bytes: &[u8], events: &[Event], policy: Policy) -> Option<Vec<u32>> {
    let mut codes = (RIGHT.replaced)(bytes, events, policy)?;
    codes.extend((policy == POLICY.get()).then_some(0x58));
    Some(codes)
}

#[test]
fn a_source_that_writes_one_code_otherwise_is_told() {
    let told = |code| {
        CODE.set(code);
        code_fault(0x1200..0x1300, &ERRING)
    };
    let of_each_power = [0x1F_FFFF, 0x20_0000, 0x20_0001, 0xF_FFFF, 0x7FFF_FFFF, 0x8000_0000];
    for code in [0x1234, 0xD800, 0xDFFF, 0, 0xD7FF, 0x10_FFFF, u32::MAX].into_iter().chain(of_each_power) {
        assert!(told(code).is_some_and(|fault| fault.contains("is expected")), "{code:X}");
    }
    assert_eq!(told(0x1400), None);
    CODE.set(0x41);
    for form in [OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32, OutputKind::Count] {
        FORM.set(form);
        let told = codes_fault(&[0x41, 0x42], Profile::Rfc3629, &ERRING).unwrap();
        assert!(told.starts_with(&format!("{form:?} of 0041 0042: ")), "{told}");
        assert!(told.ends_with("is expected, the second source has -"), "{told}");
    }
    FORM.set(OutputKind::None);
    assert_eq!(codes_fault(&[], Profile::Rfc3629, &ERRING), None);
}

#[test]
fn a_source_that_replaces_errors_otherwise_is_told() {
    let told = |bytes: &[u8], profile| whole_text_fault(bytes, profile, &ERRING);
    for policy in Policy::ALL {
        POLICY.set(*policy);
        for profile in Profile::ALL {
            let told = told(b"a\xE2\x82", *profile).unwrap();
            assert!(told.starts_with(&format!("decode_lossy, {policy}: 0061")), "{told}");
            assert!(told.ends_with(" 0058"), "{told}");
        }
    }
    POLICY.set(Policy::Drop);
    let told = told(b"\xFF", Profile::Rfc3629);
    assert_eq!(told.as_deref(), Some("decode_lossy, drop: nothing, the second source has 0058"));
}
