// What the steps of a test say and do: the state of the page as a reader sees it.
const seen = document.createElement("pre");
seen.id = "seen";
const say = (name, value) => seen.append(`${name}: ${value}\n`);
const text = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    .map((one) => one.innerText.replace(/\s+/g, " ").trim());
const settled = async () => {
    do await new Promise((done) => setTimeout(done, 20));
    while (document.querySelector("main").hasAttribute("aria-busy"));
};
const filter = document.querySelector('#filter');
const type = async (words) => { filter.value = words; filter.dispatchEvent(new Event("input")); await settled(); };
const key = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const printed = (count) => {
    const before = count();
    dispatchEvent(new Event("beforeprint"));
    const printed = count();
    dispatchEvent(new Event("afterprint"));
    return [before, printed, count()];
};
const openAll = async () => {
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
    await settled();
};
await settled();
