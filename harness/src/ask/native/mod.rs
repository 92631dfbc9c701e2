//! Functions of shared libraries, and decoders of this program, asked where they cannot look beyond their input unseen.
//!
//! A decoder that touches what it must not is killed, and its process with it; so `illformed worker` is a process of its own,
//! and is supervised as any other adapter. The modules that call foreign functions and map memory are the only ones with
//! unsafe code.

mod abi;
mod answers;
mod call;
mod claim;
mod decoder;
mod fault;
mod heaps;
mod library;
mod name;
mod output;
mod pages;
mod place;
mod probe;
mod signature;
mod stream;
mod sweep;
mod table;
mod table_worker;
mod version;
mod worker;

pub use claim::NativeCalls;
pub use heaps::share_heaps;
pub use name::{decoder_name, library_name};
pub use signature::{Argument, Returned, Signature, Unit};
pub use table::{TableDecoder, TableFunction, TableLibrary};
pub use table_worker::serve_library;
pub use worker::{OVER_READER, Served, serve_in_process};
