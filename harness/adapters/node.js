// Adapter for the UTF-8 decoders of Node.js and of its V8; protocol 1 (CONTRACT.md beside this file).
//
// Run it as `node node.js`: Node.js 20 or newer, standard library only.
//
// - Ill-formed is what the API documents for it, or failing that its one error for it; `Refusals` below names each.
//   Any other exception is nobody's verdict and ends this process with a trace.
// - No API here says where the error is, and none hands out the text before it: there is no `at`, no `len`, and no
//   `out` with a reject. All text is UTF-16, given as it is.
// - TextDecoder claims the Encoding Standard: maximal subparts, and a BOM that is dropped unless ignoreBOM is true.
//   Buffer.toString claims one U+FFFD a byte, since its documentation says so ("each invalid byte is replaced with the
//   replacement character"). StringDecoder claims maximal subparts: pull request 9618 of nodejs/node adopted them on
//   purpose.
// - Whole is one call. In a script a chunk is decode(chunk, {stream: true}) or write(chunk), a finish is decode() or
//   end().
// - Neither has a reset of its own, but both document that a new text begins after a finish, and the Encoding Standard
//   says so whether the finish threw or not (it is the call without `stream` that clears "do not flush"). So a reset
//   behind a finish does nothing, and any other, one behind an error too, is such a finish: the only way to begin anew.
//   The text it gives is put out as the reset's; an error it throws is thrown away.
// - Behind the bytes of an input lies the byte of ILLFORMED_CANARY (5a without it), and not an earlier input: small
//   Buffers share their memory. No API here has an output argument.
// - Left out: JSON.parse and unescape() take strings; TextDecoderStream and Blob.text() answer later only;
//   fs.readFile(path, 'utf8') and the encoding of a stream are Buffer.toString and StringDecoder again.
'use strict';

const buffer = require('node:buffer');
const fs = require('node:fs');
const querystring = require('node:querystring');
const { StringDecoder } = require('node:string_decoder');
const { Buffer } = buffer;

class CannotAsk extends Error {} // This request cannot be put to the decoder; the text says why.

// ---- One function a decoder: bytes -> string, or the exception of the API.

// Every byte is percent-encoded, so that the API sees one run.
const percentEncoded = (data) => data.toString('hex').replace(/../g, '%$&');

function transcode(data) {
  // UTF-16, little-endian everywhere; a Buffer of it holds the units as they are.
  return buffer.transcode(data, 'utf8', 'utf16le').toString('utf16le');
}

// The query is `=%xx%xx...`: one pair, whose name is empty.
const urlSearchParams = (data) => new URLSearchParams('=' + percentEncoded(data)).get('');

function leb128(number) {
  const bytes = [];
  for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128);
  return Buffer.from([...bytes, number]);
}

const WASM_HEADER = Buffer.from('\0asm\x01\0\0\0', 'latin1');

function wasmImportName(data) {
  // A module that imports one memory of at least 0 pages, named "", from a module of this name.
  const imports = Buffer.concat([leb128(1), leb128(data.length), data, Buffer.from([0, 2, 0, 0])]);
  const module = Buffer.concat([WASM_HEADER, Buffer.from([2]), leb128(imports.length), imports]);
  return WebAssembly.Module.imports(new WebAssembly.Module(module))[0].module;
}

const CANARY = Number.parseInt(process.env.ILLFORMED_CANARY ?? '5a', 16);
const BEHIND = 64; // How many bytes behind an input are filled.

function unhex(hex) {
  const data = Buffer.alloc(hex.length / 2 + BEHIND, CANARY);
  const size = data.write(hex, 'hex');
  return data.subarray(0, size);
}

// feed(bytes) -> string, finish() -> string, reset() -> string
class TextDecoderStream {
  constructor(options) {
    this.decoder = new TextDecoder('utf-8', options);
    this.anew = true;
  }

  feed(chunk) {
    this.anew = false;
    return this.decoder.decode(chunk, { stream: true });
  }

