//! The families by name: what each proves, and its inputs.

use crate::sweep::neighbours::SPECIAL;
use crate::sweep::{
    BytesVisitor, SweepInput, Visitor, long, mixtures, neighbours, positions, states, widths,
};
use illformed_judge::named_enum;
use illformed_judge::shown::thousands;
use illformed_vectors::Input;
use std::ops::ControlFlow;

named_enum! {
    /// A family of inputs that is made and never stored. Those come first that take the least time.
    pub enum Sweep {
        /// The complete suites, cut into chunks.
        Chunks = "chunks",
        /// Each scalar value alone, and in rows.
        Scalars = "scalars",
        /// Each sequence of widths of characters.
        Widths = "widths",
        /// Pairs, triples and rows of special characters, and one before an error.
        Neighbours = "neighbours",
        /// Text of up to some thousand bytes, and an error at each position of it.
        Long = "long",
        /// ASCII, then one part several times, then ASCII.
        Runs = "runs",
        /// An ill-formed part between text of two kinds, and two of them apart.
        Mixtures = "mixtures",
        /// The complete suites for decoders with more states than the grammar, of other profiles, and that replace errors.
        States = "states",
        /// All strings of at most three bytes, or two if that is the longest, and pairs of bytes within ASCII.
        Short = "short",
        /// Each transition of the grammar at each position of each length, after five kinds of text.
        Positions = "positions",
    }
}

/// The longest input of the family of positions unless a length is given.
const POSITIONS_LEN: usize = 130;

/// The longest run or row unless a length is given.
const RUNS_LEN: usize = 150;

/// How much text is on each side of an ill-formed part, how long a sequence of widths and a long text are, unless a length is given.
const MIXTURES_LEN: usize = 66;
const WIDTHS_LEN: usize = 16;
const LONG_LEN: usize = 4_200;

/// The longest strings of which all are asked.
const SHORT_LEN: usize = 3;

/// How many states an acceptor of RFC 3629 has.
const STATES: usize = 9;

/// What is repeated in a run: ill-formed parts.
const ILL_FORMED: [&[u8]; 10] = [
    b"\x80",
    b"\xFF",
    b"\xC2",
    b"\xE1",
    b"\xF1",
    b"\xC0\x80",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF0\x9F\x98",
    b"\xF4\x90\x80\x80",
];

/// And characters.
const WELL_FORMED: [&str; 4] = ["\u{E9}", "\u{20AC}", "\u{FFFD}", "\u{1F600}"];

/// How many scalar values are in a part of their family, and in a row.
const SCALARS_A_PART: u32 = 1 << 14;
const SCALARS_A_ROW: u32 = 64;

/// How much ASCII stands on each side of two bytes.
const BLOCK: usize = 64;

impl Sweep {
    /// What a pass proves, as a fragment. `max_len` is that of [`Sweep::visit`].
    pub fn proves(self, max_len: Option<usize>) -> String {
        let len = self.len(max_len);
        match self {
            Self::Positions => format!(
                "every string of at most {len} bytes, if two bytes of one class are treated alike, and no state at a \
                 position is missed by the five kinds of text before it"
            ),
            Self::Runs => format!(
                "{} ill-formed parts and {} characters, repeated any number of times within ASCII of at most {len} bytes",
                ILL_FORMED.len(),
                WELL_FORMED.len()
            ),
            Self::Scalars => {
                format!("each of the 1,112,064 scalar values, alone and in rows of {SCALARS_A_ROW}")
            }
            Self::Short => format!(
                "every string of at most {} bytes, and on every two bytes between {BLOCK} bytes of ASCII",
                if len < SHORT_LEN { "two" } else { "three" }
            ),
            Self::Neighbours => format!(
                "every three of {} special characters, every two at {} places, up to {len} of each in a row, up to {} of \
                 each beside each other one, or of both by turns, and each within ASCII, up to {} bytes before an error",
                SPECIAL.chars().count(),
                neighbours::BLOCK + 1,
                len.min(neighbours::BESIDE),
                len.min(neighbours::BLOCK)
            ),
            Self::Mixtures => format!(
                "{} ill-formed parts between up to {len} bytes of {} kinds of text on either side, and each two of \
                 them up to {len} bytes apart",
                mixtures::ILL_FORMED,
                mixtures::KINDS
            ),
            Self::Widths => format!(
                "every sequence of the widths of characters in {len} bytes: alone, among ASCII, repeated, before an error"
            ),
            Self::Long => format!(
                "text of each width of at most {} bytes, {} ill-formed parts behind such text of at most {} bytes, and these and a \
                 character of each other width at each place of such text of {} bytes",
                thousands(len as u64),
                mixtures::ILL_FORMED,
                len.min(long::BEFORE_END),
                long::lengths(len)
            ),
            Self::States if len > 1 => format!(
                "every string, if it looks at nothing but the bytes so far: an acceptor of at most {} states, or of {} that \
                 treats bytes of one class alike, and a decoder of another profile, or that replaces errors, with at most the \
                 states of its profile or policy",
                STATES + 1,
                STATES + states::EXTRA
            ),
            Self::States => format!(
                "every string, if it looks at nothing but the bytes so far and treats bytes of one class alike: an acceptor of at \
                 most {} states, and a decoder of another profile, or that replaces errors, with at most the states of its \
                 profile or policy",
                STATES + states::EXTRA
            ),
            Self::Chunks => format!(
                "every string in chunks, as on the whole, if a cut leads to no state of its own, bytes of one class are treated \
                 alike behind it, and the lengths of chunks do not matter; and each sequence that is cut before {} bytes more",
                states::behind_cut(max_len.is_none())
            ),
        }
    }

