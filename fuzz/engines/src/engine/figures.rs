//! What an engine says of a search while it goes on.

use serde::Serialize;

/// The figures of a search, as far as the engine has said them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(crate) struct Figures {
    /// How many inputs were run, the seeds among them.
    pub(crate) executions: u64,
    /// How many inputs the engine keeps because they reach something new.
    pub(crate) corpus: u64,
    /// How much they reach: libFuzzer's features, which are edges with how often each is passed, or AFL++'s edges.
    pub(crate) features: u64,
}

impl Figures {
    /// Takes a line of libFuzzer's, such as `#64\tpulse  cov: 380 ft: 1400 corp: 60/1900b`. Lines of the processes that it
    /// forks stand among its own, with less in them: the greatest figures count.
    pub(super) fn take(&mut self, line: &str) {
        let number = |word: &str| word.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok();
        let executions = match line.strip_prefix("stat::number_of_executed_units:") {
            Some(count) => number(count.trim()),
            None => line.strip_prefix('#').filter(|line| line.contains([':', '\t'])).and_then(number),
        };
        let Some(executions) = executions else { return };
        self.executions = self.executions.max(executions);
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            match (pair[0], number(pair[1])) {
                ("ft:", Some(figure)) => self.features = self.features.max(figure),
                ("corp:", Some(figure)) => self.corpus = self.corpus.max(figure),
                _ => {}
            }
        }
    }

    /// The figures in the text of AFL++'s file `fuzzer_stats`; what is not in it is 0.
    pub(super) fn of_stats(text: &str) -> Self {
        let figure = |wanted: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(':'));
            let (_, value) = lines.find(|(name, _)| name.trim() == wanted)?;
            value.trim().parse().ok()
        };
        let [executions, corpus, features] =
            ["execs_done", "corpus_count", "edges_found"].map(|name| figure(name).unwrap_or(0));
        Self { executions, corpus, features }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_the_greatest_and_other_lines_change_nothing() {
        let mut figures = Figures::default();
        let lines = "INFO: seed corpus: files: 74 min: 2b max: 512b total: 2838b rss: 27Mb\n\
            #64\tpulse  cov: 380 ft: 1400 corp: 60/1900b exec/s: 0 rss: 27Mb\n\
            #3991: cov: 439 ft: 2248 corp: 396 exec/s: 823 oom/timeout/crash: 0/0/2 time: 6s job: 2\n\
            INFO: log from the inner process:\n\
            #12\tNEW    cov: 3 ft: 4 corp: 5/6b exec/s: 0 rss: 27Mb\n#\n#x\tNEW\n###### Recommended dictionary. ######\n";
        lines.lines().for_each(|line| figures.take(line));
        assert_eq!(figures, Figures { executions: 3991, corpus: 396, features: 2248 });
        figures.take("stat::number_of_executed_units: 4017");
        assert_eq!(figures.executions, 4017);
    }

    #[test]
    fn figures_are_read_from_the_lines_that_have_a_number() {
        assert_eq!(Figures::of_stats(""), Figures::default());
        let text = "execs_done        : 45350\nedges_found       : 118\ncorpus_count : many\nno colon";
        assert_eq!(Figures::of_stats(text), Figures { executions: 45_350, features: 118, corpus: 0 });
    }
}
