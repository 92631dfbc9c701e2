//! The fewest vectors that see the most.

/// The list that is checked in: an id a line; a line that begins with `#` is a comment.
const LIST: &str = include_str!("../smoke.txt");

/// The ids of the built-in vectors that a short run asks, in the suite's order: together they kill every faulty decoder
/// that a stored vector kills. `workshop mutants --smoke --write vectors/smoke.txt` computes the list.
///
/// # Examples
///
/// ```
/// use illformed_vectors::{Suite, smoke_vectors};
///
/// assert!(smoke_vectors().all(|id| Suite::embedded().vector(id).is_some()));
/// ```
pub fn smoke_vectors() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}
