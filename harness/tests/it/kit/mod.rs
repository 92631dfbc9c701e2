//! The adapter kit as its users meet it: a broken adapter is told what is wrong. What begins one is in cli/sessions.txt.

mod broken;
mod mistaken;
