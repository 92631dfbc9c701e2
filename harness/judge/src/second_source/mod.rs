//! The second source of texts: it shares no code with the codec, nor with the expectations of the judge.

mod encoding_form;
mod replacement;
mod text_source;

pub use text_source::TextSource;
