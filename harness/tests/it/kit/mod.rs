//! The adapter kit as its users meet it: a new adapter runs, a broken one is told what is wrong.

mod broken;
mod contract;
mod list;
mod mistaken;
mod new;
mod workshop;
