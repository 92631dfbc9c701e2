//! What a worker is told to sweep, and the lines that it writes.

use illformed_inputs::Sweep;
use illformed_judge::judge::ScreenedFailure;
use illformed_vectors::Input;
use serde::{Deserialize, Serialize};

/// Parts of sweeps that a worker is to ask one of its decoders: a line on its standard input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepOrder {
    pub decoder: String,
    /// The families, each with the longest input, see [`Sweep::visit`].
    pub sweeps: Vec<(Sweep, Option<usize>)>,
    /// Of how many shares which one: every so many parts, beginning with that one.
    pub share: (usize, usize),
    /// How many parts of the share are left out, since they were asked before.
    pub first: usize,
    /// Whether each input of one part is written before it is asked, so that the one that ends the process is known.
    pub is_traced: bool,
}

impl SweepOrder {
    /// The parts of the share, those among them that are left out.
    pub fn parts(&self) -> impl Iterator<Item = (Sweep, usize, Option<usize>)> {
        let parts = self
            .sweeps
            .iter()
            .flat_map(|&(sweep, max_len)| (0..sweep.parts(max_len)).map(move |part| (sweep, part, max_len)));
        let (shares, share) = self.share;
        parts.skip(share).step_by(shares.max(1))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SweepLine {
    /// It is about to ask this input.
    Input(Input),
    /// It is within a part, in which so many inputs were asked.
    Alive(u64),
    /// The next part of its share is done.
    Part(SweptPart),
    Done,
}

/// What came of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweptPart {
    pub inputs: u64,
    pub failing: u64,
    /// Whether some of it was not asked: the rest, since so many failed, or what the decoder declined.
    pub is_cut: bool,
    /// The shortest inputs that fail in each way.
    pub examples: Vec<SweepExample>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepExample {
    pub input: Input,
    /// What was asked before it in the same process.
    pub previous: Option<Input>,
    pub failure: ScreenedFailure,
}

#[cfg(test)]
mod tests {
    use super::SweepOrder;
    use illformed_inputs::Sweep;
    use std::collections::BTreeSet;

    #[test]
    fn the_shares_have_each_part_once() {
        let share = |share| SweepOrder {
            decoder: "a".to_owned(),
            sweeps: vec![(Sweep::Short, None), (Sweep::Positions, Some(3))],
            share: (3, share),
            first: 0,
            is_traced: false,
        };
        let parts: Vec<_> = (0..3).flat_map(|number| share(number).parts().collect::<Vec<_>>()).collect();
        assert_eq!(parts.len(), Sweep::Short.parts(None) + Sweep::Positions.parts(Some(3)));
        assert_eq!(parts.iter().collect::<BTreeSet<_>>().len(), parts.len());
    }
}
