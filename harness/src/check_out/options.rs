//! `T.options`, as Python's `configparser` and the shell of their runner read it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What they look for in the file.
const SECTIONS: [&str; 10] =
    ["libfuzzer", "asan", "msan", "ubsan", "hwasan", "afl", "honggfuzz", "centipede", "grammar", "env"];

/// The flags of libFuzzer whose value is a name.
const NAMED: [&str; 14] = [
    "artifact_prefix",
    "collect_data_flow",
    "data_flow_trace",
    "dict",
    "exact_artifact_path",
    "exit_on_item",
    "exit_on_src_pos",
    "features_dir",
    "focus_function",
    "merge_control_file",
    "merge_inner",
    "mutation_graph_file",
    "seed_inputs",
    "stop_file",
];

/// Those whose value is a number. libFuzzer only warns of a flag that it does not know, and a limit with a slip in its name
/// is none.
const NUMBERED: [&str; 70] = [
    "analyze_dict",
    "cleanse_crash",
    "close_fd_mask",
    "create_missing_dirs",
    "cross_over",
    "cross_over_uniform_dist",
    "detect_leaks",
    "dump_coverage",
    "entropic",
    "entropic_feature_frequency_threshold",
    "entropic_number_of_rarest_features",
    "entropic_scale_per_exec_time",
    "error_exitcode",
    "fork",
    "fork_corpus_groups",
    "handle_abrt",
    "handle_bus",
    "handle_fpe",
    "handle_ill",
    "handle_int",
    "handle_segv",
    "handle_term",
    "handle_trap",
    "handle_usr1",
    "handle_usr2",
    "handle_winexcept",
    "handle_xfsz",
    "help",
    "ignore_crashes",
    "ignore_ooms",
    "ignore_remaining_args",
    "ignore_timeouts",
    "jobs",
    "keep_seed",
    "len_control",
    "malloc_limit_mb",
    "max_len",
    "max_total_time",
    "merge",
    "minimize_crash",
    "minimize_crash_internal_step",
    "mutate_depth",
    "only_ascii",
    "prefer_small",
    "print_corpus_stats",
    "print_coverage",
    "print_final_stats",
    "print_full_coverage",
    "print_funcs",
    "print_pcs",
    "purge_allocator_interval",
    "reduce_depth",
    "reduce_inputs",
    "reload",
    "report_slow_units",
    "rss_limit_mb",
    "runs",
    "seed",
    "set_cover_merge",
    "shrink",
    "shuffle",
    "timeout",
    "timeout_exitcode",
    "trace_malloc",
    "use_cmp",
    "use_counters",
    "use_memmem",
    "use_value_profile",
    "verbosity",
    "workers",
];

/// The flags that a file may set, each with its value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Options {
    flags: BTreeMap<String, String>,
}

/// Why they would not take the file, or would take it for something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OptionsFault {
    /// The line, from 1.
    line: usize,
    why: String,
}

impl fmt::Display for OptionsFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.why)
    }
}

