//! What a property is, and the properties there are. The fuzz targets have the same names; a test in `fuzz`
//! says so.

use crate::property::decoders_agree;
use std::panic;

/// Something that is true of any bytes.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// Its name, which is that of its function, its module and its fuzz target.
    pub name: &'static str,
    /// Returns when it holds for these bytes; panics, with a message that shows them, when it does not.
    pub check: fn(&[u8]),
}

/// All of them.
pub const ALL: &[Property] = &[Property { name: "decoders_agree", check: decoders_agree }];

impl Property {
    /// Whether the property holds for `bytes`. When it does not, its panic has gone through the panic hook,
    /// which by default writes the message to standard error.
    pub fn holds_for(&self, bytes: &[u8]) -> bool {
        panic::catch_unwind(|| (self.check)(bytes)).is_ok()
    }
}
