//! The closed sets of names that the format uses beside the codec's profiles and kinds of errors.

/// An enum whose variants have a name each, which stands in files and reports; it is written once.
#[macro_export]
#[doc(hidden)]
macro_rules! named_enum {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
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

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(self.name())
            }
        }
    };
}

pub(crate) use named_enum;

named_enum! {
    /// What it means for its user that a decoder gets a vector wrong. The greater is the worse.
    #[non_exhaustive]
    pub enum Importance {
        /// Two programs that are both defensible disagree.
        Minor = "minor",
        /// Text is damaged, lost or refused.
        Major = "major",
        /// Somebody was or can be attacked through it.
        Critical = "critical",
    }
}

named_enum! {
    /// Something on which a standard is silent, and which a user may answer.
    #[non_exhaustive]
    pub enum Question {
        /// Is a three-byte form of `D800..DFFF` well-formed under RFC 2279?
        Rfc2279Surrogate = "rfc2279-surrogate",
    }
}
