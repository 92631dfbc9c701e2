// Long lists: what is not looked at is not drawn.

/** How many entries are drawn at once. */
const PORTION = 200;

/** `list` drawn by `draw` into `into`, which is `frame` or within it: a portion at first, and more by a button. */
const inPortions = (list, draw, into = make("div"), frame = into) => {
  let drawn = 0;
  const more = make("button", { type: "button" });
  const place = make("div", {}, frame);
  const next = () => {
    const from = drawn;
    drawn = Math.min(list.length, drawn + PORTION);
    into.append(...list.slice(from, drawn).map(draw));
    more.textContent = `${grouped(Math.min(PORTION, list.length - drawn))} more of ${grouped(list.length - drawn)}`;
    if (drawn < list.length) place.append(more); else more.remove();
    return into.children[from];
  };
  more.addEventListener("click", () => {
    const first = next();
    const control = first?.matches("a, summary") ? first : find("a, summary", first);
    control?.focus();
  });
  next();
  return place;
};

/** What the search looks at in a vector. */
const keys = [];
const keyOf = (vector) => keys[vector.number] ??= lower(vector.id, vector.input, vector.comment, vector.flags, vector.refs);

const vectorTable = (vectors, label) => {
  const table = tableOf(label, ["vector", "input", "what it is", "flags", "#differ"], []);
  const differing = differ();
  return inPortions(vectors, (vector) => make("tr", {},
    make("th", { scope: "row" }, vectorLink(vector.id)),
    make("td", {}, make("code", {}, clipped(written(vector.input)))),
    make("td", { class: "words" }, vector.comment),
    make("td", { class: "flags" }, vector.flags.join(", ")),
    make("td", { class: "number" }, String(differing[vector.number]))), find("tbody", table), table);
};

/** The vectors that are asked for: by group and folded, or those that were found. Returns how many. */
const drawVectors = (place, facets, words) => {
  const { record } = data();
  const differing = differ();
  const wanted = record.vectors.filter((vector) => (!facets.class || groupOf(vector) === facets.class)
    && (!facets.security || isSecurity(vector)) && (!facets.differences || differing[vector.number] > 0)
    && words.every((word) => keyOf(vector).includes(word)));
  const found = words.length > 0 || facets.class || facets.security || facets.differences;
  const about = new Map(record.suite.groups.map((group) => [group.name, group.about]));
  const heading = make("h2", {}, "Vectors ", make("small", {}, counted(wanted.length, "vector"),
    ", each with how many decoders differ from RFC 3629 on it"));
  place.hidden = wanted.length === 0;
  place.replaceChildren(heading, ...found ? [vectorTable(wanted, "Vectors that were found")]
    : [...foldedBy(wanted, groupOf)].map(([group, vectors]) => lazily({},
      [make("b", {}, group), " ", make("small", {}, counted(vectors.length, "vector")), " ", about.get(group) ?? ""],
      () => [vectorTable(vectors, `Vectors of ${group}`)])));
  return wanted.length;
};
