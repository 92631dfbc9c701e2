// The record: unpacked when somebody asks for more than the matrix, and in the shapes that the pages need.

let unpacked, packed;
/** What the page holds; it is there once `load` is done. */
const data = () => unpacked;
const load = () => (packed ??= unpack().then(unfold));
const unpack = async () => {
  const text = atob(find("#data").textContent);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const [json] = await Promise.all([new Response(stream.readable).text(), writer.write(bytes), writer.close()]);
  return JSON.parse(json);
};
/** The record has for each vector its recipes; here each case is an object, and a vector knows its first and last. */
const unfold = (data) => {
  const { record } = data;
  record.vectors.forEach((vector, number) => { Object.assign(vector, { number, cases: [0, -1] }); });
  record.cases = record.cases.reduce((cases, [number, recipes]) => {
    const { id } = record.vectors[number];
    const own = recipes.split(" ").map((recipe) => ({ vector: number, id: recipe === "-" ? id : `${id}@${recipe}` }));
    record.vectors[number].cases = [cases.length, cases.length + own.length - 1];
    for (const one of own) cases.push(one);
    return cases;
  }, []);
  record.decoders.forEach((decoder, number) => { decoder.number = number; });
  unpacked = data;
};

// What the record says, in the shapes that the pages need.
const nameOf = (decoder) => `${decoder.adapter}/${decoder.decoder}`;
/** Our own decoders come last, as in all lists. */
const listed = () => data().record.decoders
  .toSorted((one, next) => Number(one.implementation === OWN) - Number(next.implementation === OWN));
const OWN = "illformed-codec";
const groupOf = (vector) => vector.id.split("/")[0];
const shown = (decoder) => decoder.by_rfc3629 ?? decoder.by_claim;
const capitals = (hex) => /^[0-9a-f]+$/.test(hex) ? spaced(hex).toUpperCase() : hex;
/** The input of a vector, as reports show it. */
const written = (input) => {
  if (input === "") return "(no bytes)";
  const [first, ...calls] = input.split(" ");
  if (first !== "calls") return capitals(input);
  return `calls ${calls.map(capitals).join(" | ")}${calls.length === 1 && calls[0].length > 2 ? " |" : ""}`;
};
/** The input of a case with a finding, as it was sent. */
const sentIn = (number) => data().inputs[number] ?? written(data().record.vectors[data().record.cases[number].vector].input);
const isPlain = (number) => {
  const { cases, vectors } = data().record;
  return cases[number].id === vectors[cases[number].vector].id;
};
const bad = (verdict) => !["pass", "declined", "not-asked", "not-applicable", "unspecified", "no-policy"].includes(verdict);
const classOf = (verdict) => verdict === "pass" ? "good" : !bad(verdict) ? "faint"
  : ["wrong-reason", "late-error"].includes(verdict) ? "doubtful" : "bad";
/** Numbers as text such as `0-17,19,20-30/2`, as pairs of a first and a last one, ascending. */
const rangesIn = (text) => text.split(",").filter(Boolean).flatMap((part) => {
  const [range, step] = part.split("/");
  const [first, last = first] = range.split("-").map(Number);
  if (step === undefined) return [[first, last]];
  const numbers = [];
  for (let number = first; number <= last; number += Number(step)) numbers.push([number, number]);
  return numbers;
});
/** Those of a group's cases, worked out once. */
const ranges = (group) => (group.ranges ??= rangesIn(group.cases));
/** That of `groups` that has the case of this number. */
const groupWith = (groups, number) =>
  groups.find((group) => ranges(group).some(([first, last]) => first <= number && number <= last));
const numbersIn = (text) => new Set(rangesIn(text).flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)));
/** The outcome groups of the cases from `first` to `last`, by case; of all, if none are named. */
const byCase = (outcomes, first = 0, last = Infinity) => {
  const found = [];
  for (const group of outcomes.groups) {
    for (const [start, end] of ranges(group)) {
      if (start > last) break;
      for (let number = Math.max(start, first); number <= Math.min(end, last); number++) found.push([number, group]);
    }
  }
  return new Map(found.sort(([one], [next]) => one - next));
};
/** What counts against a decoder among those cases, in their order: the finding, or what the group says of it. */
const failures = (outcomes, first, last) => {
  const bads = { ...outcomes, groups: outcomes.groups.filter((group) => bad(group.verdict)) };
  const detailed = new Map(outcomes.findings.map((finding) => [finding.case, finding]));
  return [...byCase(bads, first, last)].map(([number, group]) => detailed.get(number)
    ?? { case: number, verdict: group.verdict, cause: group.cause ?? "" });
};
const outcomeText = (outcome) => {
  const checked = outcome.checked.length > 0 ? ` (compared: ${outcome.checked.join(", ")})` : "";
  if (outcome.verdict === "pass") return `as expected${checked}`;
  const word = { "not-applicable": "not applicable", "not-asked": "not asked", unspecified: "undefined by its standard",
    "no-policy": "no documented replacement policy" }[outcome.verdict];
  return `${word ?? outcome.verdict}${outcome.cause ? `: ${outcome.cause}` : ""}${checked}`;
};

/** What the decoder gave for a case that counts against it, where the record has it. */
const observedOf = (decoder, number) => {
  const found = shown(decoder).findings.find((finding) => finding.case === number);
  if (found) return (found.around ?? found).observed;
  return groupWith([...shown(decoder).observed ?? [], ...decoder.by_claim.observed ?? []], number)?.observed;
};

/** How many decoders differ from RFC 3629 on each vector; what is derived from it does not count. */
let differing;
const differ = () => {
  const { record } = data();
  if (differing) return differing;
  differing = new Uint16Array(record.vectors.length);
  for (const decoder of record.decoders) {
    const seen = new Uint8Array(differing.length);
    for (const group of shown(decoder).groups.filter((group) => bad(group.verdict))) {
      for (const [first, last] of ranges(group)) {
        for (let number = first; number <= last; number++) if (isPlain(number)) seen[record.cases[number].vector] = 1;
      }
    }
    for (let vector = 0; vector < seen.length; vector++) differing[vector] += seen[vector];
  }
  return differing;
};

let security;
/** Whether the vector is about attacks. */
const isSecurity = (vector) => (security ??= numbersIn(data().security)).has(vector.number);
