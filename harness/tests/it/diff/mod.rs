//! `illformed diff` over reports of real runs.

mod changes;
mod explained;
mod formats;
mod refused;
mod said;
mod selected;
mod world;
