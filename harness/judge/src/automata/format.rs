//! Formats that decoders are known to accept, by name: those that have a definition, and those that only exist.

use crate::automata::forms::{Form, ways};
use crate::automata::{Machine, Ways, characters};
use std::sync::LazyLock;

/// A set of strings that some decoder takes for well-formed.
#[derive(Debug, Clone)]
pub struct KnownFormat {
    /// Its name, as short as it can be pasted.
    pub name: String,
    /// What it is, as a fragment.
    pub about: String,
    /// What it accepts: the smallest automaton of it.
    pub machine: Machine,
}

const ONE: Form = (1, 0, 0x7F);
const TWO: Form = (2, 0x80, 0x7FF);
const THREE: [Form; 2] = [(3, 0x800, 0xD7FF), (3, 0xE000, 0xFFFF)];
const THREE_WITH_SURROGATES: Form = (3, 0x800, 0xFFFF);
const FOUR: Form = (4, 0x1_0000, 0x10_FFFF);
const OLD: [Form; 3] = [(4, 0x1_0000, 0x1F_FFFF), (5, 0x20_0000, 0x3FF_FFFF), (6, 0x400_0000, 0x7FFF_FFFF)];

/// All formats that are known by name, RFC 3629 first.
pub fn formats() -> &'static [KnownFormat] {
    static FORMATS: LazyLock<Vec<KnownFormat>> = LazyLock::new(all);
    &FORMATS
}

/// The name, what it is, and the forms.
type FormatRow = (&'static str, &'static str, Vec<Form>);

fn utf8() -> Vec<Form> {
    [&[ONE, TWO][..], &THREE, &[FOUR]].concat()
}

fn generalized() -> Vec<Form> {
    vec![ONE, TWO, THREE_WITH_SURROGATES, FOUR]
}

/// The formats whose characters are numbers written in so many bytes.
#[rustfmt::skip]
fn rows() -> Vec<FormatRow> {
    vec![
        ("utf8", "RFC 3629, equally Unicode's Table 3-7", utf8()),
        ("generalized", "RFC 3629 and surrogates in any order (WTF-8 section 3.2)", generalized()),
        ("ucs2", "RFC 3629 up to U+FFFF, such as MySQL's utf8mb3", [&[ONE, TWO][..], &THREE].concat()),
        (
            "ucs2-surrogates",
            "at most three bytes, surrogates paired or not: CESU-8 that does not look at pairs",
            vec![ONE, TWO, THREE_WITH_SURROGATES],
        ),
        (
            "rfc2279",
            "RFC 2279, one to six bytes, surrogates as any other number",
            [&[ONE, TWO, THREE_WITH_SURROGATES][..], &OLD].concat(),
        ),
        (
            "rfc2279-no-surrogates",
            "RFC 2279, one to six bytes, without surrogates",
            [&[ONE, TWO][..], &THREE, &OLD].concat(),
        ),
        (
            "mutf8",
            "Modified UTF-8 of the JVM: U+0000 in two bytes alone",
            vec![(1, 1, 0x7F), (2, 0, 0), TWO, THREE_WITH_SURROGATES],
        ),
        (
            "mutf8-nul",
            "Modified UTF-8 that takes U+0000 in one byte and in two",
            vec![ONE, (2, 0, 0), TWO, THREE_WITH_SURROGATES],
        ),
        (
            "java-read-utf",
            "two and three bytes of any number, shortest or not, as Java's DataInput.readUTF",
            vec![ONE, (2, 0, 0x7FF), (3, 0, 0xFFFF)],
        ),
        ("utf8-c080", "RFC 3629 and C0 80 for U+0000", [&[(2, 0, 0)][..], &utf8()].concat()),
        ("utf8-f7", "RFC 3629 up to 1FFFFF", [&[ONE, TWO][..], &THREE, &[OLD[0]]].concat()),
        (
            "generalized-f7",
            "shortest forms of up to four bytes: surrogates, and up to 1FFFFF",
            vec![ONE, TWO, THREE_WITH_SURROGATES, OLD[0]],
        ),
        (
            "overlong",
            "RFC 3629, shortest form or not",
            vec![
                ONE,
                (2, 0, 0x7FF),
                (3, 0, 0xD7FF),
                (3, 0xE000, 0xFFFF),
                (4, 0, 0xD7FF),
                (4, 0xE000, 0x10_FFFF),
            ],
        ),
        (
            "overlong-surrogates",
            "up to U+10FFFF, shortest form or not, surrogates too",
            vec![ONE, (2, 0, 0x7FF), (3, 0, 0xFFFF), (4, 0, 0x10_FFFF)],
        ),
        (
            "structure-4",
            "a lead and as many continuation bytes as it announces, up to four bytes, whatever the number",
            vec![ONE, (2, 0, 0x7FF), (3, 0, 0xFFFF), (4, 0, 0x1F_FFFF)],
        ),
        (
            "structure-6",
            "a lead and as many continuation bytes as it announces, up to six bytes, whatever the number",
            vec![
                ONE,
                (2, 0, 0x7FF),
                (3, 0, 0xFFFF),
                (4, 0, 0x1F_FFFF),
                (5, 0, 0x3FF_FFFF),
                (6, 0, 0x7FFF_FFFF),
            ],
        ),
        (
            "perl",
            "Perl's own form: shortest forms of up to thirteen bytes, surrogates too",
            [
                &[ONE, TWO, THREE_WITH_SURROGATES][..],
                &OLD,
                &[(7, 0x8000_0000, 0xF_FFFF_FFFF), (13, 0x10_0000_0000, 0x7FFF_FFFF_FFFF_FFFF)],
            ]
            .concat(),
        ),
        ("utf8-no-nonchar", "RFC 3629 without the 66 noncharacters", without_noncharacters(true)),
        ("utf8-no-fffe", "RFC 3629 without the noncharacters that end a plane", without_noncharacters(false)),
        (
            "xml",
            "RFC 3629 without what XML 1.0 has no character for: controls, U+FFFE, U+FFFF",
            vec![(1, 0x09, 0x0A), (1, 0x0D, 0x0D), (1, 0x20, 0x7F), TWO, THREE[0], (3, 0xE000, 0xFFFD), FOUR],
        ),
        ("utf8-no-nul", "RFC 3629 without U+0000", [&[(1, 1, 0x7F), TWO][..], &THREE, &[FOUR]].concat()),
        ("ascii", "bytes below 80", vec![ONE]),
    ]
}

