// Adapter for the UTF-8 decoders of Chromium's Blink; protocol 1 (CONTRACT.md beside this file).
//
// Run it as `node chromium.js [FOLDER]`: Node.js 18 or newer, standard library only, and a `chromium` on the path. The
// browser keeps its profile in FOLDER, else in the folder for temporary files.
//
// - The browser is driven through a pipe (--remote-debugging-pipe). It ends when that is closed, so that it outlives
//   nobody. All requests that have arrived go to an empty page in one message, and their answers come back in one.
// - The Encoding Standard is claimed: maximal subparts, and a BOM that is dropped unless ignoreBOM is true. Blob.text()
//   and Response.text() are its "UTF-8 decode".
// - No API says where an error is, and none hands out the text before it. All text is UTF-16, given as it is.
// - In a script a chunk is decode(chunk, {stream: true}) or write(chunk), a finish is decode() or close(). The Encoding
//   Standard says that a new text begins after a finish, whether it threw or not: a reset is nothing then, and such a
//   finish elsewhere, whose error is thrown away.
// - Behind the bytes of an input lies the byte of ILLFORMED_CANARY (5a without it). No API has an output argument.
// - Left out: XMLHttpRequest and FileReader look for byte order marks of UTF-16 first.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawn } = require('node:child_process');

const CANARY = Number.parseInt(process.env.ILLFORMED_CANARY ?? '5a', 16);

// ---- What runs in the page.

function inPage(canary) {
  const BEHIND = 64; // How many bytes behind an input are filled.
  const TABLE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
  const DIGIT = new Map([...'0123456789abcdef'].map((digit, value) => [digit.charCodeAt(0), value]));

  function unhex(hex) {
    const size = hex.length / 2;
    const data = new Uint8Array(size + BEHIND).fill(canary);
    for (let i = 0; i < size; i++) {
      data[i] = DIGIT.get(hex.charCodeAt(2 * i)) << 4 | DIGIT.get(hex.charCodeAt(2 * i + 1));
    }
    return data.subarray(0, size);
  }

  function hex16(text) {
    const units = [];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      units.push(TABLE[unit >> 8] + TABLE[unit & 255]);
    }
    return units.join('');
  }

  const percentEncoded = (data) => Array.from(data, (byte) => '%' + TABLE[byte]).join('');

  const nextTurn = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); resolve(); };
    port2.postMessage('');
  });

  // A TypeError is all that the Encoding Standard has for ill-formed bytes, and ECMA-262 has a URIError.
  const isTypeError = (error) => error instanceof TypeError;
  const isUriError = (error) => error instanceof URIError;
  const never = () => false;

  // feed(bytes), finish() and reset() -> string, or a promise of one
  class Decoder {
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
        if (isTypeError(error)) return '';
        throw error;
      }
    }
  }

  class DecoderStream {
    constructor(options) {
      const { readable, writable } = new TextDecoderStream('utf-8', options);
      this.writer = writable.getWriter();
      // The error comes to whoever writes, too; these promises are others.
      this.writer.closed.catch(() => {});
      this.writer.ready.catch(() => {});
      this.text = '';
      this.collect(readable.getReader()).catch((error) => { this.failed = error; });
    }

    async collect(reader) {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.text += value;
      }
    }

    async through(written) {
      await written;
      await nextTurn();
      if (this.failed) throw this.failed;
      const { text } = this;
      this.text = '';
      return text;
    }

    feed(chunk) { return this.through(this.writer.write(chunk)); }

    finish() { return this.through(this.writer.close()); }
  }

  async function streamWhole(options, data) {
    const stream = new DecoderStream(options);
    return await stream.feed(data) + await stream.finish();
  }

  const claims = [];
  const decoders = new Map();

  function add(decoder, api, whole, claim, refused = never, stream = undefined) {
    claims.push({ decoder, api, kind: 'strict', profile: 'rfc3629', policy: 'fatal', out: 'utf16', at: 'none',
      bom: 'keep', script: 'none', ...claim });
    decoders.set(decoder, { whole, refused, stream });
  }

  const REPLACE = { kind: 'lossy', policy: 'maximal-subpart' };
  for (const fatal of [false, true]) {
    const claim = fatal ? {} : REPLACE;
    for (const ignoreBOM of [false, true]) {
      const options = { fatal, ignoreBOM };
      add(`text-decoder${fatal ? '-fatal' : ''}${ignoreBOM ? '-ignore-bom' : ''}`,
        `new TextDecoder('utf-8', {fatal: ${fatal}, ignoreBOM: ${ignoreBOM}}).decode`,
        (data) => new TextDecoder('utf-8', options).decode(data),
        { ...claim, bom: ignoreBOM ? 'keep' : 'strip', script: 'reset' }, isTypeError, () => new Decoder(options));
    }
    add(`text-decoder-stream${fatal ? '-fatal' : ''}`, `new TextDecoderStream('utf-8', {fatal: ${fatal}})`,
      (data) => streamWhole({ fatal }, data), { ...claim, bom: 'strip', script: 'finish' }, isTypeError,
      () => new DecoderStream({ fatal }));
  }
  add('response-text', 'new Response(bytes).text()', (data) => new Response(data).text(), { ...REPLACE, bom: 'strip' });
  add('blob-text', 'new Blob([bytes]).text()', (data) => new Blob([data]).text(), { ...REPLACE, bom: 'strip' });
  // ECMA-262 (Decode): a URIError unless the octets are "a valid UTF-8 encoding of a Unicode code point".
  add('decode-uri-component', 'decodeURIComponent(percent-encoded)',
    (data) => decodeURIComponent(percentEncoded(data)), {}, isUriError);
  // The URL Standard: "UTF-8 decode without BOM", which keeps a BOM and replaces as the Encoding Standard does.
  add('url-search-params', 'new URLSearchParams(percent-encoded).get',
    (data) => new URLSearchParams('=' + percentEncoded(data)).get(''), REPLACE);

  async function answerDecode({ seq, bytes }, { whole, refused }) {
    try {
      return `{"seq":${seq},"answer":"accept","out":"${hex16(await whole(unhex(bytes)))}"}\n`;
    } catch (error) {
      if (!refused(error)) throw error;
      return `{"seq":${seq},"answer":"reject"}\n`;
    }
  }

  async function answerScript({ seq, calls }, { stream: fresh, refused }) {
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
        outs.push(hex16(text instanceof Promise ? await text : text) || '-');
      } catch (error) {
        if (!refused(error)) throw error;
        failed = true;
        outs.push('!');
        if (verdict === '"accept"') verdict = `"reject","call":${number}`;
      }
    }
    return `{"seq":${seq},"answer":${verdict},"outs":"${outs.join(' ')}"}\n`;
  }

  function answer(request) {
    const decoder = decoders.get(request.decoder);
    if (request.op === 'decode' && decoder) return answerDecode(request, decoder);
    if (request.op === 'script' && decoder?.stream) return answerScript(request, decoder);
    return `{"seq":${request.seq},"answer":"skip","why":"no such decoder, or it takes no chunks"}\n`;
  }

  globalThis.answers = async (requests) => (await Promise.all(requests.map(answer))).join('');
  return claims;
}