    /// In how many parts it is visited. They are of unlike size.
    pub fn parts(self, max_len: Option<usize>) -> usize {
        let len = self.len(max_len);
        match self {
            Self::Positions => (len + 1) * positions::KINDS,
            Self::Runs => (ILL_FORMED.len() + WELL_FORMED.len()) * len,
            Self::Scalars => (char::MAX as u32).div_ceil(SCALARS_A_PART) as usize,
            Self::Short => 1 << 8,
            Self::Neighbours => SPECIAL.chars().count(),
            Self::Mixtures => mixtures::FAMILY_PARTS,
            Self::Widths => widths::PARTS,
            Self::Long => long::FAMILY_PARTS,
            Self::States => states::parts(len > 1),
            Self::Chunks => states::PARTS_IN_CHUNKS,
        }
    }

    /// Visits the inputs of part number `part`, each once or nearly so, until `visit` breaks. In the families of positions and
    /// runs they have at most `max_len` bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_inputs::Sweep;
    /// use std::ops::ControlFlow;
    ///
    /// let mut inputs = 0;
    /// for part in 0..Sweep::Scalars.parts(None) {
    ///     let _ = Sweep::Scalars.visit(part, None, &mut |input| {
    ///         inputs += usize::from(input.bytes.len() <= 4);
    ///         ControlFlow::Continue(())
    ///     });
    /// }
    /// assert_eq!(inputs, 1_112_064);
    /// ```
    pub fn visit(self, part: usize, max_len: Option<usize>, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if self == Self::Chunks {
            return states::visit_in_chunks(part, max_len.is_none(), visit);
        }
        self.visit_bytes(part, self.len(max_len), &mut |bytes| visit(SweepInput { bytes, cuts: &[] }))
    }

    fn visit_bytes(self, part: usize, len: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
        match self {
            Self::Positions => positions::visit(part / positions::KINDS, part % positions::KINDS, visit),
            Self::Runs => {
                let unit = ILL_FORMED.get(part / len).copied();
                let unit = unit.or_else(|| Some(WELL_FORMED.get(part / len - ILL_FORMED.len())?.as_bytes()));
                unit.map_or(ControlFlow::Continue(()), |unit| runs(unit, part % len + 1, len, visit))
            }
            Self::Scalars => scalars(part as u32 * SCALARS_A_PART, visit),
            Self::Short => short(part as u8, len, visit),
            Self::Neighbours => neighbours::visit(part, len, visit),
            Self::Mixtures => mixtures::visit(part, len, visit),
            Self::Widths => widths::visit(part, len, visit),
            Self::Long => long::visit(part, len, visit),
            Self::States => states::visit(part, len > 1, visit),
            // None of them is whole.
            Self::Chunks => ControlFlow::Continue(()),
        }
    }

    /// All its inputs. `max_len` is that of [`Sweep::visit`].
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_inputs::Sweep;
    /// use illformed_vectors::Input;
    ///
    /// let positions: Vec<Input> = Sweep::Positions.inputs(Some(2)).collect();
    /// assert!(positions.contains(&Input::Bytes(vec![0x41, 0xF4])));
    /// assert!(positions.iter().all(|input| input.bytes().len() <= 2));
    /// ```
    pub fn inputs(self, max_len: Option<usize>) -> impl Iterator<Item = Input> {
        (0..self.parts(max_len)).flat_map(move |part| {
            let mut inputs = Vec::new();
            let _ = self.visit(part, max_len, &mut |input| {
                inputs.push(input.to_input());
                ControlFlow::Continue(())
            });
            inputs
        })
    }

