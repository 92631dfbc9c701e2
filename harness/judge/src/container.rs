//! Formats that hold a string: what a decoder is given that reads a format, and not text alone.

use crate::named_enum;

named_enum! {
    /// What stands around each input of a decoder that takes no bare text.
    pub enum Container {
        /// A string of JSON in quotation marks (RFC 8259, section 7). A quotation mark, a backslash and U+0000..U+001F are
        /// escaped: ASCII for ASCII, which neither mends an ill-formed sequence nor breaks a well-formed one.
        JsonString = "json-string",
        /// A text string of CBOR of definite length (RFC 8949, section 3.1, major type 3).
        CborText = "cbor-text",
        /// A `str` of MessagePack in its shortest form.
        MsgpackStr = "msgpack-str",
        /// A message of Protocol Buffers whose field number 1 is a string, such as `google.protobuf.StringValue`.
        ProtobufString = "protobuf-string",
    }
}

impl Container {
    /// `text` within it, the whole value.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_judge::container::Container;
    ///
    /// assert_eq!(Container::JsonString.around(b"\xC2\""), b"\"\xC2\\u0022\"");
    /// assert_eq!(Container::CborText.around(b"\xC2"), [0x61, 0xC2]);
    /// ```
    pub fn around(self, text: &[u8]) -> Vec<u8> {
        let len = text.len();
        let mut value = match self {
            Self::JsonString => {
                let escaped = text.iter().flat_map(|byte| json_form(*byte));
                return [b'"'].into_iter().chain(escaped).chain([b'"']).collect();
            }
            Self::CborText => match len {
                0..24 => vec![0x60 | len as u8],
                _ => sized([0x78, 0x79, 0x7A], len),
            },
            Self::MsgpackStr => match len {
                0..32 => vec![0xA0 | len as u8],
                _ => sized([0xD9, 0xDA, 0xDB], len),
            },
            Self::ProtobufString => [vec![0x0A], varint(len)].concat(),
        };
        value.extend_from_slice(text);
        value
    }

    /// The offset in `text`, in bytes, of what stands at `offset` in the value around it: 0 for what stands before the text, and
    /// its length for what stands behind it.
    /// Beyond the value it is as far beyond the text, so that an offset that is none stays one.
    pub fn offset_in(self, text: &[u8], offset: usize) -> usize {
        let value_len = self.around(text).len();
        if offset > value_len {
            return text.len() + (offset - value_len);
        }
        match self {
            Self::JsonString => {
                let ends = text.iter().scan(1, |end, byte| {
                    *end += json_form(*byte).len();
                    Some(*end)
                });
                ends.take_while(|end| *end <= offset).count()
            }
            Self::CborText | Self::MsgpackStr | Self::ProtobufString => {
                offset.saturating_sub(value_len - text.len())
            }
        }
    }
}

/// How `byte` stands in a string of JSON.
fn json_form(byte: u8) -> Vec<u8> {
    match byte {
        b'"' | b'\\' | 0..0x20 => format!("\\u{byte:04x}").into_bytes(),
        _ => vec![byte],
    }
}

/// The first of `markers` that has room for `len`, and the length in one, two or four bytes, the highest first.
fn sized(markers: [u8; 3], len: usize) -> Vec<u8> {
    let [one, two, four] = markers;
    match len {
        0..0x100 => vec![one, len as u8],
        0x100..0x1_0000 => [&[two][..], &(len as u16).to_be_bytes()].concat(),
        _ => [&[four][..], &(len as u32).to_be_bytes()].concat(),
    }
}

/// `number` in groups of seven bits, the lowest first.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::hex;

    #[test]
    fn each_container_has_the_head_that_its_standard_says() {
        let table = [
            (Container::JsonString, 0, "22"),
            (Container::CborText, 0, "60"),
            (Container::CborText, 23, "77"),
            (Container::CborText, 24, "7818"),
            (Container::CborText, 255, "78ff"),
            (Container::CborText, 256, "790100"),
            (Container::CborText, 65_536, "7a00010000"),
            (Container::MsgpackStr, 31, "bf"),
            (Container::MsgpackStr, 32, "d920"),
            (Container::MsgpackStr, 65_535, "daffff"),
            (Container::MsgpackStr, 65_536, "db00010000"),
            (Container::ProtobufString, 0, "0a00"),
            (Container::ProtobufString, 127, "0a7f"),
            (Container::ProtobufString, 128, "0a8001"),
            (Container::ProtobufString, 16_384, "0a808001"),
        ];
        for (container, len, head) in table {
            let text = vec![b'a'; len];
            let value = container.around(&text);
            let head = hex::decode(head).unwrap();
            assert!(value.starts_with(&head), "{container} {len}");
            let tail: &[u8] = if container == Container::JsonString { b"\"" } else { b"" };
            assert_eq!(value[head.len()..], [&text, tail].concat(), "{container} {len}");
        }
    }

    #[test]
    fn a_string_of_json_escapes_what_has_to_be_and_nothing_else() {
        let value = Container::JsonString.around(b"a\"\\\x00\x1F\x20/\x7F\xC3\xA9\xFF");
        assert_eq!(value, b"\"a\\u0022\\u005c\\u0000\\u001f\x20/\x7F\xC3\xA9\xFF\"");
    }

    #[test]
    fn an_offset_in_a_value_is_that_of_the_same_byte_in_the_text() {
        let text = b"a\"\x00\xC2\xE2\x82\xACb";
        for container in Container::ALL {
            let value = container.around(text);
            let mut seen = Vec::new();
            for (offset, byte) in value.iter().enumerate() {
                let at = container.offset_in(text, offset);
                seen.push(at);
                if *byte >= 0x80 && offset > 1 {
                    assert_eq!(text[at], *byte, "{container} {offset}");
                }
            }
            assert!(seen.is_sorted(), "{container}: {seen:?}");
            assert_eq!(container.offset_in(text, 0), 0);
            assert_eq!(container.offset_in(text, value.len()), text.len());
            assert_eq!(container.offset_in(text, value.len() + 7), text.len() + 7, "{container}: a lie");
            assert!(container.offset_in(text, usize::MAX) > text.len());
        }
    }
}
