//! What inputs reach of a target, as libFuzzer sees it: the control file of its merge, which lists the inputs and gets a
//! line for each that was run. Pure.
//!
//! A feature is an edge of the target with how often it was taken, in eight steps (`1`, `2`, `3`, `4` to `7`...).

use std::fmt::Write;
use std::path::PathBuf;

/// The features of an input, as numbers that mean something to one build of one target.
pub(crate) type Features = Vec<u32>;

/// The control file that makes libFuzzer run `inputs` in this order: whatever a target does once, on its first input, is
/// then always a feature of the same one.
pub(crate) fn control_file(inputs: &[PathBuf]) -> String {
    let mut text = format!("{}\n0\n", inputs.len());
    for input in inputs {
        // Writing to a String does not fail.
        let _ = writeln!(text, "{}", input.display());
    }
    text
}

/// The features of each of `count` inputs in a control file that libFuzzer went through. Fails with the number of the
/// first input without any: the target ended there, which it does when its property does not hold.
pub(crate) fn features(text: &str, count: usize) -> Result<Vec<Features>, usize> {
    let mut found: Vec<Option<Features>> = vec![None; count];
    for line in text.lines().skip(2 + count) {
        let mut words = line.split(' ');
        if words.next() != Some("FT") {
            continue;
        }
        let mut numbers = words.map_while(|word| word.parse().ok());
        let number = numbers.next().and_then(|number: u32| found.get_mut(number as usize));
        if let Some(number) = number {
            *number = Some(numbers.collect());
        }
    }
    let missing = found.iter().position(Option::is_none);
    missing.map_or(Ok(found.into_iter().flatten().collect()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn went_through(lines: &str) -> String {
        control_file(&["one".into(), "FT 0 9".into()]) + lines
    }

    #[test]
    fn the_features_of_each_input_are_read() {
        let text = went_through("STARTED 0 1\nFT 0 7 9\nCOV 0 1\nSTARTED 1 0\nFT 1\nCOV 1\n");
        assert_eq!(features(&text, 2), Ok(vec![vec![7, 9], vec![]]));
    }

    #[test]
    fn an_input_at_which_the_target_ended_is_named() {
        assert_eq!(features(&went_through("STARTED 0 1\nFT 0 7 9\nCOV 0 1\nSTARTED 1 0\n"), 2), Err(1));
        assert_eq!(features(&went_through(""), 2), Err(0));
    }
}
