// The search and the facets. What has `data-find` stays when every word is in it, and when its group, if it has one, is the
// chosen one; what has `data-fold` when something in it stays.

const overview = find("#overview"), detail = find("#detail"), nothing = find("#nothing"), count = find("#count");
const controls = { q: find("#filter"), class: find("#class"), security: find("#security"), differences: find("#differences") };
const search = controls.q;

const facetsChosen = () => ({ q: search.value, class: controls.class.value,
  security: controls.security.checked ? "1" : "", differences: controls.differences.checked ? "1" : "" });
const chooseFacets = (facets) => {
  search.value = facets.q ?? "";
  controls.class.value = facets.class ?? "";
  if (controls.class.selectedIndex < 0) controls.class.value = "";
  controls.security.checked = Boolean(facets.security);
  controls.differences.checked = Boolean(facets.differences);
};

const within = (words, element) => words.every((word) => element.dataset.find.includes(word));
const stays = (element) => !element.hidden;

const applyFilter = (view) => {
  const facets = facetsChosen();
  const words = facets.q.toLowerCase().split(/\s+/).filter(Boolean);
  const items = all("[data-find]", view);
  const narrows = view === overview && Object.values(facets).some(Boolean);
  // The whole matrix, at first: nothing of it is hidden.
  if (view === overview && !narrows && !view.classList.contains("filtered")) return listVectors(facets, words, []);
  view.classList.toggle("filtered", narrows);
  for (const item of items) {
    const { group } = item.dataset;
    item.hidden = !within(words, item) || (view === overview && facets.class && group && group !== facets.class);
  }
  const columns = view === overview ? narrow(facets, words) : [];
  for (const fold of all("[data-fold]", view)) {
    const inside = all("[data-find]", fold);
    fold.hidden = (narrows || words.length > 0) && inside.length > 0 && !inside.some(stays);
  }
  for (const body of all("tbody", view)) {
    const inside = all("[data-find]", body);
    body.hidden = inside.length > 0 && !inside.some(stays);
  }
  const left = items.filter(stays).length;
  count.textContent = "";
  if (view === overview) listVectors(facets, words, columns);
  else if (words.length > 0) count.textContent = `${left} of ${items.length}`;
  sayNothing(view !== overview && words.length > 0 && left === 0, facets.q);
};

/** Waits for the record, and says so to whoever cannot see it; whether it could be read. */
let waiting = 0;
const loaded = async () => {
  const main = find("main");
  if (waiting++ === 0) main.setAttribute("aria-busy", "true");
  try {
    // The matrix is shown before the record is unpacked.
    if (!data()) await new Promise((drawn) => setTimeout(drawn));
    await load();
    return true;
  } catch (error) {
    nothing.hidden = false;
    nothing.textContent = `The record in this page cannot be unpacked: ${error.message}.`;
    return false;
  } finally {
    // What waited for the record draws first.
    setTimeout(() => { if (--waiting === 0) main.removeAttribute("aria-busy"); });
  }
};

/** The list of vectors waits for the record; meanwhile the reader may have typed on. */
let listing = 0;
const listVectors = async (facets, words, columns) => {
  const turn = ++listing;
  count.textContent = "";
  if (!await loaded() || turn !== listing) return;
  const vectors = drawVectors(find("#vectors"), facets, words);
  if (!Object.values(facets).some(Boolean)) return sayNothing(false);
  const decoders = all(".matrix [data-find]").filter(stays).length;
  const where = columns.length > 0 ? ` in ${columns.length > 3 ? counted(columns.length, "class") : columns.join(", ")}` : "";
  count.textContent = `${counted(decoders, "decoder")}${where}, ${counted(vectors, "vector")}`;
  sayNothing(vectors === 0 && !all("[data-find]", overview).some(stays), facets.q);
};

const sayNothing = (empty, text = "") => {
  nothing.hidden = !empty;
  const words = tame(text.trim());
  nothing.textContent = empty ? `Nothing here has ${words ? `“${words}” in it` : "all that is asked for"}.` : "";
};

/** Rows and columns of the matrix. When no decoder has the words, words that name groups choose columns. Returns the names of
 * the columns that stay, none if all do. */
const narrow = (facets, words) => {
  const rows = all(".matrix [data-find]"), heads = all(".matrix [data-group]");
  const named = (word) => heads.filter((head) =>
    head.dataset.group.includes(word) || word.startsWith(`${head.dataset.group}/`));
  let chosen = heads;
  if (words.length > 0 && !rows.some(stays)) {
    const names = words.filter((word) => named(word).length > 0);
    for (const row of rows) {
      row.hidden = names.length === 0 || !words.every((word) => names.includes(word) || row.dataset.find.includes(word));
    }
    if (rows.some(stays)) chosen = heads.filter((head) => names.some((word) => named(word).includes(head)));
  }
  if (facets.class) chosen = chosen.filter((head) => head.dataset.group === facets.class);
  if (facets.security) chosen = chosen.filter((head) => "security" in head.dataset);
  const cells = new Map(rows.map((row) => [row, row.querySelectorAll(".cell")]));
  if (facets.differences) {
    const differs = (row, at) => cells.get(row)[at].matches(".bad, .doubtful");
    const at = chosen.map((head) => heads.indexOf(head));
    for (const row of rows) row.hidden ||= !at.some((at) => differs(row, at));
    const left = rows.filter(stays);
    chosen = chosen.filter((head, number) => left.some((row) => differs(row, at[number])));
  }
  heads.forEach((head, at) => {
    const gone = !chosen.includes(head);
    if (head.hidden === gone) return;
    head.hidden = gone;
    for (const row of rows) cells.get(row)[at].hidden = gone;
  });
  return chosen.length === heads.length ? [] : chosen.map((head) => head.dataset.group);
};
