//! `illformed diff` over reports of real runs.

mod formats;
mod said;
mod world;
