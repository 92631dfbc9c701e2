// Elements and addresses. What comes from the record becomes text nodes and attributes, never markup.

const find = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element: attributes, then children; strings become text, and what is missing nothing. */
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
const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
/** Thousands are set apart by commas. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

// Addresses: "#/decoder/NAME?class=GROUP&q=WORDS". What is readable in a fragment stays so.
const FACETS = ["q", "class", "question", "cause", "security", "failing"];
const escaped = (text) => encodeURIComponent(text.toWellFormed?.() ?? text).replace(/%(2F|40|3D|2C)/g, decodeURIComponent);
const address = (path, facets = {}) => {
  const query = FACETS.filter((name) => facets[name]).map((name) => `${name}=${escaped(facets[name])}`).join("&");
  return `#/${escaped(path)}${query ? `?${query}` : ""}`;
};
const unescaped = (text) => {
  try { return decodeURIComponent(text); } catch { return text; }
};
/** Where the reader is: `page` is empty, `cause`, `decoder` or `vector`, `name` which. */
const route = () => {
  const [path, ...query] = location.hash.replace(/^#\/?/, "").split("?");
  const slash = path.indexOf("/");
  const [page, name] = slash < 0 ? [path, ""] : [path.slice(0, slash), unescaped(path.slice(slash + 1))];
  const given = [...new URLSearchParams(query.join("?"))];
  return { page, name, facets: Object.fromEntries(given.filter(([facet, value]) => FACETS.includes(facet) && value)) };
};
const link = (path, facets, ...children) => make("a", { href: address(path, facets) }, ...children);
const decoderLink = (decoder, group) => link(`decoder/${nameOf(decoder)}`, { class: group }, tame(nameOf(decoder)));
const vectorLink = (id, ...children) => link(`vector/${id}`, {}, ...(children.length > 0 ? children : [id]));

/** Details that are filled when they are first opened, or printed. */
const fills = new WeakMap();
const lazily = (attributes, summary, fill) => {
  const element = make("details", attributes, make("summary", {}, ...summary));
  fills.set(element, () => {
    if (element.childElementCount === 1) element.append(...fill().flat(Infinity));
  });
  element.addEventListener("toggle", () => { if (element.open) fills.get(element)(); });
  return element;
};

/** `content`, which names so many decoders; many are behind a line that opens. */
const behind = (decoders, ...content) => decoders <= 12 ? content
  : make("details", { class: "fold" }, make("summary", {}, counted(decoders, "decoder")), ...content);

const facts = (rows) => make("dl", { class: "facts" }, rows.filter(([, value]) => value !== "" && value !== undefined)
  .map(([name, value]) => make("div", {}, make("dt", {}, name),
    make("dd", {}, value instanceof Node ? value : tame(value)))));

/** A table that scrolls in its own box. `heads` with a leading `#` are numbers, in `rows` the first cell is a head. */
const tableOf = (label, heads, rows) => make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
  make("table", { class: "plain" },
    make("thead", {}, make("tr", {}, heads.map((head) =>
      make("th", { scope: "col", class: head.startsWith("#") ? "number" : "" }, head.replace("#", ""))))),
    make("tbody", {}, rows.map(({ attributes = {}, head, headClass = "", cells }) => make("tr", attributes,
      make("th", { scope: "row", class: headClass }, head),
      cells.map((cell, number) => make("td", { class: heads[number + 1].startsWith("#") ? "number" : "" }, cell)))))));

/** The way back, to what was searched for. */
const crumbs = (...trail) => make("p", { class: "crumbs" }, link("", place.facets, "Overview"),
  ...trail.flatMap((part) => [" / ", part]));