fn all() -> Vec<KnownFormat> {
    let named = |name: &str, about: &str, machine: Machine| KnownFormat {
        name: name.to_owned(),
        about: about.to_owned(),
        machine: machine.minimised(),
    };
    let format = |(name, about, forms): FormatRow| named(name, about, characters(&ways(&forms)));
    let mut formats: Vec<KnownFormat> = rows().into_iter().map(format).collect();
    let pairs = || vec![vec![0xED..=0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED..=0xED, 0xB0..=0xBF, 0x80..=0xBF]];
    let with_pairs = |forms: Vec<Form>| characters(&[ways(&forms), pairs()].concat());
    formats.extend([
        named(
            "cesu8",
            "CESU-8 (UTR 26): a supplementary character is its two surrogates",
            with_pairs([&[ONE, TWO][..], &THREE].concat()),
        ),
        named("utf8-cesu8", "RFC 3629, and pairs of surrogates as in CESU-8", with_pairs(utf8())),
        named(
            "wtf8",
            "WTF-8: surrogates, but no two that make a pair",
            characters(&ways(&generalized())).product(&no_pair(&pairs()), |one, two| *one && *two),
        ),
    ]);
    // Many decoders wait for the rest of a character that never comes, and many stop at NUL.
    let open_ended = |format: &KnownFormat| {
        let about = format!("{}; what is cut at its end is accepted", format.about);
        named(&format!("{}-open-end", format.name), &about, format.machine.beginnings())
    };
    let up_to_nul = |format: &KnownFormat| {
        let about = format!("{} up to the first byte 00, whatever follows", format.about);
        named(&format!("{}-to-nul", format.name), &about, up_to_nul(&format.machine))
    };
    // In ASCII nothing can be cut.
    let more: Vec<KnownFormat> = formats
        .iter()
        .filter(|format| format.name != "ascii")
        .map(open_ended)
        .chain(formats[..1].iter().map(up_to_nul))
        .collect();
    formats.extend(more);
    formats.push(named("any", "every string of bytes", characters(&vec![vec![0..=0xFF]])));
    formats
}

/// What accepts a string if `machine` accepts what stands before the first byte 00 in it.
fn up_to_nul(machine: &Machine) -> Machine {
    Machine::explored(
        Some(0),
        |state| state.is_none_or(|state| machine.is_accepting(state)),
        |state, byte| match state {
            Some(state) if byte == 0 && machine.is_accepting(*state) => None,
            state => state.map(|state| machine.step(state, byte)),
        },
    )
}

/// The ranges of RFC 3629 without the noncharacters at the ends of the planes, and if `all`, U+FDD0 to U+FDEF either.
fn without_noncharacters(all: bool) -> Vec<Form> {
    let mut forms = vec![ONE, TWO, THREE[0]];
    if all {
        forms.extend([(3, 0xE000, 0xFDCF), (3, 0xFDF0, 0xFFFD)]);
    } else {
        forms.push((3, 0xE000, 0xFFFD));
    }
    forms.extend((1..=0x10_u64).map(|plane| (4, plane << 16, (plane << 16) | 0xFFFD)));
    forms
}

/// What has none of `pairs` in it.
fn no_pair(pairs: &Ways) -> Machine {
    let ways = pairs[0].clone();
    // How many bytes of a pair have come; all of them, for ever.
    let whole = ways.len();
    Machine::explored(
        0,
        |come| *come < whole,
        |come, byte| match *come {
            come if come == whole || ways[come].contains(&byte) => whole.min(come + 1),
            // The second surrogate may be a first one: its lead has come, and what follows it fits there.
            4 if ways[1].contains(&byte) => 2,
            _ => usize::from(ways[0].contains(&byte)),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_formats_accept_the_same_and_each_has_its_own_name() {
        for (number, one) in formats().iter().enumerate() {
            for other in &formats()[..number] {
                assert_ne!(one.machine.difference(&other.machine), None, "{} {}", one.name, other.name);
                assert_ne!(one.name, other.name);
            }
        }
    }

    #[test]
    fn exactly_66_noncharacters_are_left_out() {
        let named = |name: &str| formats().iter().find(|format| format.name == name).expect(name);
        let refused = |name: &str| -> BTreeSet<u32> {
            let machine = &named(name).machine;
            let scalars = ('\0'..=char::MAX).map(|scalar| (scalar, scalar.to_string()));
            let refused = scalars.filter(|(_, text)| !machine.accepts(0, text.as_bytes()));
            refused.map(|(scalar, _)| scalar.into()).collect()
        };
        let expected: BTreeSet<u32> = (0xFDD0..=0xFDEF)
            .chain((0..=0x10).flat_map(|plane| [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]))
            .collect();
        assert_eq!(refused("utf8-no-nonchar"), expected);
        assert_eq!(refused("utf8-no-fffe").len(), 34);
    }
}
