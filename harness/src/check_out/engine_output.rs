//! What libFuzzer says on its standard error.

/// How many edges the program is instrumented with, as it says when it starts: `INFO: Loaded 1 modules   (812 inline 8-bit
/// counters): 812 [...]`. `None` if it says nothing of the kind: it did not start, or it is not instrumented.
pub(super) fn edges(output: &str) -> Option<u64> {
    output.lines().find_map(|line| {
        let (_, loaded) = line.split_once("INFO: Loaded ")?;
        let (_, counters) = loaded.split_once("module")?;
        let (kind, numbers) = counters.split_once("):")?;
        if !(kind.ends_with("counters") || kind.ends_with("guards")) {
            return None;
        }
        leading_number(numbers.trim_start())
    })
}

/// Whether it ended because it had done `runs` runs.
pub(super) fn has_done(output: &str, runs: u64) -> bool {
    let done = format!("Done {runs} runs");
    output.lines().any(|line| line.contains(&done))
}

/// Whether it calls itself without instrumentation.
pub(super) fn is_blind(output: &str) -> bool {
    output.contains("no interesting inputs were found")
}

/// How many files of the folders that it was given it took, those with no bytes left out.
pub(super) fn seed_files(output: &str) -> Option<u64> {
    output.lines().find_map(|line| {
        let (_, files) = line.split_once("seed corpus: files: ")?;
        leading_number(files)
    })
}

/// How many files it went through with `-merge=1`.
pub(super) fn merged_files(output: &str) -> Option<u64> {
    output.lines().find_map(|line| {
        let (_, files) = line.split_once("MERGE-OUTER: ")?;
        files.contains(" files, ").then(|| leading_number(files))?
    })
}

/// The line that says most about a bad end: that of the crash, or the last one.
pub(super) fn telling_line(output: &str) -> Option<&str> {
    let lines = || output.lines().map(str::trim).filter(|line| !line.is_empty());
    let crash = lines().find(|line| {
        ["panicked at", "ERROR:", "error while loading", "ParseDictionaryFile"]
            .iter()
            .any(|sign| line.contains(sign))
    });
    crash.or_else(|| lines().next_back())
}

fn leading_number(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{edges, has_done, is_blind, merged_files, seed_files, telling_line};

    const STARTED: &str = "INFO: Running with entropic power schedule (0xFF, 100).\nINFO: Seed: 1337\n\
        INFO: Loaded 1 modules   (36593 inline 8-bit counters): 36593 [0x5570, 0x5571), \n\
        INFO: Loaded 1 PC tables (36593 PCs): 36593 [0x5571,0x5579), \n\
        INFO: seed corpus: files: 74 min: 1b max: 250b total: 4000b rss: 31Mb\n\
        #4\tDONE   cov: 5 ft: 6 corp: 1/1b lim: 4 exec/s: 0 rss: 31Mb\nDone 4 runs in 0 second(s)\n";

    #[test]
    fn a_start_tells_edges_seeds_and_runs() {
        assert_eq!(edges(STARTED), Some(36593));
        assert_eq!(seed_files(STARTED), Some(74));
        assert!(has_done(STARTED, 4) && !has_done(STARTED, 0) && !is_blind(STARTED));
        assert_eq!(telling_line(STARTED), Some("Done 4 runs in 0 second(s)"));
        assert_eq!(edges("INFO: Loaded 2 modules (20 guards): 12 [a, b), 8 [c, d), "), Some(12));
    }

    #[test]
    fn silence_and_other_lines_tell_nothing() {
        for output in ["", "INFO: Loaded 1 PC tables (9 PCs): 9 [0,1)", "Loaded 1 modules (9 counters): 9"] {
            assert_eq!(
                (edges(output), seed_files(output), merged_files(output)),
                (None, None, None),
                "{output}"
            );
        }
        assert!(is_blind("ERROR: no interesting inputs were found. Is the code instrumented for coverage?"));
    }

    #[test]
    fn a_merge_tells_its_files() {
        let output =
            "INFO: -artifact_prefix=x\nMERGE-OUTER: 75 files, 0 in the initial corpus, 0 processed earlier\n";
        assert_eq!(merged_files(output), Some(75));
    }

    #[test]
    fn a_crash_is_told_by_the_line_that_names_it() {
        let output = "INFO: Seed: 1\nthread '<unnamed>' panicked at src/lib.rs:3:5:\nbad\n==9== ERROR: libFuzzer: deadly signal\n";
        assert_eq!(telling_line(output), Some("thread '<unnamed>' panicked at src/lib.rs:3:5:"));
        assert_eq!(telling_line(""), None);
    }
}