    /// The longest input in bytes, the longest row in characters, or how many states more than the grammar's, where the family has a
    /// limit; at least one.
    fn len(self, max_len: Option<usize>) -> usize {
        let own = match self {
            Self::Positions => POSITIONS_LEN,
            Self::Mixtures => MIXTURES_LEN,
            Self::Widths => WIDTHS_LEN,
            Self::Long => LONG_LEN,
            Self::Short => SHORT_LEN,
            Self::States => states::EXTRA,
            Self::Runs | Self::Scalars | Self::Neighbours | Self::Chunks => RUNS_LEN,
        };
        max_len.unwrap_or(own).max(1)
    }
}

/// ASCII, `unit` so many times, ASCII: all of at most `max_len` bytes.
fn runs(unit: &[u8], times: usize, max_len: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let run = unit.repeat(times);
    let Some(left) = max_len.checked_sub(run.len()) else { return ControlFlow::Continue(()) };
    let mut input = Vec::with_capacity(max_len);
    for before in 0..=left {
        input.clear();
        input.resize(before, b'A');
        input.extend_from_slice(&run);
        for _ in 0..=left - before {
            visit(&input)?;
            input.push(b'A');
        }
    }
    ControlFlow::Continue(())
}

/// The scalar values of a part from `first` on: each alone, and in rows after no to three bytes of ASCII.
fn scalars(first: u32, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let mut bytes = [0; 4];
    let mut row = String::new();
    for first in (first..first + SCALARS_A_PART).step_by(SCALARS_A_ROW as usize) {
        let characters = || (first..first + SCALARS_A_ROW).filter_map(char::from_u32);
        for character in characters() {
            visit(character.encode_utf8(&mut bytes).as_bytes())?;
        }
        for before in 0..4 {
            row.clear();
            row.extend(["A"; 4].iter().take(before).copied());
            row.extend(characters());
            if row.len() > before {
                visit(row.as_bytes())?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The strings of at most two bytes, or three if `max_len` says so, that begin with `first`, or, of its number, the shorter ones; and two bytes within ASCII.
fn short(first: u8, max_len: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    if first == 0 {
        visit(&[])?;
    }
    visit(&[first])?;
    let mut within = [b'A'; 2 * BLOCK + 2];
    for second in 0..=u8::MAX {
        visit(&[first, second])?;
        within[BLOCK..BLOCK + 2].copy_from_slice(&[first, second]);
        visit(&within)?;
        if max_len >= SHORT_LEN {
            (0..=u8::MAX).try_for_each(|third| visit(&[first, second, third]))?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::{ControlFlow, Input, Sweep};
    use std::collections::HashSet;

    #[test]
    fn what_a_pass_proves_is_no_more_than_what_is_visited() {
        let words = |sweep: Sweep, len| sweep.proves(len).split_once(" such ").map(|(_, end)| end.to_owned());
        let long = |lengths| {
            let at_places = "a character of each other width at each place of such text of";
            let most = if lengths == "277" { 300 } else { 600 };
            Some(format!("text of at most {most} bytes, and these and {at_places} {lengths} bytes"))
        };
        assert_eq!(words(Sweep::Long, Some(300)), long("277"));
        let all = "277, 533, 1,045 and, of ASCII and of characters of three bytes, 4,117";
        assert_eq!(words(Sweep::Long, None), long(all));
        // The longest row of U+0000, at the start and behind another character.
        let longest = |begins: &str| {
            let mut most = 0;
            let _ = Sweep::Neighbours.visit(0, None, &mut |input| {
                let row = input.bytes.strip_prefix(begins.as_bytes()).unwrap_or_default();
                most = most.max(row.iter().take_while(|byte| **byte == 0).count());
                ControlFlow::Continue(())
            });
            most
        };
        assert_eq!((longest(""), longest("\u{10FFFF}")), (150, 65));
        let neighbours = Sweep::Neighbours.proves(None);
        assert!(neighbours.contains("up to 150 of each in a row, up to 65 of each beside"), "{neighbours}");
    }

    #[test]
    fn each_family_has_hardly_any_input_twice_and_none_that_is_longer_than_it_says() {
        for (sweep, count) in [
            (Sweep::Positions, 60_000..70_000),
            (Sweep::Runs, 1_000..2_000),
            (Sweep::Scalars, 1_180_000..1_190_000),
            (Sweep::Neighbours, 850_000..880_000),
            (Sweep::Mixtures, 120_000..200_000),
            (Sweep::Widths, 3_000..4_000),
        ] {
            let inputs: Vec<Input> = sweep.inputs(Some(9)).collect();
            assert!(count.contains(&inputs.len()), "{sweep}: {}", inputs.len());
            let different: HashSet<&Input> = inputs.iter().collect();
            assert!(
                different.len() * 10 > inputs.len() * 9,
                "{sweep}: {} of {}",
                different.len(),
                inputs.len()
            );
            let is_limited = matches!(sweep, Sweep::Positions | Sweep::Runs);
            assert!(!is_limited || inputs.iter().all(|input| input.bytes().len() <= 9), "{sweep}");
        }
    }
}
