//! `illformed diff` over reports of real runs.

mod changes;
mod formats;
mod said;
mod world;
