// Lists whatever is hard to see, by the formula of WCAG 2: less than 4.5 of a text to what is behind it.
await openAll();
const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
const over = ([r, g, b, a = 1], below) => [r, g, b].map((one, at) => one * a + below[at] * (1 - a));
const behind = (element) => {
    if (!element) return [255, 255, 255];
    const color = channels(getComputedStyle(element).backgroundColor);
    return color[3] === undefined ? color : over(color, behind(element.parentElement));
};
const luminance = (color) => color.map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
const ratio = (color, below) => {
    const [dark, light] = [luminance(over(channels(color), below)), luminance(below)].sort((one, two) => one - two);
    return (light + 0.05) / (dark + 0.05);
};
let looked = 0;
const low = new Set();
const look = (element, color) => {
    looked++;
    const seen = ratio(color, behind(element));
    if (!(seen >= 4.5)) low.add(`${element.tagName}.${element.className} ${seen.toFixed(2)}`);
};
for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (own && element.checkVisibility() && !element.matches("option, #seen")) look(element, getComputedStyle(element).color);
    if (element.placeholder) look(element, getComputedStyle(element, "::placeholder").color);
}
say("paper", luminance(behind(document.body)) > 0.5 ? "light" : "dark");
say("enough", looked > 5);
say("low", [...low].join(", "));
