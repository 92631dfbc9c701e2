// TextDecoder, with U+FFFD for what is ill-formed.
import { readFileSync } from 'node:fs';

const text = readFileSync(`${process.argv[2]}/utf8.tsv`, 'ascii');
const rows = text.trimEnd().split('\n').slice(1).map((line) => line.split('\t'));
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const differ = rows.filter(([, input, , , , , , replaced]) => {
  const decoded = decoder.decode(Buffer.from(input, 'hex'));
  return Buffer.from(decoded).toString('hex') !== replaced;
});
console.log(`node short: ${rows.length} vectors, ${differ.length} differ ${differ[0]?.[0] ?? ''}`);
