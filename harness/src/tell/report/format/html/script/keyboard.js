// The keyboard: a table of the matrix is one stop of the tab key, arrows, Home and End move in it; `/` goes to the search,
// Escape back.

const isSeen = (cell) => cell.offsetParent !== null && !cell.closest("details:not([open])");
const grid = (table) => all("tbody tr:not([hidden])", table)
  .map((row) => all("a", row).filter(isSeen)).filter((row) => row.length > 0);
const tables = all(".matrix");
for (const table of tables) {
  all("a", table).forEach((cell, number) => { cell.tabIndex = number === 0 ? 0 : -1; });
  table.addEventListener("focusin", ({ target }) => {
    if (!target.matches("a")) return;
    for (const other of all("a[tabindex='0']", table)) other.tabIndex = -1;
    target.tabIndex = 0;
  });
  table.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      Home: [0, -1000], End: [0, 1000] };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = grid(table);
    const row = rows.findIndex((cells) => cells.includes(event.target));
    if (row < 0) return;
    const cells = rows[Math.min(rows.length - 1, Math.max(0, row + step[0]))];
    const column = rows[row].indexOf(event.target) + step[1];
    cells[Math.min(cells.length - 1, Math.max(0, column))].focus();
    event.preventDefault();
  });
}
/** When what the tab key stops at is filtered away, it stops at the first that is left. */
const keepStops = () => {
  for (const table of tables) {
    const stop = find("a[tabindex='0']", table);
    if (!stop || isSeen(stop)) continue;
    const first = grid(table)[0]?.[0];
    if (!first) continue;
    stop.tabIndex = -1;
    first.tabIndex = 0;
  }
};

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "/" && !document.activeElement.matches("input[type='search'], select")) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "Escape") {
    if (document.activeElement === search) {
      if (search.value) choose({ ...facetsChosen(), q: "" }); else search.blur();
      event.preventDefault();
    } else if (!detail.hidden) location.hash = address("", place.facets).slice(1);
  }
});
