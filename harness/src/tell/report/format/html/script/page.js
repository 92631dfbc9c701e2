// Which page is shown.

const PAGES = {
  cause: ({ name }) => causePage(name),
  decoder: ({ name, facets }) => decoderPage(name, facets),
  vector: ({ name }) => vectorPage(name),
};
const title = document.title;

/** Where in the overview the reader was, and what of it was asked for. */
const place = { scroll: 0, facets: {}, focus: null };
let shows = 0;
const show = async () => {
  const turn = ++shows;
  const asked = route();
  const draw = PAGES[asked.page];
  if (draw && !await loaded()) return;
  if (turn !== shows) return;
  const back = !draw && !detail.hidden;
  if (draw && detail.hidden) Object.assign(place, { scroll: scrollY, focus: document.activeElement });
  const same = address("", place.facets) === address("", asked.facets);
  if (!draw) place.facets = asked.facets;
  overview.hidden = Boolean(draw);
  detail.hidden = !draw;
  detail.replaceChildren(...(draw?.(asked) ?? []).flat(Infinity).filter((part) => part !== ""));
  document.documentElement.classList.toggle("detailed", Boolean(draw));
  chooseFacets(asked.facets);
  applyFilter(draw ? detail : overview);
  if (!draw && shows > 1) keepStops();
  document.title = draw ? `${find("h1", detail).textContent} – illformed` : title;
  if (draw) {
    scrollTo(0, 0);
    const heading = find("h1", detail);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } else if (!same && (asked.facets.class || asked.facets.security)) {
    find("#vectors").scrollIntoView();
  } else if (back) {
    scrollTo(0, place.scroll);
    place.focus?.focus({ preventScroll: true });
  } else if (!draw) {
    // What a number of the summary leads to is opened.
    const fold = document.getElementById(asked.page)?.querySelector(":scope > .fold:only-of-type");
    if (fold) fold.open = true;
  }
};

/** Takes the facets that the reader chose, and keeps them in the address. */
const choose = (facets) => {
  const { page, name } = route();
  history.replaceState(null, "", PAGES[page] ? address(`${page}/${name}`, { ...route().facets, ...facets }) : address("", facets));
  chooseFacets(facets);
  if (!PAGES[page]) place.facets = facets;
  applyFilter(detail.hidden ? overview : detail);
  keepStops();
};

document.documentElement.classList.add("js");
for (const form of all("form")) form.addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", () => choose(facetsChosen()));
for (const control of [controls.class, controls.security, controls.failing]) {
  control.addEventListener("change", () => choose(facetsChosen()));
}
// On paper nothing can be opened.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...all("details:not([open])", detail), ...all(".fold:not([open])", overview)];
  for (const one of opened) {
    fills.get(one)?.();
    one.open = true;
  }
});
addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
addEventListener("hashchange", show);
show();
