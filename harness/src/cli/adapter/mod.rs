//! `illformed adapter`.

mod arguments;
mod check;
mod contract;
mod list;
mod new;

pub(crate) use arguments::AdapterCommand;
pub(crate) use check::check;
pub(crate) use contract::contract;
pub(crate) use list::list;
pub(crate) use new::new;
