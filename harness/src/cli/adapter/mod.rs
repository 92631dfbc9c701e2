//! `illformed adapter`.

mod check;
mod list;
mod new;

pub(crate) use check::check;
pub(crate) use list::list;
pub(crate) use new::new;
