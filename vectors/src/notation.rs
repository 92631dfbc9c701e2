//! How values stand in the files: what serde does not derive.

use crate::hex;
use serde::Serializer;
use serde::de::{self, Deserialize, Deserializer, IntoDeserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A type that stands in the files as its text: as it is displayed, and as the function reads it.
macro_rules! as_text {
    ($type:ty, $read:expr) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as ::serde::Deserialize>::deserialize(deserializer)?;
                $read(text.as_str()).map_err(::serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use as_text;

/// A text of a certain form, such as an id: it is displayed as it is, and read by its function `new`.
macro_rules! text_of_form {
    ($type:ident) => {
        impl $type {
            /// The whole text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        $crate::notation::as_text!($type, $type::new);
    };
}
pub(crate) use text_of_form;

/// Bytes that stand in the files as lower-case hex.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub Vec<u8>);

as_text!(Bytes, |text: &str| bytes_from_hex(text).map(Bytes));

impl fmt::Display for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex::encode(&self.0))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Writes bytes that are no [`Bytes`] as these are.
pub(crate) fn as_hex<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex::encode(bytes))
}

pub(crate) fn from_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    Ok(Bytes::deserialize(deserializer)?.0)
}

/// The bytes of lower-case `hex`, or what is wrong with it.
pub(crate) fn bytes_from_hex(hex: &str) -> Result<Vec<u8>, String> {
    if let Some(stranger) = hex.chars().find(|c| !matches!(c, '0'..='9' | 'a'..='f')) {
        return Err(format!("`{}` is no lower-case hex digit", stranger.escape_default()));
    }
    hex::decode(hex).ok_or_else(|| format!("odd number of hex digits ({})", hex.len()))
}

/// A code point as lower-case hex of at least four digits, without needless zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CodePoint(pub(crate) u32);

as_text!(CodePoint, |text: &str| {
    let code = u32::from_str_radix(text, 16).ok().map(CodePoint);
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_shortest = text.len() == 4 || text.len() > 4 && !text.starts_with('0');
    code.filter(|_| is_shortest && text.bytes().all(is_digit))
        .ok_or_else(|| format!("`{text}` is no code point: lower-case hex of at least four digits"))
});

impl fmt::Display for CodePoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04x}", self.0)
    }
}

/// A key that stands there has a value: `null` is none.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A JSON object in which no key stands twice. (serde's maps keep the last one without a word.)
pub(crate) fn unique_keys<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    struct Entries<K, V>(PhantomData<(K, V)>);

    impl<'de, K: Deserialize<'de> + Ord + fmt::Display, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
        type Value = BTreeMap<K, V>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = BTreeMap::new();
            // As a string the key is in the path of an error that stands below it.
            while let Some(name) = map.next_key::<String>()? {
                let key = K::deserialize(name.into_deserializer())?;
                if entries.contains_key(&key) {
                    return Err(de::Error::custom(format!("duplicate key `{key}`")));
                }
                entries.insert(key, map.next_value()?);
            }
            Ok(entries)
        }
    }

    deserializer.deserialize_map(Entries(PhantomData))
}

/// The version of the format that this crate reads and writes: the value of the key `schema`.
pub const SCHEMA: u32 = 2;

pub(crate) fn schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        SCHEMA => Ok(SCHEMA),
        other => Err(de::Error::custom(format!("schema {other} is not {SCHEMA}, the one read here"))),
    }
}

/// What the key `kind` of a file says, which has to be `kind`.
pub(crate) fn the_kind<'de, D: Deserializer<'de>>(kind: &str, deserializer: D) -> Result<String, D::Error> {
    let read = String::deserialize(deserializer)?;
    if read == kind {
        Ok(read)
    } else {
        Err(de::Error::custom(format!("unknown kind `{read}`, expected {kind}")))
    }
}
