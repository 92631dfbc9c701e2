//! The HTML report, as text and in a browser. The browser tests need Chromium on the PATH; where there is none they say
//! so on standard error and pass. The golden file is written anew by
//! `SNAPSHOTS=overwrite cargo test -p illformed --test page`.

#![cfg(all(feature = "cli", unix))]

mod acting;
mod browser;
mod facets;
mod in_browser;
mod markup;
mod reading;
mod reports;
mod speed;
mod synthetic;
