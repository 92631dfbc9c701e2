//! What a decoder showed when it was asked again in fresh processes.

/// What a decoder showed when it was asked again. All cases are numbers of the plan, ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AskedAgain {
    /// How many cases were asked again in another order.
    pub cases: usize,
    /// Whether the same sequence of cases, asked in two fresh processes, was answered differently.
    pub unstable: bool,
    /// Failures that a case does not show alone.
    pub dependences: Vec<Dependence>,
    /// Cases that were asked alone in a fresh process and failed as before.
    pub alone: Vec<usize>,
}

/// A failure that depends on what was asked before in the same process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    /// The case that fails.
    pub case: usize,
    /// The shortest known sequence that shows it from a fresh process, the case among them. At most
    /// [`SHORT`](Self::SHORT) cases, or all cases between the first and the last that the decoder can be asked.
    pub sequence: Vec<usize>,
    /// The names of other decoders of the adapter that have to be asked this sequence before, in this order.
    pub decoders: Vec<String>,
}

impl Dependence {
    /// How long a sequence with gaps may be: each of its cases is a word of a command line.
    pub const SHORT: usize = 8;
}
