/** An input and what a decoder must make of it. An answer that no definition gives is null. */
export interface Vector {
  /** The name of the vector. It never means other bytes. */
  id: string;
  /** The bytes to decode. */
  input: Uint8Array;
  /** The byte offsets at which the input is cut; of `chunks()` alone. */
  cuts?: number[];
  /** Whether a strict decoder accepts the input. */
  wellFormed: boolean | null;
  /** The byte offset of the first error. */
  errorAt: number | null;
  /** The length of the first error in bytes. */
  errorLen: number | null;
  /** The number of errors. */
  errors: number | null;
  /** The decoded text as UTF-8; null if the input is not well-formed. */
  text: Uint8Array | null;
  /** The text with the errors replaced, as UTF-8. */
  replaced: Uint8Array | null;
  /** The same as a string of JavaScript. */
  utf16: string | null;
  /** How many U+FFFD are in it. */
  fffd: number | null;
  /** What the bytes are about. */
  flags: string[];
}

/** The vectors under RFC 3629. Errors are replaced by one U+FFFD for each maximal subpart, as the Encoding Standard says. */
export function utf8(): Vector[];
/** Vectors of which the input comes in chunks, with the answers of `utf8()`. */
export function chunks(): Vector[];
/** The vectors of `utf8()` with the errors replaced otherwise. Of another name a RangeError says which there are. */
export function policy(name: "cp1252" | "drop" | "fatal" | "java" | "latin-1" | "per-byte" | "per-declared-sequence" | "per-run" | "utf8b"): Vector[];
/** The vectors under another profile than RFC 3629. Of another name a RangeError says which there are. */
export function profile(name: "cesu8" | "generalized" | "mutf8" | "rfc2279" | "ucs2" | "wtf8"): Vector[];
