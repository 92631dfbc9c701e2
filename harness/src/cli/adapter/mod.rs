//! `illformed adapter`.

mod new;

pub(crate) use new::new;
