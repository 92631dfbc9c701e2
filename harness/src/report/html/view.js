// The filter, the keyboard, and which page is shown.

// The filter: what has `data-find` stays when every word is in it, what has `data-fold` when something in it stays.
const applyFilter = (view, text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const within = (words, element) => words.every((word) => element.dataset.find.includes(word));
  const items = all("[data-find]", view);
  view.classList.toggle("filtered", words.length > 0);
  for (const item of items) item.hidden = !within(words, item);
  const narrowed = view === overview ? narrow(words) : [];
  for (const fold of all("[data-fold]", view)) {
    const inside = all("[data-find]", fold);
    fold.hidden = words.length > 0 && inside.length > 0 && inside.every((item) => item.hidden);
    if (fold.tagName === "DETAILS" && words.length === 0) fold.open = false;
    if (fold.tagName === "DETAILS" && words.length > 0) fold.open = !fold.hidden;
  }
  for (const body of all("tbody", view)) {
    const inside = all("[data-find]", body);
    body.hidden = inside.length > 0 && inside.every((item) => item.hidden);
  }
  const stay = (selector) => all(selector, view).filter((item) => !item.hidden).length;
  const empty = words.length > 0 && items.every((item) => item.hidden);
  nothing.hidden = !empty;
  nothing.textContent = empty ? `Nothing here has “${tame(text.trim())}” in it.` : "";
  if (words.length === 0) count.textContent = "";
  else if (view === overview) {
    const groups = narrowed.length > 0 ? ` in ${narrowed.join(", ")}` : "";
    const vectors = counted(stay("#vectors [data-find]"), "vector");
    count.textContent = `${counted(stay(".matrix [data-find]"), "decoder")}${groups}, ${vectors}`;
  } else count.textContent = `${items.filter((item) => !item.hidden).length} of ${items.length}`;
};

/** When no decoder has the words, words that name groups choose columns. Returns the chosen ones. */
const narrow = (words) => {
  const rows = all(".matrix [data-find]"), heads = all(".matrix [data-group]");
  const named = (word) => heads.filter((head) =>
    head.dataset.group.includes(word) || word.startsWith(`${head.dataset.group}/`));
  let chosen = [];
  if (words.length > 0 && rows.every((row) => row.hidden)) {
    const names = words.filter((word) => named(word).length > 0);
    for (const row of rows) {
      row.hidden = names.length === 0 || !words.every((word) => names.includes(word) || row.dataset.find.includes(word));
    }
    if (rows.some((row) => !row.hidden)) chosen = heads.filter((head) => names.some((word) => named(word).includes(head)));
  }
  heads.forEach((head, number) => {
    const gone = chosen.length > 0 && !chosen.includes(head);
    if (head.hidden === gone) return;
    head.hidden = gone;
    for (const row of rows) row.querySelectorAll(".cell")[number].hidden = gone;
  });
  return chosen.map((head) => head.dataset.group);
};

// Pages.
let place = 0;
const show = () => {
  const parts = route();
  const page = parts.vector ? vectorPage(parts.vector)
    : parts.decoder ? decoderPage(parts.decoder, parts.group) : null;
  if (page && detail.hidden) place = scrollY;
  const back = !page && !detail.hidden;
  overview.hidden = Boolean(page);
  detail.hidden = !page;
  detail.replaceChildren(...(page ?? []).flat(Infinity).filter((part) => part !== ""));
  filter.value = parts.filter ?? "";
  applyFilter(page ? detail : overview, filter.value);
  document.title = page ? `${find("h1", detail).textContent} – illformed` : title;
  if (page) {
    scrollTo(0, 0);
    const heading = find("h1", detail);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } else if (back) scrollTo(0, place);
};

// The matrix is one stop of the tab key; arrows, Home and End move in it.
const grid = () => all(".matrix tbody tr:not([hidden])")
  .map((row) => all("a", row).filter((cell) => cell.offsetParent !== null)).filter((row) => row.length > 0);
const matrix = find(".matrix");
if (matrix) {
  all("a", matrix).forEach((cell, number) => { cell.tabIndex = number === 0 ? 0 : -1; });
  matrix.addEventListener("focusin", ({ target }) => {
    if (!target.matches("a")) return;
    for (const other of all("a[tabindex='0']", matrix)) other.tabIndex = -1;
    target.tabIndex = 0;
  });
  matrix.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      Home: [0, -1000], End: [0, 1000] };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = grid();
    const row = rows.findIndex((cells) => cells.includes(event.target));
    if (row < 0) return;
    const cells = rows[Math.min(rows.length - 1, Math.max(0, row + step[0]))];
    const column = rows[row].indexOf(event.target) + step[1];
    cells[Math.min(cells.length - 1, Math.max(0, column))].focus();
    event.preventDefault();
  });
}

const title = document.title;
document.documentElement.classList.add("js");
filter.form.addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("input", () => {
  history.replaceState(null, "", hash({ ...route(), filter: filter.value }) || "#");
  applyFilter(detail.hidden ? overview : detail, filter.value);
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== filter && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    filter.focus();
  }
});
addEventListener("hashchange", show);
show();
