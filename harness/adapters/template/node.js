// An adapter for illformed. Node.js 16 or newer, no package.
//
// It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

'use strict';

const readline = require('readline');

// EDIT: require your decoder here.

// EDIT: give `data`, which is a Buffer, to your decoder and return its text as a string.
function strict(data) {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
}

// EDIT: another decoder, as many as you have.
function lossy(data) {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(data);
}

// EDIT if a decoder takes chunks, and say so under `script` below. Each call returns the text that it puts out.
class Stream {
  constructor(options) {
    this.options = options;
    this.reset();
  }

  feed(chunk) {
    return this.decoder.decode(chunk, { stream: true });
  }

  finish() {
    return this.decoder.decode();
  }

  reset() {
    this.decoder = new TextDecoder('utf-8', this.options);
    return '';
  }
}

// EDIT: whether `error` says "ill-formed". No other is caught: a crash is a finding, and not a rejection.
function isIllFormed(error) {
  return error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

// EDIT: where the error is, as the API reports it, such as { at: error.offset }, and declare what `at` means below.
function place(error) {
  return {};
}

// EDIT: each decoder: its claim, which is what its documentation promises (`illformed adapter contract` explains each
// word), its function, and what makes its stream, or null.
const DECODERS = [
  [{ decoder: 'strict', api: "new TextDecoder('utf-8', {fatal: true, ignoreBOM: true})", kind: 'strict',
    profile: 'rfc3629', policy: 'fatal', out: 'utf16', at: 'none', bom: 'keep', script: 'none' },
  strict, () => new Stream({ fatal: true, ignoreBOM: true })],
  [{ decoder: 'lossy', api: "new TextDecoder('utf-8', {ignoreBOM: true})", kind: 'lossy',
    profile: 'rfc3629', policy: 'maximal-subpart', out: 'utf16', at: 'none', bom: 'keep', script: 'none' },
  lossy, () => new Stream({ ignoreBOM: true })],
];

// EDIT: whose decoders they are.
const ADAPTER = { adapter: 'mine', protocol: 1, implementation: 'Node.js', version: process.versions.node,
  decoders: DECODERS.length };

const toHex = (text) => Buffer.from(text, 'utf16le').swap16().toString('hex');

function answerDecode({ seq, bytes }, decode) {
  try {
    return { seq, answer: 'accept', out: toHex(decode(Buffer.from(bytes, 'hex'))) };
  } catch (error) {
    if (!isIllFormed(error)) throw error;
    return { seq, answer: 'reject', ...place(error) };
  }
}

function answerScript({ seq, calls }, stream) {
  const outs = [];
  let verdict = { answer: 'accept' };
  let failed = false;
  for (const [number, call] of calls.split(' ').entries()) {
    if (failed && call !== '~') {
      outs.push('x'); // After an error nothing is called until the next reset.
      continue;
    }
    failed = false;
    try {
      let text;
      if (call === '~') text = stream.reset();
      else if (call === '.') text = stream.finish();
      else text = stream.feed(Buffer.from(call === '-' ? '' : call, 'hex'));
      outs.push(toHex(text) || '-');
    } catch (error) {
      if (!isIllFormed(error)) throw error;
      failed = true;
      outs.push('!');
      if (verdict.answer === 'accept') verdict = { answer: 'reject', call: number };
    }
  }
  return { seq, ...verdict, outs: outs.join(' ') };
}

readline.createInterface({ input: process.stdin, terminal: false }).on('line', (line) => {
  const request = JSON.parse(line);
  const [, decode, stream] = DECODERS.find(([claim]) => claim.decoder === request.decoder) ?? [];
  let answers;
  if (request.op === 'hello') answers = [ADAPTER, ...DECODERS.map(([claim]) => claim)];
  else if (request.op === 'decode') answers = [answerDecode(request, decode)];
  else answers = [answerScript(request, stream())];
  for (const answer of answers) process.stdout.write(JSON.stringify(answer) + '\n');
});