  finish() {
    this.anew = true;
    return this.decoder.decode();
  }

  reset() {
    try {
      return this.anew ? '' : this.finish();
    } catch (error) {
      if (Refusals.textDecoder(error)) return '';
      throw error;
    }
  }
}

class StringDecoderStream {
  constructor() {
    this.decoder = new StringDecoder('utf8');
    this.anew = true;
  }

  feed(chunk) {
    this.anew = false;
    return this.decoder.write(chunk);
  }

  finish() {
    this.anew = true;
    return this.decoder.end();
  }

  reset() {
    return this.anew ? '' : this.finish();
  }
}

// ---- Which exception says that the input is ill-formed.

const Refusals = {
  textDecoder: (error) => error instanceof TypeError && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA',
  // The documentation of transcode has no word on ill-formed input; this is ICU's code for it.
  transcode: (error) => error.code === 'U_INVALID_CHAR_FOUND',
  uri: (error) => error instanceof URIError,
  // The module around the name is valid, so that the name alone can be at fault.
  wasm: (error) => error instanceof WebAssembly.CompileError,
  none: () => false,
};

// ---- What there is and what it claims.

const DECODERS = []; // The answers to hello.
const WHOLE = new Map(); // name -> function of bytes
const STREAM = new Map(); // name -> function that makes a fresh stream
const REFUSAL = new Map(); // name -> function of an exception

function add(name, api, whole, claims, { refusal = Refusals.none, stream } = {}) {
  const claim = { decoder: name, api, kind: 'strict', profile: 'rfc3629', policy: 'fatal', out: 'utf16',
    at: 'none', bom: 'keep', script: 'none' };
  DECODERS.push({ ...claim, ...claims });
  WHOLE.set(name, whole);
  REFUSAL.set(name, refusal);
  if (stream) STREAM.set(name, stream);
}

function addTextDecoder(name, options, claims) {
  const text = Object.entries(options).map(([key, value]) => `${key}: ${value}`).join(', ');
  add(name, `new TextDecoder('utf-8', {${text}}).decode`, (data) => new TextDecoder('utf-8', options).decode(data),
    { bom: options.ignoreBOM ? 'keep' : 'strip', script: 'reset', ...claims },
    { refusal: Refusals.textDecoder, stream: () => new TextDecoderStream(options) });
}

const REPLACE = { kind: 'lossy', policy: 'maximal-subpart' };

addTextDecoder('text-decoder', {}, REPLACE);
addTextDecoder('text-decoder-fatal', { fatal: true }, {});
addTextDecoder('text-decoder-ignore-bom', { ignoreBOM: true }, REPLACE);
addTextDecoder('text-decoder-fatal-ignore-bom', { fatal: true, ignoreBOM: true }, {});
add('buffer-to-string', "buffer.toString('utf8')", (data) => data.toString('utf8'),
  { kind: 'lossy', policy: 'per-byte' });
add('string-decoder', "new StringDecoder('utf8').write, .end", (data) => new StringDecoder('utf8').end(data),
  { ...REPLACE, script: 'reset' }, { stream: () => new StringDecoderStream() });
add('is-utf8', 'buffer.isUtf8(bytes)', (data) => buffer.isUtf8(data), { kind: 'validate', out: 'none' });
if (buffer.transcode) { // A Node.js without ICU has none.
  add('transcode', "buffer.transcode(bytes, 'utf8', 'utf16le')", transcode, {}, { refusal: Refusals.transcode });
}
// ECMA-262 (Decode): a URIError unless the octets are "a valid UTF-8 encoding of a Unicode code point".
add('decode-uri-component', 'decodeURIComponent(percent-encoded)', (data) => decodeURIComponent(percentEncoded(data)),
  {}, { refusal: Refusals.uri });
// Documented as decodeURIComponent, and "a safer equivalent" on what that refuses.
add('querystring-unescape', 'querystring.unescape(percent-encoded)',
  (data) => querystring.unescape(percentEncoded(data)), { kind: 'lossy', policy: 'none' });
