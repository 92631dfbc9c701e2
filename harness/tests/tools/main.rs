//! The tests that need a program which may not be on this machine: a browser for the HTML report, compilers and
//! interpreters for the adapters. Without the program a test is reported as ignored, and the reason is its kind, in
//! brackets; `--include-ignored` runs it all the same, and it fails. `make test-tools` runs them; `make test` needs cargo alone.

#![cfg_attr(not(unix), expect(unused, reason = "the programs are started by a shell"))]

mod acting;
mod browser;
mod canaries;
mod commands;
#[path = "../support/documents.rs"]
mod documents;
mod in_browser;
#[path = "../support/interpreters.rs"]
mod interpreters;
mod junitparser;
mod native;
#[cfg(unix)]
mod native_table;
mod new_adapter;
mod pages;
mod registered;
#[expect(dead_code, reason = "the tests of formats use all of them")]
#[path = "../support/reports.rs"]
mod reports;
#[expect(dead_code, reason = "nothing is only printed")]
#[path = "../support/said.rs"]
mod said;
#[path = "../support/schemas.rs"]
mod schemas;
mod sessions;
mod speed;
#[path = "../support/spread_vectors.rs"]
mod spread_vectors;
mod sweeps;
mod synthetic;
mod transcripts;
#[expect(dead_code, reason = "the other tests use all of them")]
#[path = "../support/typed.rs"]
mod typed;
#[path = "../support/whole.rs"]
mod whole;

use illformed::ask::adapter::process::{REGISTRY, Registered, Supervision};
use illformed::ask::adapter_check::TEMPLATES;
use libtest_mimic::{Arguments, Trial};
use std::env;
use std::process::ExitCode;

/// Trials of functions without arguments, named after them, which need the programs.
macro_rules! trials {
    ($trials:ident, $missing:expr, $($module:ident: $($test:ident),+;)+) => {
        let missing: Option<String> = $missing;
        $($($trials.push(trial(
            concat!(stringify!($module), "::", stringify!($test)),
            missing.as_deref(),
            $module::$test,
        ));)+)+
    };
}

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() -> ExitCode {
    let mut trials = Vec::new();
    trials!(trials, None, transcripts: every_guide_has_something_to_type_or_is_a_list;);
    for document in transcripts::guides() {
        let needed = transcripts::needed_programs(&document);
        let name = format!("transcripts::{}::is_true", document.path);
        trials.push(trial(name, missing(needed).as_deref(), move || {
            transcripts::what_a_document_shows_is_true(&document);
        }));
    }
    let no_browser = browser::browser().is_none().then(|| "no chromium".to_owned());
    // A clock says more of the machine than of the page while other tests run beside it.
    let no_quiet = (!whole::is_whole()).then(|| "only with ILLFORMED_WHOLE=1".to_owned());
    trials!(
        trials, no_browser.clone().or(no_quiet),
        speed: the_page_of_200_decoders_and_8000_vectors_can_be_used_within_two_seconds;
    );
    for (name, settings, lines) in pages::rows() {
        let test = move || pages::is_kept(settings, lines);
        trials.push(trial(format!("pages::{name}"), no_browser.as_deref(), test));
    }
    for (name, needed, rows) in sessions::rows() {
        let missing = missing(needed.split(' '));
        trials.push(trial(format!("sessions::{name}"), missing.as_deref(), move || sessions::is_kept(rows)));
    }
    trials!(
        trials, no_browser,
        in_browser: no_page_complains_or_asks_for_anything, the_browser_tests_would_notice_a_request_and_an_error,
            hostile_text_does_nothing_in_any_part_of_the_page,
            bytes_are_read_as_the_command_line_reads_them_and_the_exact_vector_comes_first;
    );
    trials!(
        trials, missing(["cc"]),
        sweeps: what_only_a_sweep_sees_is_told_by_its_cause_and_a_short_input, what_is_right_within_a_sweep_passes;
        native: a_function_without_a_fault_passes_whatever_the_shape_of_its_call,
            each_fault_of_a_c_function_is_told_by_its_cause;
    );
    trials!(
        trials, native_table::missing_library("glib"),
        native_table: a_function_of_an_installed_library_is_a_decoder_like_any_other;
    );
    trials!(trials, missing(["iconv"]), commands: the_text_of_iconv_is_read_and_its_own_mark_taken_away;);
    trials!(
        trials, missing(["python3"]), transcripts: the_picture_shows_what_the_decoder_of_the_readme_gets;
    );
    let no_junitparser = junitparser::python().is_none().then(|| "no junitparser".to_owned());
    trials!(trials, no_junitparser, junitparser: junitparser_reads_every_suite_and_case;);
    trials.extend(REGISTRY.iter().flat_map(trials_of_adapter));
    for template in TEMPLATES {
        let needed = new_adapter::needed_programs(template.language);
        let name = format!("new_adapter::{}::runs_as_it_is_and_with_chunks", template.language);
        trials.push(trial(name, missing(needed.iter().map(String::as_str)).as_deref(), || {
            new_adapter::a_new_adapter_runs_as_it_is_and_with_chunks(template.language, template.extension);
        }));
    }
    let mut arguments = Arguments::from_args();
    let at_a_time = env::var("RUST_TEST_THREADS").ok().and_then(|threads| threads.parse().ok());
    arguments.test_threads = arguments.test_threads.or(at_a_time);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What is asked of every adapter that comes with illformed.
fn trials_of_adapter(registered: &'static Registered) -> [Trial; 3] {
    let missing = registered.find(&Supervision::default()).err().map(|failure| failure.to_string());
    let named =
        |name: String, test: fn(&Registered)| trial(name, missing.as_deref(), move || test(registered));
    let name = registered.name;
    [
        named(
            format!("registered::{name}::every_line_is_valid_and_is_read"),
            registered::every_line_of_an_adapter_is_valid_and_is_read,
        ),
        named(
            format!("canaries::{name}::no_answer_follows_the_canary"),
            canaries::no_answer_follows_the_canary,
        ),
        named(
            format!("canaries::{name}::no_answer_depends_on_the_order_of_the_requests"),
            canaries::no_answer_depends_on_the_order_of_the_requests,
        ),
    ]
}

/// The test as a trial, ignored for the reason `missing` if there is one.
fn trial(name: impl Into<String>, missing: Option<&str>, test: impl FnOnce() + Send + 'static) -> Trial {
    let trial = Trial::test(name, || {
        test();
        Ok(())
    });
    match missing {
        Some(missing) => trial.with_kind(missing).with_ignored_flag(true),
        None => trial,
    }
}

/// `no NAME` for the first of the programs that is not on the PATH.
fn missing<'a>(programs: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_there = |program: &str| env::split_paths(&path).any(|folder| folder.join(program).is_file());
    programs.into_iter().find(|program| !is_there(program)).map(|program| format!("no {program}"))
}
