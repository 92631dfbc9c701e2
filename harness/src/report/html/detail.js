// The page of a decoder, of a cell of the matrix, and of a vector.

// A decoder.
const decoderPage = (name, group) => {
  const { record } = data();
  const number = record.decoders.findIndex((decoder) => nameOf(decoder) === name);
  if (number < 0) return missing("decoder", name);
  const decoder = record.decoders[number];
  const trail = group ? [link({ decoder: name }, tame(name)), group] : [tame(name)];
  const page = [crumbs(...trail), make("h1", {}, group ? `${tame(name)}: ${group}` : tame(name))];
  if (group) page.push(...cell(decoder, group));
  else page.push(...document.getElementById(`decoder=${name}`)?.cloneNode(true).children ?? []);
  const judged = [["Findings", decoder.by_claim]];
  if (decoder.by_rfc3629) {
    judged[0][0] = `Findings by its claim, ${decoder.claim.profile}`;
    if (decoder.claim.profile === "none") judged.pop();
    judged.push(["Findings beside RFC 3629", decoder.by_rfc3629]);
  }
  for (const [heading, outcomes] of judged) page.push(findings(number, heading, outcomes, group));
  return page;
};

/** What stands behind a cell of the matrix: how many cases of the group came out how. */
const cell = (decoder, group) => {
  const { record } = data();
  const about = record.suite.groups.find((other) => other.name === group)?.about;
  const tally = new Map();
  byCase(shown(decoder)).forEach((outcome, number) => {
    if (groupOf(record.vectors[record.cases[number].vector]) !== group) return;
    if (!tally.has(outcome)) tally.set(outcome, [0, record.cases[number].id]);
    tally.get(outcome)[0]++;
  });
  const rows = [...tally].map(([outcome, [cases, first]]) => make("tr", {},
    make("th", { scope: "row", class: classOf(outcome.verdict) }, outcome.verdict),
    make("td", {}, tame(outcome.cause ?? "")),
    make("td", {}, outcome.checked.join(", ") || "nothing"),
    make("td", { class: "number" }, String(cases)),
    make("td", {}, link({ vector: first }, first))));
  const heads = ["verdict", "why", "compared", "cases", "the first"];
  return [make("p", { class: "aside" }, about ?? ""), make("h3", {}, "Judged by RFC 3629"),
    make("div", { class: "scroll" }, make("table", { class: "plain" },
      make("thead", {}, make("tr", {}, heads.map((head) =>
        make("th", { scope: "col", class: head === "cases" ? "number" : "" }, head)))),
      make("tbody", {}, rows)))];
};

/** The findings of one judgement, folded by vector. */
const findings = (number, heading, outcomes, group) => {
  const { record } = data();
  const vectorOf = (finding) => record.vectors[record.cases[finding.case].vector];
  const failed = failures(outcomes);
  const some = group ? failed.filter((one) => groupOf(vectorOf(one)) === group) : failed;
  const folded = [...foldedBy(some, vectorOf)].map(([vector, list]) => {
    const verdicts = [...foldedBy(list, (one) => one.verdict)];
    const find = lower(vector.id, vector.input, vector.comment, vector.flags, verdicts.map(([verdict]) => verdict));
    return lazily({ "data-find": find }, [
      make("b", {}, vector.id), " ", make("code", {}, clipped(written(vector.input))), " ",
      verdicts.map(([verdict, same]) => [make("span", { class: classOf(verdict) }, verdict),
        same.length > 1 ? ` ×${same.length} ` : " "]),
      make("small", {}, vector.comment),
    ], () => [
      make("p", {}, link({ vector: vector.id }, "The vector, and each decoder's answer")),
      ...findingsOf(number, list),
    ]);
  });
  const none = outcomes.groups.length === 0 ? "Nothing was asked." : "None.";
  return make("section", { "data-fold": "" },
    make("h2", {}, `${heading} (${counted(some.length, "case")} of ${counted(folded.length, "vector")})`),
    folded.length > 0 ? folded : make("p", {}, none));
};

