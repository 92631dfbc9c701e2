// The record, and the elements that show it. What comes from the record becomes text nodes, never markup.

const find = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const overview = find("#overview"), detail = find("#detail"), nothing = find("#nothing");
const filter = find("#filter"), count = find("#count");

/** The record is parsed when somebody asks for a detail. */
let parsed;
const data = () => (parsed ??= unfolded(JSON.parse(find("#data").textContent)));
/** The record has for each vector its recipes; here each case is an object, and a vector knows its first and last. */
const unfolded = (data) => {
  const { record } = data;
  record.vectors.forEach((vector) => { vector.cases = [0, -1]; });
  record.cases = record.cases.reduce((cases, [number, recipes]) => {
    const { id } = record.vectors[number];
    const own = recipes.split(" ").map((recipe) => ({ vector: number, id: recipe === "-" ? id : `${id}@${recipe}` }));
    record.vectors[number].cases = [cases.length, cases.length + own.length - 1];
    for (const one of own) cases.push(one);
    return cases;
  }, []);
  return data;
};

/** An element: attributes, then children; strings become text. */
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value; else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== ""));
  return element;
};

/** Control and format characters are shown, not obeyed. */
const tame = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
  (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
const clipped = (text) => text.length > 64 ? `${text.slice(0, 63)}…` : text;
const lower = (...words) => words.flat().join(" ").toLowerCase();
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

// Links. What is readable in a fragment stays so.
const escaped = (text) => encodeURIComponent(text).replace(/%(2F|40|3D|2C)/g, decodeURIComponent);
const hash = (parts) => "#" + Object.entries(parts).filter(([, value]) => value)
  .map(([name, value]) => `${name}=${escaped(value)}`).join("&");
const route = () => {
  const parts = {};
  for (const part of location.hash.slice(1).split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    let value = at < 0 ? "" : part.slice(at + 1);
    try { value = decodeURIComponent(value); } catch { /* It stays as it is written. */ }
    parts[at < 0 ? part : part.slice(0, at)] = value;
  }
  return parts;
};
const link = (parts, ...children) => make("a", { href: hash(parts) }, ...children);

// What the record says, in the shapes that the pages need.
const nameOf = (decoder) => `${decoder.adapter}/${decoder.decoder}`;
const groupOf = (vector) => vector.id.split("/")[0];
const shown = (decoder) => decoder.by_rfc3629 ?? decoder.by_claim;
const written = (input) => input === "" ? "(empty)" : /^[0-9a-f]*$/.test(input) ? input.toUpperCase() : input;
const bad = (verdict) => !["pass", "skipped", "not-applicable", "unspecified"].includes(verdict);
const classOf = (verdict) => verdict === "pass" ? "good" : !bad(verdict) ? "faint"
  : ["wrong-reason", "late-error"].includes(verdict) ? "doubtful" : "bad";
const rangesOf = new Map();
/** A group's cases as pairs of a first and a last number, ascending. */
const ranges = (group) => {
  if (!rangesOf.has(group)) {
    rangesOf.set(group, group.cases.split(",").filter(Boolean).flatMap((part) => {
      const [range, step] = part.split("/");
      const [first, last = first] = range.split("-").map(Number);
      if (step === undefined) return [[first, last]];
      const numbers = [];
      for (let number = first; number <= last; number += Number(step)) numbers.push([number, number]);
      return numbers;
    }));
  }
  return rangesOf.get(group);
};
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
  const word = { "not-applicable": "cannot be asked", unspecified: "the standard is silent" }[outcome.verdict];
  return `${word ?? outcome.verdict}${outcome.cause ? `: ${outcome.cause}` : ""}${checked}`;
};

/** Findings as a map of a key to those that have it, in their order. */
const foldedBy = (findings, key) => {
  const folded = new Map();
  for (const finding of findings) {
    const name = key(finding);
    if (!folded.has(name)) folded.set(name, []);
    folded.get(name).push(finding);
  }
  return folded;
};

/** Details that are filled when they are first opened. */
const lazily = (attributes, summary, fill) => {
  const element = make("details", attributes, make("summary", {}, ...summary));
  element.addEventListener("toggle", () => {
    if (element.open && element.childElementCount === 1) element.append(...fill());
  });
  return element;
};

const facts = (rows) => make("dl", { class: "facts" }, rows.filter(([, value]) => value !== "" && value !== undefined)
  .map(([name, value]) => make("div", {}, make("dt", {}, name),
    make("dd", {}, value instanceof Node ? value : tame(value)))));

const crumbs = (...trail) => make("p", { class: "crumbs" }, link({ filter: route().filter }, "Matrix"), " / ",
  ...trail.flatMap((part, number) => number > 0 ? [" / ", part] : [part]));

/** Findings in full, then a line for each way in which others failed that were kept without details. */
const findingsOf = (decoderNumber, list) => {
  const { record } = data();
  const id = (one) => record.cases[one.case].id;
  const others = [...foldedBy(list.filter((one) => one.detail === undefined), (one) => `${one.verdict}: ${one.cause}`)];
  return [
    ...list.filter((one) => one.detail !== undefined).map((one) => findingOf(decoderNumber, one, id(one))),
    ...others.map(([way, same]) => make("p", { class: "others" }, `${tame(way)}, without details, ${counted(same.length, "case")}: `,
      make("small", {}, same.slice(0, 24).map(id).join(" "), same.length > 24 ? ` and ${same.length - 24} more` : ""))),
  ];
};

const findingOf = (decoderNumber, finding, title) => {
  const { record, again } = data();
  const id = record.cases[finding.case].id;
  return make("div", { class: "finding" },
    make("h4", {}, title, " ", make("span", { class: classOf(finding.verdict) }, finding.verdict)),
    facts([["what", finding.detail], ["expected", finding.expected], ["observed", finding.observed],
      ["again", again[decoderNumber].join(id)]]));
};
