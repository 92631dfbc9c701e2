// Which page is shown.

const PAGES = {
  cause: ({ name }) => causePage(name),
  decoder: ({ name, facets }) => decoderPage(name, facets),
  vector: ({ name }) => vectorPage(name),
};
const title = document.title;

/** Where in the overview the reader was, and what of it was asked for. */
const place = { scroll: 0, facets: {} };
let shows = 0;
const show = async () => {
  const turn = ++shows;
  const asked = route();
  const draw = PAGES[asked.page];
  if (draw && !await loaded()) return;
  if (turn !== shows) return;
  const back = !draw && !detail.hidden;
  if (draw && detail.hidden) place.scroll = scrollY;
  const same = address("", place.facets) === address("", asked.facets);
  if (!draw) place.facets = asked.facets;
  overview.hidden = Boolean(draw);
  detail.hidden = !draw;
  detail.replaceChildren(...(draw?.(asked) ?? []).flat(Infinity).filter((part) => part !== ""));
  document.documentElement.classList.toggle("detailed", Boolean(draw));
  chooseFacets(asked.facets);
  applyFilter(draw ? detail : overview);
  if (!draw && shows > 1) keepStop();
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
    grid().flat().find((cell) => cell.tabIndex === 0)?.focus({ preventScroll: true });
  }
};

/** Takes the facets that the reader chose, and keeps them in the address. */
const choose = (facets) => {
  const { page, name } = route();
  history.replaceState(null, "", PAGES[page] ? address(`${page}/${name}`, { ...route().facets, ...facets }) : address("", facets));
  chooseFacets(facets);
  if (!PAGES[page]) place.facets = facets;
  applyFilter(detail.hidden ? overview : detail);
  keepStop();
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
  opened = all("details:not([open])", detail);
  for (const one of opened) {
    fills.get(one)?.();
    one.open = true;
  }
});
addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
addEventListener("hashchange", show);
show();
