//! The results of a check and the inventory, for people.

use crate::ask::adapter_check::{Breach, CheckReport, CheckedDecoder, Shipped, Stop};
use illformed_judge::shown::wrapped;
use std::fmt::Write;

/// How much of a line is shown, in characters; the line to paste has all of it.
const SHOWN: usize = 400;

const WARNINGS: usize = 8;

/// What a check found; `command` is the command line of the adapter.
pub fn check_text(report: &CheckReport, command: &str) -> String {
    let mut text = String::new();
    if let Some(adapter) = &report.adapter {
        let plural = if adapter.decoders == 1 { "" } else { "s" };
        let _ = writeln!(
            text,
            "{}: {} {}, {} decoder{plural}",
            adapter.adapter,
            shortened(&adapter.implementation),
            shortened(&adapter.version),
            adapter.decoders
        );
    }
    for checked in &report.decoders {
        let mark = match &report.stopped {
            Some(Stop::Breach(breach)) if breach.decoder.as_ref() == Some(&checked.name) => '✗',
            _ => '✓',
        };
        let _ = writeln!(text, "{mark} {}: {}, {}", checked.name, checked.claim, asked(checked));
        for (mistake, answer) in &checked.mistakes {
            let _ = writeln!(text, "  likely mistake: {}", mistake.name());
            let _ = writeln!(text, "    {}", shortened(answer));
            let _ = writeln!(text, "    fix: {}", mistake.remedy());
        }
        for warning in checked.warnings.iter().take(WARNINGS) {
            let _ = writeln!(text, "  warning: {}", shortened(warning));
        }
        if let more @ 1.. = checked.warnings.len().saturating_sub(WARNINGS) {
            let _ = writeln!(text, "  and {more} more warnings");
        }
    }
    match &report.stopped {
        Some(Stop::Breach(breach)) => text.push_str(&broken(breach, command)),
        Some(Stop::Interrupted) => {}
        None => {
            text.push_str("✓ ends with its input\n");
            let _ = writeln!(text, "✓ answers alike under two canaries, {} inputs", report.canary_inputs);
        }
    }
    text
}

fn asked(checked: &CheckedDecoder) -> String {
    let mut text = format!("{} inputs", checked.inputs);
    for (count, what) in [
        (checked.scripts, "scripts"),
        (checked.at_once, "requests at once"),
        (checked.longest, "bytes in one line"),
    ] {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text
}

fn broken(breach: &Breach, command: &str) -> String {
    let Breach { fault, sent, .. } = breach;
    let mut text = format!("✗ {}\n\n", fault.rule);
    let (error, came) = (&fault.error, String::from_utf8_lossy(&fault.line));
    for (key, value) in [("why", &*error.reason), ("place", &error.pointer), ("sent", sent), ("came", &came)]
    {
        if !value.is_empty() {
            let _ = writeln!(text, "  {key:<6} {}", shortened(value));
        }
    }
    if let Some(mistake) = breach.mistake {
        let _ = writeln!(text, "\nLikely mistake: {}.\n  Fix: {}", mistake.name(), mistake.remedy());
    }
    let _ = writeln!(text, "\nTo see it again:\n  {}", breach.again.line(command));
    text
}

/// One line of readable characters, not too long.
fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    let readable: String = shown
        .chars()
        .map(|code| if code.is_control() { char::REPLACEMENT_CHARACTER } else { code })
        .collect();
    match text.chars().count() - shown.chars().count() {
        0 => readable,
        more => format!("{readable}... and {more} characters more"),
    }
}

/// The adapters as a table of at most 80 columns. A long description takes several lines. Of one that was not started the
/// programs that it needs are shown.
pub fn inventory_text(shipped: &[Shipped]) -> String {
    let mut text = format!("{:<19}{:<10}{:>8}  {}\n", "adapter", "", "decoders", "drives");
    for shipped in shipped {
        let Shipped { name, implementations, programs, why, install, .. } = shipped;
        let (state, why) = (shipped.state.replace('-', " "), why.as_ref().map(|why| why.replace('\n', " ")));
        let decoders = shipped.decoders.map_or_else(String::new, |count| count.to_string());
        let drives = implementations.as_ref().map(|names| names.join(", "));
        let found = programs.as_ref().map(|names| names.join(", "));
        let install = install.iter().map(|install| format!("; Debian: {install}"));
        let what: String = drives.into_iter().chain(found).chain(why).chain(install).collect();
        for (row, what) in wrapped(&what, 41).iter().enumerate() {
            let line = match row {
                0 => format!("{name:<19}{state:<10}{decoders:>8}  {what}"),
                _ => format!("{:39}{what}", ""),
            };
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}
