// The flat files of the vectors, read. The types are in index.d.mts.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../", import.meta.url);

export const utf8 = () => read("utf8.tsv");
export const chunks = () => read("utf8-chunks.tsv");
export const policy = (name) => named("policies", name);
export const profile = (name) => named("profiles", name);

const list = (value) => (value === "-" ? [] : value.split(","));
const or = (read) => (value) => (value === "-" ? null : read(value));
const hex = (value) => Uint8Array.from(value.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const text = (value) => String.fromCharCode(...(value.match(/..../g) ?? []).map((unit) => parseInt(unit, 16)));

// What a column of a table becomes: the name of the property, and its value.
const columns = {
  id: ["id", String],
  input: ["input", hex],
  cuts: ["cuts", (value) => list(value).map(Number)],
  well_formed: ["wellFormed", or((value) => value === "true")],
  error_at: ["errorAt", or(Number)],
  error_len: ["errorLen", or(Number)],
  errors: ["errors", or(Number)],
  text: ["text", or(hex)],
  replaced: ["replaced", or(hex)],
  utf16: ["utf16", or(text)],
  fffd: ["fffd", or(Number)],
  flags: ["flags", list],
};

function named(subfolder, name) {
  const names = readdirSync(new URL(subfolder, folder)).map((file) => file.replace(/\.tsv$/, ""));
  if (!names.includes(name)) throw new RangeError(`"${name}" is not one of the ${subfolder}: ${names.join(", ")}`);
  return read(`${subfolder}/${name}.tsv`);
}

function read(file) {
  const [head, ...lines] = readFileSync(new URL(file, folder), "utf8").trimEnd().split("\n");
  const properties = head.split("\t").map((name) => columns[name]);
  return lines.map((line) => {
    const values = line.split("\t");
    return Object.fromEntries(properties.map(([name, value], index) => [name, value(values[index])]));
  });
}
