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

/** How well a vector fits typed bytes: 0 if it has exactly these, 1 if a segment of its calls has. */
const rank = (vector, bytes) => vector.input === bytes ? 0
  : data().explained[vector.number].some((segment) => segment.bytes === bytes) ? 1 : 2;

const section = find("#vectors"), home = section.nextElementSibling;

/** The vectors that are asked for: by group and folded, or those that were found; the ones with exactly the bytes that were
 * typed come first, and then before all else. Returns how many. */
const drawVectors = (facets, words, bytes) => {
  const { record, explained } = data();
  const differing = differ();
  const has = (vector) => words.every((word) => keyOf(vector).includes(word))
    || (bytes !== undefined && explained[vector.number].some((segment) => holds(segment.bytes, bytes)));
  const wanted = record.vectors.filter((vector) => (!facets.class || groupOf(vector) === facets.class)
    && (!facets.security || isSecurity(vector)) && (!facets.failing || differing[vector.number] > 0) && has(vector));
  const ranks = new Map(bytes === undefined ? [] : wanted.map((vector) => [vector, rank(vector, bytes)]));
  if (bytes !== undefined) wanted.sort((one, next) => ranks.get(one) - ranks.get(next));
  const exact = wanted.filter((vector) => ranks.get(vector) === 0).length;
  const found = words.length > 0 || facets.class || facets.security || facets.failing;
  const about = new Map(record.suite.groups.map((group) => [group.name, group.about]));
  section.hidden = words.length > 0 && wanted.length === 0 && bytes === undefined;
  overview.insertBefore(section, exact > 0 ? find("h1", overview).nextElementSibling : home);
  find("#listed").textContent = `${counted(wanted.length, "vector")}, each with how many decoders differ from RFC 3629 on it`;
  find("#list").replaceChildren(...found ? [
    bytes === undefined ? "" : make("p", {}, make("code", {}, spaced(bytes).toUpperCase()),
      exact > 0 ? `: ${exact === 1 ? "the first vector has" : `the first ${exact} have`} exactly these bytes.`
        : wanted.length > 0 ? ": no vector has exactly these bytes; these contain them." : ": no vector has these bytes.",
      " Ask every decoder: ", make("code", {}, `illformed ask '${spaced(bytes).toUpperCase()}'`)),
    wanted.length > 0 ? vectorTable(wanted, "Vectors that were found") : ""]
    : [...Map.groupBy(wanted, groupOf)].map(([group, vectors]) => lazily({},
      [make("b", {}, group), " ", make("small", {}, counted(vectors.length, "vector")), " ", about.get(group) ?? ""],
      () => [vectorTable(vectors, `Vectors of ${group}`)])));
  return wanted.length;
};
