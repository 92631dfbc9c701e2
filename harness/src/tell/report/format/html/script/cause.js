// The page of a cause: what stands below the overview where there is no script.

const causePage = (name) => {
  const source = document.getElementById(`/cause/${name}`);
  if (!source) return missing("cause", name);
  const [heading, ...body] = source.cloneNode(true).children;
  return [crumbs("cause"), make("h1", {}, heading.textContent), body];
};

/** The causes of a decoder, as its card has them. */
const cardOf = (decoder) => find(`.card[data-decoder="${decoder.number}"]`, overview);
const causesOf = (decoder) => [...cardOf(decoder)?.querySelectorAll(".cause") ?? []].map((one) => one.cloneNode(true));
