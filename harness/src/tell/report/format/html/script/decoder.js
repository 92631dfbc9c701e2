// The page of a decoder, and of a part of it: a question, a cause or a group of vectors.

const CLAIM = ["kind", "profile", "policy", "out", "at", "bom", "script", "cannot", "max_bytes", "refuses"];
const KINDS = {
  strict: "stops at an error", lossy: "replaces errors and goes on; only its text is judged",
  validate: "says whether, and gives no text", count: "says how many characters there are",
};

const decoderPage = (name, facets) => {
  const decoder = data().record.decoders.find((decoder) => nameOf(decoder) === name);
  if (!decoder) return missing("decoder", name);
  const { class: group, question, cause } = facets;
  if (question || cause) return causePart(decoder, question, cause);
  const trail = group ? [decoderLink(decoder), group] : [tame(name)];
  const judged = [["Findings", decoder.by_claim]];
  if (decoder.by_rfc3629) {
    judged[0][0] = `Findings by its claim, ${decoder.claim.profile}`;
    if (decoder.claim.profile === "none") judged.pop();
    judged.push(["Findings judged by RFC 3629", decoder.by_rfc3629]);
  }
  const { record } = data();
  const keeps = (one) => !group || groupOf(record.vectors[record.cases[one.case].vector]) === group;
  return [crumbs(...trail), make("h1", {}, group ? `${tame(name)}: ${group}` : tame(name)),
    group ? groupPart(decoder, group) : portrait(decoder),
    judged.map(([heading, outcomes]) => findings(decoder, heading, outcomes, keeps))];
};

/** What is behind a cell of the matrix, or what a decoder has of one cause: the causes and their findings. */
const causePart = (decoder, question, cause) => {
  const column = question && all(".matrix thead th").find((one) => one.dataset.question === question);
  const causes = causesOf(decoder).filter(({ dataset }) =>
    cause ? dataset.cause === cause : dataset.questions.split(" ").includes(question));
  for (const one of causes) one.open = true;
  const judged = decoder.claim.profile === "none" ? shown(decoder) : decoder.by_claim;
  const names = causes.map((one) => one.dataset.cause);
  const cases = new Set((judged.causes ?? []).filter(({ id }) => names.includes(id)).flatMap((one) => [...numbersIn(one.cases)]));
  const title = cause ?? column?.textContent ?? question;
  const cell = column && find(`.matrix tr[data-decoder="${decoder.number}"]`)?.cells[column.cellIndex];
  return [crumbs(decoderLink(decoder), tame(title)), make("h1", {}, `${tame(nameOf(decoder))}: ${tame(title)}`),
    causes.length > 0 ? causes : make("p", { class: "lead" }, cell ? `${find("a", cell).title}.` : "Nothing is wrong here."),
    cases.size > 0 ? findings(decoder, "Findings", judged, (one) => cases.has(one.case)) : ""];
};

/** How many cases of the group of vectors came out how. */
const groupPart = (decoder, group) => {
  const { record } = data();
  const about = record.suite.groups.find((other) => other.name === group)?.about;
  const asked = [...byCase(shown(decoder))].filter(([number]) => groupOf(record.vectors[record.cases[number].vector]) === group);
  const ways = [...Map.groupBy(asked, ([, outcome]) => outcome)].map(([outcome, same]) => [outcome, same.length, same[0][0]]);
  return [make("p", { class: "aside" }, about ?? ""), make("h2", {}, "Judged by RFC 3629"),
    outcomeTable("Judged by RFC 3629", ways)];
};

const portrait = (decoder) => [
  make("p", { class: "lead" }, `${tame(decoder.implementation)} ${tame(decoder.version)}, `, make("code", {}, tame(decoder.api))),
  make("h2", {}, "What is wrong"), causesOf(decoder), automatonOf(decoder), questionsOf(decoder),
  make("h2", {}, "What it claims"),
  facts(CLAIM.map((name) => [name, wordOf(decoder, name)])),
  decoder.replacement ? [make("h2", {}, "How it behaves"), facts([["replaces errors", replacementOf(decoder.replacement)]])] : "",
  divergences(decoder),
  judgements(decoder),
  baselineOf(decoder),
  decoder.diagnostics ? [make("h2", {}, "What its adapter wrote to standard error"),
    make("pre", { tabindex: "0" }, decoder.diagnostics.split("\n").map(tame).join("\n"))] : "",
];

/** The picture of its automaton, if its card has one, or the sentence that nothing in it differs. */
const automatonOf = (decoder) => {
  const automaton = cardOf(decoder)?.querySelector(".automaton")?.cloneNode(true);
  if (automaton?.localName === "details") automaton.open = true;
  return automaton ?? "";
};