// A vector.
const vectorPage = (id) => {
  const { record, explained } = data();
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
    crumbs(link({ filter: `${group}/` }, group), vector.id),
    make("h1", {}, vector.id),
    make("p", { class: "lead" }, vector.comment),
    id === plain ? "" : make("p", {}, "The case ", make("code", {}, id),
      ids.includes(id) ? " is derived from this vector." : " is not in this run."),
    make("h3", {}, "Bytes, and what RFC 3629 says"),
    explained[number].map(segmentOf),
    facts([
      ["calls", /^[0-9a-f]*$/.test(vector.input) ? "" : vector.input],
      ["flags", vector.flags.length > 0
        ? make("span", {}, vector.flags.map((flag) => [link({ filter: flag }, flag), " "])) : ""],
      ["rests on", vector.refs.join(", ")],
      ["group", `${group}: ${about}`],
      ["derived", derived.length > 0 ? `${counted(derived.length, "case")} asked with it` : "no case"],
      ["again", `illformed show ${vector.id}`],
    ]),
    answers(vector, id),
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
    make("ol", { class: "bytes" }, bytes.map((hex, at) => {
      const bits = parseInt(hex, 16).toString(2).padStart(8, "0");
      const mark = Math.min(8, (bits.indexOf("0") + 9) % 9 + 1);
      return make("li", wrong.has(at) ? { class: "wrong" } : {}, make("small", {}, String(at)),
        make("b", {}, hex.toUpperCase()), make("span", {}, make("i", {}, bits.slice(0, mark)), bits.slice(mark)));
    })),
    make("ol", { class: "steps" }, segment.steps.map(([at, step]) =>
      make("li", {}, make("small", {}, String(at)), make("span", {}, step)))),
  ];
};

/** Each decoder's answer: those that differ one by one, the others under what they have in common. */
const answers = (vector, id) => {
  const { record } = data();
  const [first, last] = vector.cases;
  const isDerived = (number) => record.cases[number].id !== vector.id;
  const differing = [], others = new Map();
  record.decoders.forEach((decoder, number) => {
    const name = nameOf(decoder);
    const find = lower(name, decoder.implementation, decoder.version, decoder.claim.profile, decoder.claim.policy);
    const found = failures(shown(decoder), first, last);
    if (found.length > 0) {
      differing.push(differingOf(number, found, find, id));
      return;
    }
    const table = [...byCase(shown(decoder), first, last)];
    const own = table.find(([number]) => !isDerived(number));
    const parts = [own === undefined ? "not asked" : outcomeText(own[1])];
    const derived = foldedBy(table.filter(([number]) => isDerived(number)), ([, outcome]) => outcomeText(outcome));
    for (const [text, same] of derived) parts.push(`${same.length} derived ${text}`);
    const key = parts.join("; ");
    if (!others.has(key)) others.set(key, []);
    others.get(key).push(make("li", { "data-find": `${find} ${lower(key)}` },
      link({ decoder: name, group: groupOf(vector) }, tame(name))));
  });
  const expected = ([key]) => Number(key.startsWith("as expected"));
  const most = [...others].sort((one, next) => expected(next) - expected(one) || next[1].length - one[1].length);
  const same = record.decoders.length - differing.length;
  return [
    make("section", { "data-fold": "" }, make("h2", {}, `Differ from RFC 3629 (${counted(differing.length, "decoder")})`),
      differing.length > 0 ? differing : make("p", {}, "None.")),
    same > 0 ? make("h2", {}, `The others (${counted(same, "decoder")})`) : "",
    most.map(([key, list]) => make("section", { "data-fold": "" },
      make("h3", {}, `${tame(key)} (${counted(list.length, "decoder")})`), make("ul", { class: "names" }, list))),
  ];
};

const differingOf = (number, found, find, id) => {
  const { record } = data();
  const decoder = record.decoders[number];
  const first = found[0];
  const verdicts = [...foldedBy(found, (one) => one.verdict)];
  const element = lazily({ "data-find": `${find} ${lower(verdicts.map(([verdict]) => verdict))}` }, [
    make("b", {}, tame(nameOf(decoder))), " ",
    verdicts.map(([verdict, same]) => [make("span", { class: classOf(verdict) }, verdict),
      same.length > 1 ? ` ×${same.length} ` : " "]),
    first.detail === undefined ? make("small", {}, tame(first.cause))
      : [make("code", {}, clipped(tame(first.observed))), " ", make("small", {}, tame(first.detail))],
  ], () => [
    make("p", {}, link({ decoder: nameOf(decoder), group: id.split("/")[0] }, "The decoder"),
      decoder.claim.profile === "rfc3629" ? "" : ` claims ${decoder.claim.profile}, and is shown here beside RFC 3629.`),
    ...findingsOf(number, found),
  ]);
  if (found.some((one) => record.cases[one.case].id === id && id.includes("@"))) element.open = true;
  return element;
};

const missing = (what, name) =>
  [crumbs(what), make("h1", {}, tame(name)), make("p", {}, `This report has no ${what} of that name.`)];
