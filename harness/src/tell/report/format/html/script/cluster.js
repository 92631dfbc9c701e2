// The page of decoders that behave alike.

const clusterPage = (name) => {
  const { record, clusters } = data();
  const number = Number(name) - 1;
  const cluster = clusters[number];
  if (!cluster) return missing("behaviour", name);
  const { members, faultless, witness, nearest } = cluster;
  const decoders = members.map((member) => record.decoders[member]);
  // Whoever was judged on most cases tells most of what all do.
  const fullest = decoders.reduce((most, one) => shown(one).tally.judged > shown(most).tally.judged ? one : most);
  return [
    crumbs(`behaviour ${number + 1}`),
    make("h1", {}, `Behaviour ${number + 1}: ${counted(members.length, "decoder")}`),
    make("p", { class: "lead" }, faultless ? "Nothing was found against any of them, judged by RFC 3629."
      : "No two of them were seen to differ on a case that both were judged on, by RFC 3629."),
    make("section", { "data-fold": "" }, make("h2", {}, "Decoders"), make("ul", { class: "names" }, decoders.map((decoder) =>
      make("li", { "data-find": lower(nameOf(decoder), decoder.implementation) }, decoderLink(decoder))))),
    told(witness?.from === null ? "What tells it from RFC 3629" : "What tells it from behaviour 1, the most frequent", witness),
    nearest && nearest.from !== witness?.from ? told("What tells it from the nearest behaviour", nearest) : "",
    faultless ? "" : divergences(fullest),
  ];
};

/** A case on which two behaviours differ, with the answers of one decoder of each. */
const told = (heading, difference) => {
  if (!difference) return "";
  const { record } = data();
  const { from, cases, first, between } = difference;
  const vector = record.vectors[record.cases[first].vector];
  const rows = between.filter((number) => number !== null).map((number) => {
    const decoder = record.decoders[number];
    const outcome = byCase(shown(decoder), first, first).get(first);
    return { head: decoderLink(decoder, groupOf(vector)),
      cells: [outcome ? make("span", { class: classOf(outcome.verdict) }, outcomeText(outcome)) : "",
        make("code", {}, tame(observedOf(decoder, first) ?? ""))] };
  });
  return make("section", {}, make("h2", {}, heading),
    make("p", {}, vectorLink(record.cases[first].id), " ", make("code", {}, clipped(written(vector.input))), " ", vector.comment),
    tableOf(heading, ["decoder", "outcome by RFC 3629", "gave, where it is known"], rows),
    make("p", { class: "aside" }, from === null ? `It differs in ${counted(cases, "case")}.`
      : ["Between these two ", cases === 1 ? "it is the only case" : `there are ${grouped(cases)} such cases`, "; the other stands for ",
        link(`cluster/${from + 1}`, {}, `behaviour ${from + 1}`), "."]));
};
