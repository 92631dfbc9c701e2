//! The script of the GitHub Action, run here with GitHub's variables as GitHub sets them.

mod install;
mod judged;
mod runner;
