//! The formats of a report.

use clap::ValueEnum;
use illformed::record::RunRecord;
use illformed::report::{html, json, junit, sarif};

/// A format, as the command line names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One page with everything, to report.html; it needs no network.
    Html,
    /// The whole record, to report.json.
    Json,
    /// For the test views of CI servers, to report.xml.
    Junit,
    /// For code scanning, to report.sarif.
    Sarif,
    /// The matrix and findings, to standard output.
    Terminal,
}

impl Format {
    /// The name of its file, if it is one.
    pub(crate) const fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Html => Some("report.html"),
            Self::Json => Some("report.json"),
            Self::Junit => Some("report.xml"),
            Self::Sarif => Some("report.sarif"),
            Self::Terminal => None,
        }
    }

    /// What its file holds for `record`, if it is a file that is written from a record.
    pub(crate) fn rendered(self, record: &RunRecord) -> Option<String> {
        match self {
            Self::Html => Some(html(record)),
            Self::Json => Some(json(record)),
            Self::Junit => Some(junit(record)),
            Self::Sarif => Some(sarif(record)),
            Self::Terminal => None,
        }
    }
}
