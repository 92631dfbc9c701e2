//! Enums whose variants have names in files and reports.

/// Declares a plain enum whose variants have names. Serde reads and writes it by them; `Deserialize` and `Serialize` must be
/// in scope.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $kind,)*
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$kind),*];

            /// Its name in files and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }
        }
    };
}
