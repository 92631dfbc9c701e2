//! The GitHub Action: what it declares, and its script, run here with GitHub's variables as GitHub sets them.

mod action;
mod install;
mod judged;
mod release;
mod runner;
