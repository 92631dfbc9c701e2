//! Records and suites in forms that people and other programs read.

pub mod case_text;
pub mod export;
pub mod report;
