// Outcomes and findings, as they stand on the pages of a decoder and of a vector.

/** How many cases without details are listed by name. */
const NAMED = 24;

/** Outcomes as a table: `[[outcome, cases, the first case], …]`. */
const outcomeTable = (label, outcomes) => tableOf(label, ["verdict", "why", "compared", "#cases", "the first"],
  outcomes.map(([outcome, cases, first]) => ({
    head: outcome.verdict, headClass: classOf(outcome.verdict),
    cells: [tame(outcome.cause ?? ""), outcome.checked.join(", ") || "nothing", grouped(cases),
      first === undefined ? "" : vectorLink(data().record.cases[first].id)],
  })));

/** The whole of one judgement, as a table. */
const outcomesOf = (label, outcomes) => outcomeTable(label, outcomes.groups.map((group) => {
  const cases = ranges(group);
  return [group, cases.reduce((sum, [first, last]) => sum + last - first + 1, 0), cases[0]?.[0]];
}));

/** The findings of one judgement that `keeps` keeps, folded by vector. */
const findings = (decoder, heading, outcomes, keeps) => {
  const { record } = data();
  const vectorOf = (finding) => record.vectors[record.cases[finding.case].vector];
  const some = failures(outcomes).filter(keeps);
  const folded = [...Map.groupBy(some, vectorOf)];
  const none = outcomes.groups.length === 0 ? "Nothing was asked." : "None.";
  return make("section", { "data-fold": "" },
    make("h2", {}, `${heading} (${counted(some.length, "case")} of ${counted(folded.length, "vector")})`),
    folded.length > 0 ? inPortions(folded, ([vector, list]) => findingsFolded(decoder, vector, list)) : make("p", {}, none));
};

const findingsFolded = (decoder, vector, list) => lazily({ "data-find": lower(keyOf(vector), list.map((one) => one.verdict)) },
  [make("b", {}, vector.id), " ", make("code", {}, clipped(sentIn(list[0].case))), " ", verdictsOf(list),
    make("small", {}, vector.comment)],
  () => [make("p", {}, vectorLink(vector.id, "The vector, and each decoder’s answer")), ...findingsOf(decoder, list)]);

/** Each verdict once, with how often it is there. */
const verdictsOf = (list) => [...Map.groupBy(list, (one) => one.verdict)].map(([verdict, same]) =>
  [make("span", { class: classOf(verdict) }, verdict), same.length > 1 ? ` ×${same.length} ` : " "]);

/** Findings in full, then for each way in which others failed that were kept without details the cases, with what was given. */
const findingsOf = (decoder, list) => {
  const id = (one) => data().record.cases[one.case].id;
  const ways = Map.groupBy(list.filter((one) => one.detail === undefined), (one) =>
    `${one.verdict}${one.cause ? `: ${one.cause}` : ""}`);
  return [
    ...list.filter((one) => one.detail !== undefined).map((one) => findingOf(decoder, one, id(one))),
    ...[...ways].map(([way, same]) => make("div", { class: "others" },
      make("p", {}, `${tame(way)}, without further details, ${counted(same.length, "case")}:`),
      make("ul", {}, same.slice(0, NAMED).map((one) => make("li", {}, id(one), " ", make("code", {}, clipped(sentIn(one.case))), gaveOf(observedOf(decoder, one.case)))),
        same.length > NAMED ? make("li", {}, `and ${grouped(same.length - NAMED)} more`) : ""))),
  ];
};

const gaveOf = (observed) => observed === undefined ? "" : [" gave ", make("code", {}, clipped(tame(observed)))];

const findingOf = (decoder, finding, id) => make("div", { class: "finding" },
  make("h3", {}, id, " ", make("span", { class: classOf(finding.verdict) }, finding.verdict)),
  facts([["input", sentIn(finding.case)], ["what", finding.detail], ["expected", (finding.around ?? finding).expected],
    ["observed", (finding.around ?? finding).observed],
    ["depends", dependsOf(decoder, finding.case)],
    ["reproduce", data().again_exactly[decoder.number][finding.case] ?? data().again[decoder.number].join(id)]]));

/** What a failure depends on beside its input, if anything. */
const dependsOf = (decoder, number) => {
  const found = data().record.decoders[decoder.number].asked_again?.dependences?.find((one) => one.case === number);
  return found && (found.decoders ? "on other decoders asked in the same process" : "on earlier cases");
};
