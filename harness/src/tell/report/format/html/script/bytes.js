// Bytes as people write them: the forms that the command line takes.

/** The bytes of a code point, at most 7FFFFFFF as RFC 2279 has it. */
const encoded = (code) => {
  if (code < 0x80) return [code];
  let length = 2;
  while (code >= 2 ** (5 * length + 1)) length++;
  const sixBits = (at) => Math.floor(code / 64 ** at) % 64;
  const rest = Array.from({ length: length - 1 }, (_, at) => 0x80 + sixBits(length - 2 - at));
  return [(0xFF00 >> length & 0xFF) + Math.floor(code / 64 ** (length - 1)), ...rest];
};

/** The bytes of text in parts, of which the escapes are what `read` makes of them. Nothing if an escape is unknown. */
const unescapedBytes = (text, parts, read) => {
  const bytes = [...text.matchAll(parts)].flatMap(([part, escape]) =>
    escape === undefined ? [...new TextEncoder().encode(part)] : [read(escape)]);
  return bytes.includes(undefined) ? undefined : bytes;
};
const byteOf = (hex) => /^[0-9a-f]{2}$/i.test(hex) ? parseInt(hex, 16) : undefined;
const ESCAPES = { n: 10, r: 13, t: 9, 0: 0, "\\": 92 };

const bytesOfWord = (word) => {
  const [, digits] = /^U\+([0-9a-f]{1,8})$/i.exec(word) ?? [];
  if (digits !== undefined) return parseInt(digits, 16) < 2 ** 31 ? encoded(parseInt(digits, 16)) : undefined;
  const [, hex] = /^(?:0x)?((?:[0-9a-f]{2})*)$/i.exec(word) ?? [];
  return hex?.match(/../g)?.map(byteOf) ?? (hex === "" ? [] : undefined);
};

/** The bytes that `text` writes, such as `C0 80`, `c080`, `0xC0,0x80`, `\xC0\x80`, `%C0%80` or `U+D800`, as the record writes
 * them; nothing if it writes none. */
const typedBytes = (text) => {
  const words = text.trim();
  const bytes = words.includes("\\")
    ? unescapedBytes(words, /\\(x.{0,2}|.?)|[^\\]+/gs, (escape) => escape[0] === "x" ? byteOf(escape.slice(1)) : ESCAPES[escape])
    : words.includes("%") ? unescapedBytes(words, /%(.{0,2})|[^%]+/gs, byteOf)
      : words.split(/[\s,]/).map(bytesOfWord).reduce((all, one) => all && one && [...all, ...one], []);
  return bytes?.length > 0 ? bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("") : undefined;
};
const spaced = (hex) => hex.replace(/..(?=.)/g, "$& ");
/** Whether `hex` stands in `all`, from the first digit of a byte on. */
const holds = (all, hex) => {
  let at = all.indexOf(hex);
  while (at % 2 === 1) at = all.indexOf(hex, at + 1);
  return at >= 0;
};
