// The page of a vector, or of a case that is derived from it.

const vectorPage = (id) => {
  const { record, explained, stories } = data();
  const plain = id.split("@")[0];
  const number = record.vectors.findIndex((vector) => vector.id === plain);
  if (number < 0) return missing("vector", id);
  const vector = record.vectors[number];
  const [first, last] = vector.cases;
  const ids = record.cases.slice(first, last + 1).map((one) => one.id);
  const group = groupOf(vector);
  const derived = ids.filter((one) => one !== vector.id);
  const about = record.suite.groups.find((other) => other.name === group)?.about ?? "";
  return [
    crumbs(link("", { class: group }, group), vector.id),
    make("h1", {}, vector.id),
    make("p", { class: "lead" }, vector.comment),
    id === plain ? "" : make("p", {}, "The case ", make("code", {}, id),
      ids.includes(id) ? " is derived from this vector." : " is not in this run."),
    make("h2", {}, "Bytes, and what RFC 3629 says"),
    explained[number].map(segmentOf),
    facts([
      ["calls", vector.input.startsWith("calls ") ? vector.input.slice("calls ".length) : ""],
      ["flags", vector.flags.length > 0
        ? make("span", {}, vector.flags.map((flag) => [link("", { q: flag }, flag), " "])) : ""],
      ["standard", vector.refs.join(", ")],
      ["class", `${group}: ${about}`],
      ["derived", derived.length > 0 ? `${counted(derived.length, "case")} asked with it` : "no case"],
      ["reproduce", `illformed show ${vector.id}`],
    ]),
    answers(vector, id),
    stories.filter((story) => numbersIn(story.vectors).has(number)).map(storyOf),
  ];
};

const segmentOf = (segment) => {
  const bytes = segment.bytes.match(/../g) ?? [];
  // The bytes of a step are ill-formed when the step names no code point.
  const wrong = new Set();
  segment.steps.forEach(([at, step], number) => {
    const end = segment.steps[number + 1]?.[0] ?? bytes.length;
    if (!step.includes(" = U+")) for (let offset = at; offset < end; offset++) wrong.add(offset);
  });
  return [
    make("p", {}, segment.reading),
    make("ol", { class: "bytes", "aria-label": "bytes and bits" }, bytes.map((hex, at) => {
      const bits = parseInt(hex, 16).toString(2).padStart(8, "0");
      const mark = Math.min(8, (bits.indexOf("0") + 9) % 9 + 1);
      return make("li", wrong.has(at) ? { class: "wrong" } : {}, make("small", {}, String(at)),
        make("b", {}, hex.toUpperCase()), make("span", {}, make("i", {}, bits.slice(0, mark)), bits.slice(mark)));
    })),
    make("ol", { class: "steps", "aria-label": "the way through the grammar" }, segment.steps.map(([at, step]) =>
      make("li", {}, make("small", {}, String(at)), make("span", {}, step)))),
  ];
};

/** What the field has seen of it. */
const storyOf = ({ incident, repeated_by: repeated }) => make("section", { class: "story" },
  make("h2", {}, `Incident ${incident.number}: ${incident.place}${incident.when ? ` (${incident.when})` : ""}`),
  make("p", {}, incident.effect),
  facts([
    ["source", `${incident.source}${incident.confidence === "unverified" ? " (named from memory, not looked up)" : ""}`],
    ["numbers", (incident.cves ?? []).join(", ")],
    ["not looked up", (incident.unverified ?? []).map(({ cve, why }) => `${cve}: ${why}`).join("; ")],
    ["open", incident.open],
    ["more", (incident.links ?? []).length === 0 ? "" : make("span", {}, incident.links.map((to) =>
      [/^https?:/.test(to) ? make("a", { href: to, rel: "noreferrer" }, to) : to, " "]))],
    ["repeated by", repeated.length === 0 ? "no decoder of this run" : make("span", {}, repeated.map((name) =>
      [link(`decoder/${name}`, {}, tame(name)), " "]))],
  ]));

/** Each decoder's answer: those that differ one by one, the others under what they have in common. */
const answers = (vector, id) => {
  const { record } = data();
  const [first, last] = vector.cases;
  const isDerived = (number) => record.cases[number].id !== vector.id;
  const differing = [], derivedOnly = [], others = new Map();
  const asked = (number) => record.cases[number].id === id || !isDerived(number);
  listed().forEach((decoder) => {
    const name = nameOf(decoder);
    const find = lower(name, decoder.implementation, decoder.version, decoder.claim.profile, decoder.claim.policy);
    const found = failures(shown(decoder), first, last);
    if (found.length > 0) {
      (found.some((one) => asked(one.case)) ? differing : derivedOnly).push(differingOf(decoder, found, find, id));
      return;
    }
    const table = [...byCase(shown(decoder), first, last)];
    const own = table.find(([number]) => !isDerived(number));
    const parts = [own === undefined ? "not asked" : outcomeText(own[1])];
    const derived = Map.groupBy(table.filter(([number]) => isDerived(number)), ([, outcome]) => outcomeText(outcome));
    for (const [text, same] of derived) parts.push(`${same.length} derived ${text}`);
    const key = parts.join("; ");
    if (!others.has(key)) others.set(key, []);
    others.get(key).push(make("li", { "data-find": `${find} ${lower(key)}` },
      decoderLink(decoder, groupOf(vector))));
  });
  const expected = ([key]) => Number(key.startsWith("as expected"));
  const most = [...others].sort((one, next) => expected(next) - expected(one) || next[1].length - one[1].length);
  const same = record.decoders.length - differing.length - derivedOnly.length;
  return [
    make("section", { "data-fold": "" }, make("h2", {}, `Differ from RFC 3629 (${counted(differing.length, "decoder")})`),
      differing.length > 0 ? differing : make("p", {}, "None.")),
    derivedOnly.length === 0 ? "" : make("section", { "data-fold": "" },
      make("h2", {}, `Differ only on inputs derived from it (${counted(derivedOnly.length, "decoder")})`),
      behind(derivedOnly.length, derivedOnly)),
    same > 0 ? make("h2", {}, `The others (${counted(same, "decoder")})`) : "",
    most.map(([key, list]) => make("section", { "data-fold": "" },
      make("h3", {}, `${tame(key)} (${counted(list.length, "decoder")})`),
      behind(list.length, make("ul", { class: "names" }, list)))),
  ];
};

const differingOf = (decoder, found, find, id) => {
  const { record } = data();
  const first = found[0];
  const gave = (first.around ?? first).observed ?? observedOf(decoder, first.case);
  const element = lazily({ "data-find": `${find} ${lower(found.map((one) => one.verdict))}` }, [
    make("b", {}, tame(nameOf(decoder))), " ", verdictsOf(found),
    gave === undefined ? "" : [make("code", {}, clipped(tame(gave))), " "], make("small", {}, tame(first.detail ?? first.cause)),
  ], () => [
    make("p", {}, link(`decoder/${nameOf(decoder)}`, { class: id.split("/")[0] }, "The decoder"),
      decoder.claim.profile === "rfc3629" ? "" : ` claims ${decoder.claim.profile}, and is judged here by RFC 3629.`),
    ...findingsOf(decoder, found),
  ]);
  if (found.some((one) => record.cases[one.case].id === id && id.includes("@"))) element.open = true;
  return element;
};
