//! `illformed adapter`.

mod check;
mod new;

pub(crate) use check::check;
pub(crate) use new::new;
