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
// - What answers later only is awaited: the answers of all lines that have arrived are, in their order.
// - A stream takes the bytes of one chunk; what came out of it when the write was through is that call's text.
// - Left out: JSON.parse and unescape() take strings.
'use strict';

const buffer = require('node:buffer');
const consumers = require('node:stream/consumers');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const querystring = require('node:querystring');
const v8 = require('node:v8');
const { Readable } = require('node:stream');
const { StringDecoder } = require('node:string_decoder');
const { setImmediate: nextTurn } = require('node:timers/promises');
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

function v8Deserialize(data) {
  // Version 15 of the format, and a string of one-, two-, three- and four-byte characters, which it calls UTF-8.
  return v8.deserialize(Buffer.concat([Buffer.from([0xff, 0x0f, 0x53]), leb128(data.length), data]));
}

let file; // Made when it is first needed: its path and a descriptor to write it with.

function readFile(data) {
  if (!file) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'illformed-node-'));
    process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    file = { path: path.join(folder, 'input'), descriptor: fs.openSync(path.join(folder, 'input'), 'w') };
  }
  fs.ftruncateSync(file.descriptor);
  fs.writeSync(file.descriptor, data, 0, data.length, 0);
  return fs.readFileSync(file.path, 'utf8');
}

function byteAByte(data) {
  return Readable.from(Array.from(data, (_, at) => data.subarray(at, at + 1)), { objectMode: false });
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

// The encoding of a readable stream: push() and read().
class SetEncodingStream {
  constructor() {
    this.readable = new Readable({ read() {} });
    this.readable.setEncoding('utf8');
  }

  feed(chunk) {
    this.readable.push(chunk);
    return this.readable.read() ?? '';
  }

  finish() {
    this.readable.push(null);
    return this.readable.read() ?? '';
  }
}

class WebStream {
  constructor(options) {
    const { readable, writable } = new globalThis.TextDecoderStream('utf-8', options);
    this.writer = writable.getWriter();
    this.text = '';
    this.failed = undefined;
    // The error comes to whoever writes, too; `closed` is a promise of its own.
    this.writer.closed.catch(() => {});
    this.all = this.collect(readable).catch((error) => { this.failed = error; });
  }

  async collect(readable) {
    for await (const text of readable) this.text += text;
  }

  async through(written) {
    await written;
    await nextTurn();
    if (this.failed) throw this.failed;
    const { text } = this;
    this.text = '';
    return text;
  }

  feed(chunk) {
    return this.through(this.writer.write(chunk));
  }

  async finish() {
    return this.through(this.writer.close());
  }
}

async function webStreamWhole(options, data) {
  const stream = new WebStream(options);
  return await stream.feed(data) + await stream.finish();
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

function addWebStream(name, options, claims) {
  const text = Object.entries(options).map(([key, value]) => `${key}: ${value}`).join(', ');
  add(name, `new TextDecoderStream('utf-8', {${text}})`, (data) => webStreamWhole(options, data),
    { bom: 'strip', script: 'finish', ...claims },
    { refusal: Refusals.textDecoder, stream: () => new WebStream(options) });
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
// "Multibyte characters that would otherwise become improperly decoded" are kept whole; it is a StringDecoder.
add('set-encoding', "readable.setEncoding('utf8')", (data) => {
  const stream = new SetEncodingStream();
  return stream.feed(data) + stream.finish();
}, { ...REPLACE, script: 'finish' }, { stream: () => new SetEncodingStream() });
// The Encoding Standard defines TextDecoderStream as TextDecoder; its "UTF-8 decode", which strips a BOM, is what the
// Fetch Standard has for text() of a body, and the File API for that of a Blob.
addWebStream('text-decoder-stream', {}, REPLACE);
addWebStream('text-decoder-stream-fatal', { fatal: true }, {});
add('response-text', 'new Response(bytes).text()', (data) => new Response(data).text(), { ...REPLACE, bom: 'strip' });
add('blob-text', 'new Blob([bytes]).text()', (data) => new Blob([data]).text(), { ...REPLACE, bom: 'strip' });
// "The contents of the stream parsed as a UTF-8 encoded string", by a TextDecoder.
add('consumers-text', 'stream.consumers.text(stream), a byte a chunk', (data) => consumers.text(byteAByte(data)),
  { kind: 'lossy', policy: 'none', bom: 'strip', max_bytes: 4096 });
// Of a file "with the encoding", which leaves open what is replaced by one U+FFFD.
add('read-file', "fs.readFileSync(path, 'utf8')", readFile, { kind: 'lossy', policy: 'none' });
// "The format is backward-compatible"; its strings are UTF-8, Latin-1 or UTF-16, and what is ill-formed is not said.
add('v8-deserialize', 'v8.deserialize(bytes), a string', v8Deserialize,
  { kind: 'lossy', policy: 'none', implementation: 'V8', version: process.versions.v8 });
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

// A value, or a promise of one: then comes what is done with it.
const whenSettled = (result, done, failed) => (result instanceof Promise ? result.then(done, failed) : done(result));

function answerDecode({ seq, decoder, bytes }) {
  const decode = WHOLE.get(decoder);
  if (!decode) throw new CannotAsk(`no such decoder: ${decoder}`);
  const failed = (error) => {
    if (REFUSAL.get(decoder)(error)) return `{"seq":${seq},"answer":"reject"}\n`;
    throw error;
  };
  let result;
  try {
    result = decode(unhex(bytes));
  } catch (error) {
    return failed(error);
  }
  return whenSettled(result, (value) => accepted(seq, value), failed);
}

function accepted(seq, result) {
  if (result === true) return `{"seq":${seq},"answer":"accept"}\n`;
  if (result === false) return `{"seq":${seq},"answer":"reject"}\n`;
  return `{"seq":${seq},"answer":"accept","out":"${hex16(result)}"}\n`;
}

function answerScript({ seq, decoder, calls }) {
  const fresh = STREAM.get(decoder);
  if (!fresh) throw new CannotAsk(`no such decoder, or it takes no chunks: ${decoder}`);
  return makeCalls(seq, decoder, calls, fresh());
}

async function makeCalls(seq, decoder, calls, stream) {
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
      if (text instanceof Promise) text = await text;
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
  if (request.op === 'hello') return hello();
  try {
    if (request.op === 'decode') return answerDecode(request);
    if (request.op === 'script') return answerScript(request);
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
async function main() {
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
    let answers = '';
    try {
      for (const settled of await Promise.allSettled(lines.map(async (line) => answer(line)))) {
        if (settled.status === 'rejected') throw settled.reason;
        answers += settled.value;
      }
    } finally {
      write(answers);
    }
  }
}

main();
