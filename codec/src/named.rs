//! Enums whose variants have a name each, which stands in files and reports.

/// Such an enum, with each name beside its variant.
macro_rules! named_enum {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $kind,)*
        }

        impl $name {
            /// All of them, in order of declaration.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The name used in vectors, claims and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.write_str(self.name())
            }
        }
    };
}

/// How it is read from a name, and the error of what is none.
macro_rules! read_by_name {
    ($name:ident, $what:literal, $error:ident) => {
        #[doc = concat!("A name that is no ", $what, "'s.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $error(());

        impl core::fmt::Display for $error {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.write_str(concat!("unknown ", $what, ", expected one of"))?;
                $name::ALL.iter().try_for_each(|one| write!(formatter, " {one}"))
            }
        }

        impl core::error::Error for $error {}

        impl core::str::FromStr for $name {
            type Err = $error;

            fn from_str(name: &str) -> Result<Self, $error> {
                Self::ALL.iter().copied().find(|one| one.name() == name).ok_or($error(()))
            }
        }
    };
}

pub(crate) use {named_enum, read_by_name};
