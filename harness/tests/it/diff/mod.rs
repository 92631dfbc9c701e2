//! `illformed diff` over reports of real runs.

mod changes;
mod explained;
mod formats;
mod missing;
mod refused;
mod selected;
mod world;
