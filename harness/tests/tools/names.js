// Lists what has no name, no scope, no order, or an id that is not its own.
await openAll();
const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
const named = (one) => one.getAttribute("aria-label") || [...one.labels ?? []].some((label) => label.textContent.trim())
    || (!one.matches("input, select") && one.textContent.trim());
const list = (elements) => elements.map((one) => one.outerHTML.slice(0, 80)).join(", ");
say("controls", visible("input, select, button, a").length > 2);
say("nameless", list(visible("input, select, button, a, summary, [role=region]").filter((one) => !named(one))));
say("scopeless", list(visible("th").filter((one) => !one.scope)));
say("headless", list(visible("table").filter((one) => !one.querySelector("thead th"))));
say("stuck", list(visible(".scroll").filter((one) => one.tabIndex !== 0)));
const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
say("twice", ids.filter((id, at) => ids.indexOf(id) !== at));
const levels = visible("h1, h2, h3, h4").map((one) => Number(one.tagName[1]));
say("levels", levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1));
say("titles", visible("h1").length);
say("letterless", list(visible(".matrix td.cell a").filter((one) => !one.textContent.trim() || !one.title)));
