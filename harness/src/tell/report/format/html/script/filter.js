// The search and the facets. What has `data-find` stays when every word is in it, or the bytes that are written, and, where
// only failures are wanted, when it has `data-fails`; what has `data-fold` stays when something in it does. The class and
// whether a vector is about attacks choose vectors alone.

const overview = find("#overview"), detail = find("#detail"), nothing = find("#nothing"), count = find("#count");
const controls = { q: find("#filter"), class: find("#class"), security: find("#security"), failing: find("#failing-only") };
const search = controls.q;

const facetsChosen = () => ({ q: search.value, class: controls.class.value,
  security: controls.security.checked ? "1" : "", failing: controls.failing.checked ? "1" : "" });
const chooseFacets = (facets) => {
  search.value = facets.q ?? "";
  controls.class.value = facets.class ?? "";
  if (controls.class.selectedIndex < 0) controls.class.value = "";
  controls.security.checked = Boolean(facets.security);
  controls.failing.checked = Boolean(facets.failing);
};

const within = (words, bytes, element) => {
  const { find } = element.dataset;
  return words.every((word) => find.includes(word)) || (bytes !== undefined && find.includes(spaced(bytes)));
};
const stays = (element) => !element.hidden;

/** Opens all that is folded, or leaves open what was so at first. */
const openFolds = (view, opens) => {
  for (const fold of all(".fold", view)) {
    fold.dataset.first ??= fold.open ? "open" : "";
    fold.open = opens || fold.dataset.first === "open";
  }
};

const applyFilter = (view) => {
  const facets = facetsChosen();
  const words = facets.q.toLowerCase().split(/\s+/).filter(Boolean);
  const bytes = typedBytes(facets.q);
  const items = all("[data-find]", view);
  const isOverview = view === overview;
  const narrows = isOverview && (words.length > 0 || Boolean(facets.failing));
  // At first nothing is hidden.
  if (isOverview && !narrows && !view.classList.contains("filtered")) return listVectors(facets, words, bytes);
  if (isOverview && narrows !== view.classList.contains("filtered")) openFolds(view, narrows);
  if (!isOverview) openFolds(view, words.length > 0);
  view.classList.toggle("filtered", narrows);
  for (const item of items) {
    item.hidden = !within(words, bytes, item) || (isOverview && facets.failing && !("fails" in item.dataset));
  }
  for (const fold of all("[data-fold]", view)) {
    const inside = all("[data-find]", fold);
    fold.hidden = (narrows || words.length > 0) && inside.length > 0 && !inside.some(stays);
  }
  for (const body of all("tbody, .facts > div", view)) {
    const inside = all("[data-find]", body);
    body.hidden = inside.length > 0 && !inside.some(stays);
  }
  const left = items.filter(stays).length;
  count.textContent = "";
  if (isOverview) listVectors(facets, words, bytes);
  else if (words.length > 0) count.textContent = `${left} of ${items.length}`;
  sayNothing(!isOverview && words.length > 0 && left === 0, facets.q);
};

/** Waits for the record, and says so to whoever cannot see it; whether it could be read. */
let waiting = 0;
const loaded = async () => {
  const main = find("main");
  if (waiting++ === 0) main.setAttribute("aria-busy", "true");
  try {
    // The overview is shown before the record is unpacked.
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
const listVectors = async (facets, words, bytes) => {
  const turn = ++listing;
  count.textContent = "";
  if (!await loaded() || turn !== listing) return;
  const vectors = drawVectors(facets, words, bytes);
  if (words.length === 0 && !facets.failing) return sayNothing(false);
  const decoders = new Set(all("[data-decoder]", overview).filter(stays).map((one) => one.dataset.decoder)).size;
  count.textContent = `${counted(decoders, "decoder")}, ${counted(vectors, "vector")}`;
  sayNothing(vectors === 0 && bytes === undefined && !all("[data-find]", overview).some(stays), facets.q);
};

const sayNothing = (empty, text = "") => {
  nothing.hidden = !empty;
  const words = tame(text.trim());
  nothing.textContent = empty ? `Nothing here has ${words ? `“${words}” in it` : "all that is asked for"}.` : "";
};
