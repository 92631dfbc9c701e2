//! Baselines as their users meet them: what a run says of a decoder that is not as its baseline says, with the exit code;
//! what writes and amends the files; and those of the shipped adapters. The golden files are written anew by
//! `SNAPSHOTS=overwrite cargo test -p illformed --test it baseline`.

mod holding;
mod refused;
mod said;
mod shipped;
mod stage;
