//! The adapter kit as its users meet it: a new adapter runs, a broken one is told what is wrong.

mod broken;
mod mistaken;
mod new;