// The URL Standard: "UTF-8 decode without BOM", which keeps a BOM and replaces as the Encoding Standard does.
add('url-search-params', 'new URLSearchParams(percent-encoded).get', urlSearchParams, REPLACE);
// The WebAssembly specification: a name is UTF-8, or the module is malformed. The JavaScript interface sets the limit.
add('wasm-import-name', 'new WebAssembly.Module(bytes), name of an import', wasmImportName, { max_bytes: 100000 },
  { refusal: Refusals.wasm });

// ---- The answers.

const hex16 = (text) => Buffer.from(text, 'utf16le').swap16().toString('hex');

function hello() {
  const first = { adapter: 'node', protocol: 1, implementation: 'Node.js', version: process.versions.node,
    decoders: DECODERS.length };
  return [first, ...DECODERS].map((line) => JSON.stringify(line) + '\n').join('');
}

function answerDecode({ seq, decoder, bytes }) {
  const decode = WHOLE.get(decoder);
  if (!decode) throw new CannotAsk(`no such decoder: ${decoder}`);
  let result;
  try {
    result = decode(unhex(bytes));
  } catch (error) {
    if (REFUSAL.get(decoder)(error)) return `{"seq":${seq},"answer":"reject"}\n`;
    throw error;
  }
  if (result === true) return `{"seq":${seq},"answer":"accept"}\n`;
  if (result === false) return `{"seq":${seq},"answer":"reject"}\n`;
  return `{"seq":${seq},"answer":"accept","out":"${hex16(result)}"}\n`;
}

function answerScript({ seq, decoder, calls }) {
  const fresh = STREAM.get(decoder);
  if (!fresh) throw new CannotAsk(`no such decoder, or it takes no chunks: ${decoder}`);
  const stream = fresh();
  const outs = [];
  let failed = false;
  let verdict = '"accept"';
  for (const [number, call] of calls.split(' ').entries()) {
    if (failed && call !== '~') {
      outs.push('x');
      continue;
    }
    failed = false;
    try {
      let text;
      if (call === '~') text = stream.reset();
      else if (call === '.') text = stream.finish();
      else text = stream.feed(unhex(call === '-' ? '' : call));
      outs.push(hex16(text) || '-');
    } catch (error) {
      if (!REFUSAL.get(decoder)(error)) throw error;
      failed = true;
      outs.push('!');
      if (verdict === '"accept"') verdict = `"reject","call":${number}`;
    }
  }
  return `{"seq":${seq},"answer":${verdict},"outs":"${outs.join(' ')}"}\n`;
}

function answer(line) {
  const request = JSON.parse(line);
  try {
    if (request.op === 'decode') return answerDecode(request);
    if (request.op === 'script') return answerScript(request);
    if (request.op === 'hello') return hello();
    throw new CannotAsk(`no such op: ${request.op}`);
  } catch (error) {
    if (!(error instanceof CannotAsk)) throw error;
    return `{"seq":${request.seq},"answer":"skip","why":${JSON.stringify(error.message)}}\n`;
  }
}

function write(text) {
  const bytes = Buffer.from(text, 'latin1');
  for (let done = 0; done < bytes.length;) done += fs.writeSync(1, bytes, done);
}

// Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an
// answer unwritten. If a decoder breaks the loop, the answers before it are still written.
function main() {
  const room = Buffer.alloc(1 << 16);
  let pieces = []; // The beginning of a line whose end has not arrived.
  for (;;) {
    const size = fs.readSync(0, room);
    if (size === 0) return;
    const data = room.toString('latin1', 0, size);
    pieces.push(data);
    if (!data.includes('\n')) continue;
    const lines = pieces.join('').split('\n');
    pieces = [lines.pop()];
    const answers = [];
    try {
      for (const line of lines) answers.push(answer(line));
    } finally {
      write(answers.join(''));
    }
  }
}

main();