/** Which questions it passed, as its card says; a decoder that passes among many has no card. */
const questionsOf = (decoder) => {
  const questions = cardOf(decoder)?.querySelector(".questions").cloneNode(true);
  if (questions) questions.open = true;
  return questions ?? make("p", {}, "Nothing: it passed each question that it was asked.");
};

const wordOf = ({ claim }, name) => {
  const word = Array.isArray(claim[name]) ? claim[name].join(" ") : String(claim[name] ?? "");
  return name === "kind" && KINDS[word] ? make("span", {}, word, " ", make("small", {}, KINDS[word])) : word;
};

const replacementOf = (seen) => {
  const share = `${grouped(seen.contradicted)} of ${grouped(seen.compared)}`;
  if (2 * seen.contradicted > seen.compared) return `by no policy that is known, in ${share}`;
  return `${seen.policies.join(" or ")}${seen.contradicted > 0 ? `, but for ${share}` : ""}, as was seen`;
};

/** In which groups of vectors it differs from RFC 3629, with the first case of each way. */
const divergences = (decoder) => {
  const { record } = data();
  const groups = Map.groupBy(failures(shown(decoder)), (one) => groupOf(record.vectors[record.cases[one.case].vector]));
  const way = (one) => `${one.verdict}: ${one.detail === undefined ? one.cause : causeOf(decoder, one)}`;
  const rows = [...groups].flatMap(([group, list]) => [...Map.groupBy(list, way)].map(([words, same]) => ({
    attributes: { "data-find": lower(group, words) },
    head: link(`decoder/${nameOf(decoder)}`, { class: group }, group),
    cells: [make("span", { class: classOf(same[0].verdict) }, tame(words)), grouped(same.length),
      make("code", {}, clipped(sentIn(same[0].case))),
      vectorLink(record.cases[same[0].case].id)],
  })));
  const heading = "Where it differs from RFC 3629";
  return make("section", { "data-fold": "" }, make("h2", {}, heading), rows.length === 0 ? make("p", {}, "Nowhere.")
    : tableOf(heading, ["class", "how", "#cases", "the first input", "the first case"], rows));
};

const causeOf = (decoder, finding) => groupWith(shown(decoder).groups, finding.case)?.cause ?? "";

const judgements = (decoder) => {
  if (!decoder.by_rfc3629) {
    return [make("h2", {}, "Judged by RFC 3629, which it claims"), outcomesOf("Judged by RFC 3629", decoder.by_claim)];
  }
  const { profile } = decoder.claim;
  const claim = profile === "none" ? "it makes none" : profile;
  const beside = profile === "rfc3629" ? "under which every refusal of well-formed input counts" : "which it does not claim";
  return [make("h2", {}, `Judged by its claim: ${claim}`), outcomesOf("Judged by its claim", decoder.by_claim),
    make("h2", {}, `Judged by RFC 3629, ${beside}`), outcomesOf("Judged by RFC 3629", decoder.by_rfc3629)];
};

/** What a baseline says, if there is one. */
const baselineOf = ({ baseline }) => {
  if (!baseline) return "";
  const { record } = data();
  const names = (text) => [...numbersIn(text)];
  const [known, fresh, undecided] = [baseline.known, baseline.new, baseline.undecided].map(names);
  const listed = (list) => list.slice(0, NAMED).map((number) => [vectorLink(record.cases[number].id), " "]);
  const more = (list) => list.length > NAMED ? `and ${grouped(list.length - NAMED)} more` : "";
  const entries = baseline.deviations.map((one) => ({
    head: one.kind, headClass: { fixed: "good", unjudged: "faint" }[one.kind] ?? "bad",
    cells: [make("code", {}, tame(one.subject)), tame(one.detail), `${tame(baseline.file)}:${one.line}`],
  }));
  const failing = (list) => make("span", { class: list.length > 0 ? "bad" : "" }, counted(list.length, "case"), " ",
    listed(list), more(list));
  return [make("h2", {}, "Baseline"), make("p", {}, make("code", {}, tame(baseline.file))),
    facts([["known", `${counted(known.length, "case")}`], ["new", failing(fresh)], ["in groups that changed", failing(undecided)]]),
    entries.length > 0 ? tableOf("Entries that are not as listed", ["how", "cause", "what", "where"], entries) : ""];
};

const missing = (what, name) =>
  [crumbs(what), make("h1", {}, tame(name)), make("p", {}, `This report has no ${what} of that name.`)];