impl Options {
    /// Reads the file. Fails with the first line that is no INI, or has a section, a flag or a value that is not known.
    pub(super) fn read(text: &[u8]) -> Result<Self, OptionsFault> {
        let mut options = Self::default();
        let mut sections: BTreeSet<&str> = BTreeSet::new();
        let mut keys: BTreeSet<(&str, String)> = BTreeSet::new();
        let mut section = None;
        for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
            let fault = |why: String| OptionsFault { line: number + 1, why };
            let line = str::from_utf8(line).map_err(|_| fault("not UTF-8".to_owned()))?;
            let content = line.trim();
            if content.is_empty() || content.starts_with(['#', ';']) {
                continue;
            }
            if let Some(name) = content.strip_prefix('[') {
                let name = name.strip_suffix(']').ok_or_else(|| fault("a section without `]`".to_owned()))?;
                let known = SECTIONS.into_iter().find(|section| *section == name);
                let known = known.ok_or_else(|| fault(format!("nobody reads the section [{name}]")))?;
                if !sections.insert(known) {
                    return Err(fault(format!("the section [{name}] stands twice")));
                }
                section = Some(known);
                continue;
            }
            let section = section.ok_or_else(|| fault("a line before the first section".to_owned()))?;
            if line.starts_with(char::is_whitespace) {
                return Err(fault(
                    "a line that begins with white space goes on with the one before".to_owned(),
                ));
            }
            let (key, value) =
                content.split_once(['=', ':']).ok_or_else(|| fault(format!("no `=` in `{content}`")))?;
            let (key, value) = (key.trim().to_lowercase(), value.trim());
            if !keys.insert((section, key.clone())) {
                return Err(fault(format!("`{key}` stands twice")));
            }
            if let Some(bad) = value.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-+./:,=".contains(*c))
            {
                return Err(fault(format!(
                    "`{key}` has the character {bad:?}, which the shell or `%` would read"
                )));
            }
            if section == "libfuzzer" {
                flag(&key, value).map_err(fault)?;
                options.flags.insert(key, value.to_owned());
            }
        }
        Ok(options)
    }

    /// The dictionary that it names, a path in the folder.
    pub(super) fn dictionary(&self) -> Option<&str> {
        self.flags.get("dict").map(String::as_str)
    }

    /// The flags as libFuzzer takes them, without the dictionary, whose path depends on where one stands.
    pub(super) fn arguments(&self) -> impl Iterator<Item = String> {
        self.flags.iter().filter(|(key, _)| *key != "dict").map(|(key, value)| format!("-{key}={value}"))
    }
}

fn flag(key: &str, value: &str) -> Result<(), String> {
    if NUMBERED.contains(&key) {
        let number = value.parse::<i32>();
        return number.map(|_| ()).map_err(|_| format!("`{key}` is to be a number, not `{value}`"));
    }
    if !NAMED.contains(&key) {
        return Err(format!("libFuzzer has no flag `{key}`"));
    }
    if value.is_empty() { Err(format!("`{key}` names nothing")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{NAMED, NUMBERED, Options};

    #[test]
    fn flags_are_read_and_other_sections_are_theirs() {
        let text = b"# limits\r\n[libfuzzer]\nmax_len = 128\ndict=t.dict\nTimeout: 10\n\n; theirs\n[asan]\ndetect_leaks=0\n";
        let options = Options::read(text).unwrap();
        assert_eq!(options.dictionary(), Some("t.dict"));
        assert_eq!(options.arguments().collect::<Vec<_>>(), ["-max_len=128", "-timeout=10"]);
        assert_eq!(Options::read(b"").unwrap(), Options::default());
    }

    #[test]
    fn what_would_not_be_read_as_it_is_meant_is_refused_with_its_line() {
        for (text, fault) in [
            ("max_len = 1\n", "line 1: a line before the first section"),
            ("[libfuzer]\n", "line 1: nobody reads the section [libfuzer]"),
            ("[libfuzzer\n", "line 1: a section without `]`"),
            ("[libfuzzer]\n[asan]\n[libfuzzer]\n", "line 3: the section [libfuzzer] stands twice"),
            ("[libfuzzer]\nmax_len\n", "line 2: no `=` in `max_len`"),
            ("[libfuzzer]\nmax_length = 1\n", "line 2: libFuzzer has no flag `max_length`"),
            ("[libfuzzer]\nmax_len = many\n", "line 2: `max_len` is to be a number, not `many`"),
            ("[libfuzzer]\nmax_len = 1\nMAX_LEN = 2\n", "line 3: `max_len` stands twice"),
            ("[libfuzzer]\ndict =\n", "line 2: `dict` names nothing"),
            (
                "[libfuzzer]\nruns = 1\n  2\n",
                "line 3: a line that begins with white space goes on with the one before",
            ),
            (
                "[libfuzzer]\nmax_len = random(1, 2)\n",
                "line 2: `max_len` has the character '(', which the shell or `%` would read",
            ),
        ] {
            assert_eq!(Options::read(text.as_bytes()).unwrap_err().to_string(), fault);
        }
        assert!(Options::read(b"[libfuzzer]\n\xFF\n").is_err());
    }

    #[test]
    fn no_flag_stands_in_both_lists_or_twice() {
        let mut all: Vec<_> = NAMED.into_iter().chain(NUMBERED).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        for flag in ["dict", "max_len", "rss_limit_mb", "timeout"] {
            assert!(all.contains(&flag), "{flag}");
        }
    }
}