// ---- The browser.

class Browser {
  constructor(folder) {
    this.process = spawn('chromium', ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu', '--no-first-run',
      '--disable-dev-shm-usage', '--disable-breakpad', '--disable-crash-reporter', '--disable-extensions',
      '--disable-background-networking', '--disable-component-update', `--user-data-dir=${folder}`,
      '--remote-debugging-pipe', 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.ended = new Promise((resolve) => { this.process.on('exit', resolve); });
    const [, , , requests, replies] = this.process.stdio;
    this.requests = requests;
    requests.on('error', () => {}); // A browser that has ended is noticed by its exit.
    this.waiting = new Map();
    this.number = 0;
    let pieces = []; // The beginning of a message whose end has not arrived.
    replies.setEncoding('utf8').on('data', (data) => {
      const parts = data.split('\0');
      for (const part of parts.slice(0, -1)) {
        this.receive(JSON.parse(pieces.join('') + part));
        pieces = [];
      }
      pieces.push(parts.at(-1));
    });
  }

  receive({ id, result, error }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return; // An event.
    this.waiting.delete(id);
    if (error) waiting.reject(new Error(`the browser says: ${error.message}`));
    else waiting.resolve(result);
  }

  call(method, params) {
    const id = ++this.number;
    const sessionId = method.startsWith('Browser.') ? undefined : this.page;
    this.requests.write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async open() {
    const { targetInfos } = await this.call('Target.getTargets', {});
    const { targetId } = targetInfos.find(({ type }) => type === 'page')
      ?? await this.call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.call('Target.attachToTarget', { targetId, flatten: true });
    this.page = sessionId;
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.call('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}

// ---- The conversation.

function hello(version, claims) {
  const first = { adapter: 'chromium', protocol: 1, implementation: 'Chromium', version, decoders: claims.length };
  return [first, ...claims].map((line) => JSON.stringify(line) + '\n').join('');
}

function write(text) {
  const bytes = Buffer.from(text, 'latin1');
  for (let done = 0; done < bytes.length;) done += fs.writeSync(1, bytes, done);
}

// Answers all complete lines that have arrived, then writes the answers, then waits for more.
async function converse(browser, greeting) {
  let pieces = []; // The beginning of a line whose end has not arrived.
  for await (const data of process.stdin.setEncoding('latin1')) {
    pieces.push(data);
    if (!data.includes('\n')) continue;
    const lines = pieces.join('').split('\n');
    pieces = [lines.pop()];
    const batch = [];
    for (const line of lines) {
      if (line.startsWith('{"op":"hello"')) write(greeting);
      else batch.push(line);
    }
    if (batch.length > 0) write(await browser.evaluate(`answers([${batch.join(',')}])`));
  }
}

async function main() {
  // A profile is one browser's: one that was killed leaves its lock behind.
  const profile = fs.mkdtempSync(path.join(process.argv[2] ?? os.tmpdir(), 'illformed-chromium-'));
  const browser = new Browser(profile);
  process.on('exit', () => browser.process.kill('SIGKILL'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));
  const broken = browser.ended.then(() => { throw new Error('the browser has ended'); });
  broken.catch(() => {});
  const conversation = async () => {
    const { product } = await browser.call('Browser.getVersion', {});
    await browser.open();
    const claims = await browser.evaluate(`(${inPage})(${CANARY})`);
    await converse(browser, hello(product.split('/')[1], claims));
  };
  try {
    await Promise.race([conversation(), broken]);
  } finally {
    // It ends its children first, if it is asked to.
    browser.call('Browser.close', {}).catch(() => {});
    setTimeout(() => browser.process.kill('SIGKILL'), 700);
    await browser.ended;
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
