//! Markdown, as a parser of GitHub's kind reads it.

use super::records::{accept_all, baselined, hostile, small};
use illformed::record::run_record::{RunRecord, Tally};
use illformed::tell::report::{markdown, summary};
use illformed_judge::cause::Severity;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use snapbox::{assert_data_eq, file};

/// What a reader sees of `text` that is more than text and code; and how many cells each row of its tables has.
pub(crate) fn structure(text: &str) -> (Vec<String>, Vec<usize>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS;
    let (mut live, mut rows, mut cells) = (Vec::new(), Vec::new(), 0);
    for event in Parser::new_ext(text, options) {
        match event {
            Event::InlineHtml(html) if ["<code>", "</code>"].contains(&&*html) => {}
            Event::Html(html) | Event::InlineHtml(html) => live.push(html.to_string()),
            Event::Start(
                tag @ (Tag::Link { .. } | Tag::Image { .. } | Tag::Strikethrough | Tag::Emphasis),
            ) => live.push(format!("{tag:?}")),
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => rows.push(std::mem::take(&mut cells)),
            _ => {}
        }
    }
    (live, rows)
}

#[test]
fn the_report_of_a_run_is_golden() {
    assert_data_eq!(markdown(&baselined(false)), file!["../golden/report.md"]);
}

/// The first line of the summary of `record`; the report has the same.
#[track_caller]
fn headline(record: &RunRecord) -> String {
    let (summary, report) = (summary(record), markdown(record));
    let line = summary
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("## UTF-8 conformance is "))
        .expect(&summary);
    assert_eq!(report.lines().next(), Some(format!("# UTF-8 conformance is {line}").as_str()));
    let mut settled = record.clone();
    assert_eq!(line.starts_with("green: "), settled.finalize().is_empty(), "{line}");
    line.to_owned()
}

#[test]
fn the_first_line_says_red_or_green_and_why() {
    let mut kept = small();
    kept.decoders.pop();
    assert_eq!(headline(&kept), "green: every decoder passes");
    assert_eq!(headline(&small()), "red: 1 decoder fails its claim");
    let mut interrupted = kept.clone();
    interrupted.footer.complete = false;
    assert_eq!(headline(&interrupted), "red: interrupted, not everything was asked");
    let mut none = RunRecord { decoders: Vec::new(), ..kept };
    none.footer.tally = Tally::default();
    assert_eq!(headline(&none), "red: nothing was judged");
    let mut surveyed = small();
    surveyed.survey_of_all_but = Some("illformed-codec".to_owned());
    assert_eq!(headline(&surveyed), "green: a survey, in which no counted decoder fails");
    let mut tolerated = small();
    for cause in tolerated.decoders.iter_mut().flat_map(|decoder| &mut decoder.by_claim.causes) {
        cause.severity = Severity::Imprecise;
    }
    tolerated.fail_on = Severity::Wrong;
    assert_eq!(headline(&tolerated), "green: no decoder fails with a cause that is wrong or worse");
    let mut missed = small();
    missed.decoders.pop();
    missed.missed_baselines = vec!["a.json: a/b was not asked".to_owned()];
    assert_eq!(headline(&missed), "red: the decoder of a baseline was not asked");
}

#[test]
fn the_first_line_tells_a_kept_baseline_from_a_kept_claim_and_from_a_stale_one() {
    let mut record = baselined(true);
    record.broken.clear();
    let otherwise = "red: 1 decoder differs from its baseline (2 regressions, 1 changed, 1 expired, 2 stale)";
    assert_eq!(headline(&record), otherwise);
    accept_all(&mut record);
    assert_eq!(headline(&record), "red: 1 baseline is stale (2 entries are stale)");
    accept_all(&mut record).stale_is_error = false;
    let known = headline(&record);
    let kept = "green: every decoder passes or matches its baseline (";
    assert!(known.starts_with(kept) && known.ends_with(" known failures)"), "{known}");
    record.decoders.drain(..2);
    assert!(headline(&record).starts_with("green: every decoder matches its baseline ("));
}

#[test]
fn a_parser_finds_tables_and_nothing_that_is_live() {
    let mut record = hostile();
    let hostile = record.decoders.last().expect("it was asked").implementation.clone();
    // What is not from an adapter is not to be trusted either: files of vectors and baselines are somebody's.
    record.selection = vec![hostile.clone()];
    record.vectors.iter_mut().for_each(|vector| vector.comment.clone_from(&hostile));
    record.suite.groups[0].name.clone_from(&hostile);
    record.broken = baselined(true).broken;
    record.broken[0].adapter.clone_from(&hostile);
    record.broken[0].why.clone_from(&hostile);
    let mut baseline = baselined(true).decoders.pop().and_then(|blind| blind.baseline).expect("it has one");
    baseline.file.clone_from(&hostile);
    for deviation in &mut baseline.deviations {
        deviation.subject.clone_from(&hostile);
        deviation.detail.clone_from(&hostile);
    }
    record.decoders.last_mut().expect("it was asked").baseline = Some(baseline);
    for text in [markdown(&record), summary(&record)] {
        let (live, rows) = structure(&text);
        assert_eq!(live, Vec::<String>::new(), "{text}");
        assert!(!rows.is_empty());
        // Who it is, what it claims, how much was judged, and the twelve questions; or a line of a baseline.
        assert!(rows.iter().all(|cells| [4 + 12, 6].contains(cells)), "{rows:?}");
        assert!(!text.contains(['\r', '\u{1b}', '\u{202e}', '\0']));
    }
}
