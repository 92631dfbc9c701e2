//! The formats for machines: each is read by a real consumer, or held to the official schema. JUnit XML is read by
//! junitparser for Python; where it is missing the test says so on standard error and passes, but not in CI. Golden files
//! are written anew by `SNAPSHOTS=overwrite cargo test -p illformed --test it formats`.

mod events;
mod files;
mod github;
mod hostile;
mod junit;
mod markdown;
mod records;
mod sarif;
mod shields;
mod surveyed;
