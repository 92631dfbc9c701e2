// TextDecoder: fatal, with replacement, and in chunks. Its default drops a byte order mark, which is no part of UTF-8.
import { readFileSync } from 'node:fs';

function check(name, file, agrees) {
  const vectors = readFileSync(`${process.argv[2]}/${file}`, 'utf8').trimEnd().split('\n').map(line => JSON.parse(line));
  const differ = vectors.filter(vector => !agrees(Buffer.from(vector.input, 'hex'), vector));
  console.log(`node ${name}: ${vectors.length} vectors, ${differ.length} differ ${differ[0]?.id ?? ''}`);
}

const units = text => [...Array(text.length).keys()].map(at => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');

function fatal(input, vector) {
  try {
    return units(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input)) === vector.utf16 && vector.well_formed;
  } catch {
    return !vector.well_formed;
  }
}

function inChunks(input, { cuts, utf16 }) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const ends = [...cuts, input.length];
  const text = ends.map((end, number) => decoder.decode(input.subarray(ends[number - 1] ?? 0, end), { stream: true }));
  return units(text.join('') + decoder.decode()) === utf16;
}

check('TextDecoder fatal', 'utf8.jsonl', fatal);
check('TextDecoder', 'utf8.jsonl', (input, { utf16 }) => units(new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)) === utf16);
check('TextDecoder stream', 'utf8-chunks.jsonl', inChunks);
check('Buffer.toString', 'utf8.jsonl', (input, { utf16 }) => units(input.toString('utf8')) === utf16);
