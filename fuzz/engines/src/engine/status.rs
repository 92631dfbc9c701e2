//! What libFuzzer says of itself while it runs, and at its end.

/// The figures of one run, as of the lines that were read so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LibFuzzerStatus {
    /// How many inputs were run, the seeds among them.
    pub(crate) executions: u64,
    /// How many inputs the corpus has in memory.
    pub(crate) corpus: u64,
    /// How many features they reach: edges, each with how often it is passed.
    pub(crate) features: u64,
    /// How many edges they reach.
    pub(crate) edges: u64,
    /// Whether the seeds were read: what fails before that is a seed.
    pub(crate) seeds_are_read: bool,
    /// Whether the figures are of the fork mode, in which lines of other processes stand among them.
    forks: bool,
}

impl LibFuzzerStatus {
    /// Takes a line of the output. Lines that have no figures change nothing.
    ///
    /// ```
    /// # use crate::engine::LibFuzzerStatus;
    /// let mut status = LibFuzzerStatus::default();
    /// status.take("#65536\tpulse  cov: 236 ft: 512 corp: 48/1023b lim: 128 exec/s: 32768 rss: 45Mb");
    /// status.take("stat::number_of_executed_units: 70000");
    /// assert_eq!((status.executions, status.features, status.corpus), (70_000, 512, 48));
    /// ```
    pub(crate) fn take(&mut self, line: &str) {
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units: ") {
            // In fork mode it is said by a part of the search.
            if let (false, Ok(executions)) = (self.forks, number.trim().parse()) {
                self.executions = executions;
            }
            return;
        }
        let Some((count, rest)) = line.strip_prefix('#').and_then(|line| line.split_once(['\t', ':'])) else {
            return;
        };
        let Ok(executions) = count.parse() else { return };
        let of_forks = line.as_bytes().get(1 + count.len()) == Some(&b':');
        if self.forks && !of_forks {
            return;
        }
        self.forks = of_forks;
        self.executions = executions;
        self.seeds_are_read |= of_forks || !rest.starts_with("pulse");
        for (name, figure) in figures(rest) {
            match name {
                "cov:" => self.edges = figure,
                "ft:" => self.features = figure,
                "corp:" => self.corpus = figure,
                _ => {}
            }
        }
    }
}

/// The words that end in a colon, each with the number that follows it, up to its unit.
fn figures(line: &str) -> impl Iterator<Item = (&str, u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let pairs: Vec<(&str, &str)> = words.windows(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().filter(|(name, _)| name.ends_with(':')).filter_map(|(name, value)| {
        let digits = value.split(|c: char| !c.is_ascii_digit()).next()?;
        Some((name, digits.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What decoders_agree printed with `-runs=100000`, without most of its lines.
    const SEARCH: &str = "\
WARNING: Failed to find function \"__sanitizer_print_stack_trace\".
Dictionary: 50 entries
INFO: Seed: 1
INFO: Loaded 1 modules   (1399 inline 8-bit counters): 1399 [0x557e3d5606a0, 0x557e3d560c17), \n\
INFO:       74 files found in corpus/bytes
INFO: seed corpus: files: 74 min: 2b max: 512b total: 2838b rss: 27Mb
#64\tpulse  cov: 380 ft: 1400 corp: 60/1900b exec/s: 0 rss: 27Mb
#75\tINITED cov: 385 ft: 1412 corp: 68/1954b exec/s: 0 rss: 27Mb
#98\tNEW    cov: 386 ft: 1444 corp: 76/2505b lim: 128 exec/s: 0 rss: 27Mb L: 128/128 MS: 1 CMP- DE: \"I\\000: 7\"-
#65536\tpulse  cov: 436 ft: 2222 corp: 380/23Kb lim: 128 exec/s: 1310 rss: 28Mb
#100000\tDONE   cov: 439 ft: 2246 corp: 394/25Kb lim: 128 exec/s: 1298 rss: 28Mb
###### Recommended dictionary. ######
\"\\377\\377\" # Uses: 55
Done 100000 runs in 77 second(s)
stat::number_of_executed_units: 100000
stat::average_exec_per_sec:     1298
stat::new_units_added:          1145";

    /// The same with `-fork=1`.
    const FORKS: &str = "\
INFO: -fork=1: 394 seed inputs, starting to fuzz in /tmp/libFuzzerTemp.FuzzWithFork21126.dir
#1522: cov: 439 ft: 2246 corp: 394 exec/s: 761 oom/timeout/crash: 0/0/0 time: 2s job: 1 dft_time: 0
#3991: cov: 439 ft: 2248 corp: 396 exec/s: 823 oom/timeout/crash: 0/0/2 time: 6s job: 2 dft_time: 0
INFO: log from the inner process:
#12\tNEW    cov: 3 ft: 4 corp: 5/6b exec/s: 0 rss: 27Mb
stat::number_of_executed_units: 12
INFO: exiting: 0 time: 6s";

    fn read(text: &str) -> LibFuzzerStatus {
        let mut status = LibFuzzerStatus::default();
        text.lines().for_each(|line| status.take(line));
        status
    }

    #[test]
    fn the_last_line_counts_and_the_end_has_the_exact_number() {
        let expected = LibFuzzerStatus {
            executions: 100_000,
            corpus: 394,
            features: 2246,
            edges: 439,
            seeds_are_read: true,
            forks: false,
        };
        assert_eq!(read(SEARCH), expected);
        let crashed = SEARCH.replace("executed_units: 100000", "executed_units: 100417");
        assert_eq!(read(&crashed).executions, 100_417);
    }

    #[test]
    fn in_fork_mode_the_lines_of_inner_processes_do_not_count() {
        let status = read(FORKS);
        assert_eq!((status.executions, status.corpus, status.features, status.edges), (3991, 396, 2248, 439));
    }

    #[test]
    fn a_seed_that_fails_is_told_from_what_is_made_of_seeds() {
        let before: String = SEARCH.lines().take(7).flat_map(|line| [line, "\n"]).collect();
        assert!(!read(&before).seeds_are_read);
        assert!(read(SEARCH).seeds_are_read);
    }

    #[test]
    fn what_has_no_figures_changes_nothing() {
        for line in [
            "",
            "#",
            "#: cov: 1",
            "#x\tNEW",
            "#99999999999999999999\tNEW cov: 1",
            "# 1 \tcov: 2",
            "stat::number_of_executed_units: x",
        ] {
            assert_eq!(read(line), LibFuzzerStatus::default(), "{line}");
        }
        assert_eq!(read("#5\tNEW cov: ft: 3 corp:").features, 3);
    }
}
