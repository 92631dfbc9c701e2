// Filter and drill-down. Everything that comes from the record becomes text nodes, never markup.
"use strict";
(() => {
  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const overview = find("#overview"), detail = find("#detail"), nothing = find("#nothing");
  const filter = find("#filter"), count = find("#count");

  /** The record is parsed when somebody asks for a detail. */
  let parsed;
  const data = () => (parsed ??= JSON.parse(find("#data").textContent));

  /** An element: attributes, then children; strings become text. */
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "class") element.className = value; else element.setAttribute(name, value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== ""));
    return element;
  };

  /** Control and format characters are shown, not obeyed. */
  const tame = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
  const lower = (...words) => words.flat().join(" ").toLowerCase();
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  // Links. What is readable in a fragment stays so.
  const escaped = (text) => encodeURIComponent(text).replace(/%(2F|40|3D|2C)/g, decodeURIComponent);
  const hash = (parts) => "#" + Object.entries(parts).filter(([, value]) => value)
    .map(([name, value]) => `${name}=${escaped(value)}`).join("&");
  const route = () => {
    const parts = {};
    for (const part of location.hash.slice(1).split("&").filter(Boolean)) {
      const at = part.indexOf("=");
      let value = at < 0 ? "" : part.slice(at + 1);
      try { value = decodeURIComponent(value); } catch { /* It stays as it is written. */ }
      parts[at < 0 ? part : part.slice(0, at)] = value;
    }
    return parts;
  };
  const link = (parts, ...children) => make("a", { href: hash(parts) }, ...children);

  // What the record says, in the shapes that the pages need.
  const nameOf = (decoder) => `${decoder.adapter}/${decoder.decoder}`;
  const groupOf = (vector) => vector.id.split("/")[0];
  const shown = (decoder) => decoder.by_rfc3629 ?? decoder.by_claim;
  const written = (input) => input === "" ? "(empty)" : /^[0-9a-f]*$/.test(input) ? input.toUpperCase() : input;
  const bad = (verdict) => !["pass", "skipped", "not-applicable", "unspecified"].includes(verdict);
  const classOf = (verdict) => verdict === "pass" ? "good" : !bad(verdict) ? "faint"
    : ["wrong-reason", "late-error"].includes(verdict) ? "doubtful" : "bad";
  const numbers = function* (ranges) {
    for (const range of ranges.split(",").filter(Boolean)) {
      const [first, last = first] = range.split("-").map(Number);
      for (let number = first; number <= last; number++) yield number;
    }
  };
  /** For each case its outcome group. */
  const outcomeOf = new Map();
  const byCase = (outcomes) => {
    if (!outcomeOf.has(outcomes)) {
      const table = [];
      for (const group of outcomes.groups) for (const number of numbers(group.cases)) table[number] = group;
      outcomeOf.set(outcomes, table);
    }
    return outcomeOf.get(outcomes);
  };
  const outcomeText = (outcome) => {
    const checked = outcome.checked.length > 0 ? ` (compared: ${outcome.checked.join(", ")})` : "";
    if (outcome.verdict === "pass") return `as expected${checked}`;
    const word = { "not-applicable": "cannot be asked", unspecified: "the standard is silent" }[outcome.verdict];
    return `${word ?? outcome.verdict}${outcome.cause ? `: ${outcome.cause}` : ""}${checked}`;
  };

  /** Findings as a map of a key to those that have it, in their order. */
  const foldedBy = (findings, key) => {
    const folded = new Map();
    for (const finding of findings) {
      const name = key(finding);
      if (!folded.has(name)) folded.set(name, []);
      folded.get(name).push(finding);
    }
    return folded;
  };

  /** Details that are filled when they are first opened. */
  const lazily = (attributes, summary, fill) => {
    const element = make("details", attributes, make("summary", {}, ...summary));
    element.addEventListener("toggle", () => {
      if (element.open && element.childElementCount === 1) element.append(...fill());
    });
    return element;
  };

  const facts = (rows) => make("dl", { class: "facts" }, rows.filter(([, value]) => value !== "" && value !== undefined)
    .map(([name, value]) => make("div", {}, make("dt", {}, name),
      make("dd", {}, value instanceof Node ? value : tame(value)))));

  const crumbs = (...trail) => make("p", { class: "crumbs" }, link({ filter: route().filter }, "Matrix"), " / ",
    ...trail.flatMap((part, number) => number > 0 ? [" / ", part] : [part]));

  const findingOf = (decoderNumber, finding, title) => {
    const { record, again } = data();
    const id = record.cases[finding.case].id;
    return make("div", { class: "finding" },
      make("h4", {}, title, " ", make("span", { class: classOf(finding.verdict) }, finding.verdict)),
      facts([["what", finding.detail], ["expected", finding.expected], ["observed", finding.observed],
        ["again", again[decoderNumber].join(id)]]));
  };

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
    const some = group ? outcomes.findings.filter((one) => groupOf(vectorOf(one)) === group) : outcomes.findings;
    const folded = [...foldedBy(some, vectorOf)].map(([vector, list]) => {
      const verdicts = [...foldedBy(list, (one) => one.verdict)];
      const find = lower(vector.id, vector.input, vector.comment, vector.flags, verdicts.map(([verdict]) => verdict));
      return lazily({ "data-find": find }, [
        make("b", {}, vector.id), " ", make("code", {}, written(vector.input).slice(0, 48)), " ",
        verdicts.map(([verdict, same]) => [make("span", { class: classOf(verdict) }, verdict),
          same.length > 1 ? ` ×${same.length} ` : " "]),
        make("small", {}, vector.comment),
      ], () => [
        make("p", {}, link({ vector: vector.id }, "The vector, and each decoder's answer")),
        ...list.map((one) => findingOf(number, one, record.cases[one.case].id)),
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
    const cases = record.cases.flatMap((one, index) => one.vector === number ? [index] : []);
    const group = groupOf(vector);
    const derived = cases.filter((index) => record.cases[index].id !== vector.id);
    const about = record.suite.groups.find((other) => other.name === group)?.about ?? "";
    return [
      crumbs(link({ filter: `${group}/` }, group), vector.id),
      make("h1", {}, vector.id),
      make("p", { class: "lead" }, vector.comment),
      id === plain ? "" : make("p", {}, "The case ", make("code", {}, id),
        cases.some((index) => record.cases[index].id === id) ? " is derived from this vector." : " is not in this run."),
      make("h3", {}, "Bytes, and what RFC 3629 says"),
      explained[number].map(segmentOf),
      facts([
        ["calls", /^[0-9a-f]*$/.test(vector.input) ? "" : vector.input],
        ["flags", vector.flags.length > 0 ? make("span", {}, vector.flags.map((flag) => [link({ filter: flag }, flag), " "])) : ""],
        ["rests on", vector.refs.join(", ")],
        ["group", `${group}: ${about}`],
        ["derived", derived.length > 0 ? `${counted(derived.length, "case")} asked with it` : "no case"],
        ["again", `illformed show ${vector.id}`],
      ]),
      answers(vector, cases, id),
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
  const answers = (vector, cases, id) => {
    const { record } = data();
    const wanted = new Set(cases);
    const differing = [], others = new Map();
    record.decoders.forEach((decoder, number) => {
      const name = nameOf(decoder);
      const find = lower(name, decoder.implementation, decoder.version, decoder.claim.profile, decoder.claim.policy);
      const found = shown(decoder).findings.filter((one) => wanted.has(one.case));
      if (found.length > 0) {
        differing.push(differingOf(number, found, find, id));
        return;
      }
      const table = byCase(shown(decoder));
      const own = cases.find((index) => record.cases[index].id === vector.id);
      const parts = [own === undefined || !table[own] ? "not asked" : outcomeText(table[own])];
      const derived = foldedBy(cases.filter((index) => index !== own && table[index]), (index) => outcomeText(table[index]));
      for (const [text, same] of derived) parts.push(`${same.length} derived ${text}`);
      const key = parts.join("; ");
      if (!others.has(key)) others.set(key, []);
      others.get(key).push(make("li", { "data-find": `${find} ${lower(key)}` }, link({ decoder: name, group: groupOf(vector) }, tame(name))));
    });
    const most = [...others].sort((one, next) => next[1].length - one[1].length);
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
      verdicts.map(([verdict, same]) => [make("span", { class: classOf(verdict) }, verdict), same.length > 1 ? ` ×${same.length} ` : " "]),
      make("code", {}, tame(first.observed)), " ", make("small", {}, tame(first.detail)),
    ], () => [
      make("p", {}, link({ decoder: nameOf(decoder), group: id.split("/")[0] }, "The decoder"),
        decoder.claim.profile === "rfc3629" ? "" : ` claims ${decoder.claim.profile}, and is shown here beside RFC 3629.`),
      ...found.map((one) => findingOf(number, one, record.cases[one.case].id)),
    ]);
    if (found.some((one) => record.cases[one.case].id === id && id.includes("@"))) element.open = true;
    return element;
  };

  const missing = (what, name) => [crumbs(what), make("h1", {}, tame(name)), make("p", {}, `This report has no ${what} of that name.`)];

  // The filter: what has `data-find` stays when every word is in it, what has `data-fold` when something in it stays.
  const applyFilter = (view, text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const within = (words, element) => words.every((word) => element.dataset.find.includes(word));
    const items = all("[data-find]", view);
    for (const item of items) item.hidden = !within(words, item);
    const narrowed = view === overview ? narrow(words) : [];
    for (const fold of all("[data-fold]", view)) {
      const inside = all("[data-find]", fold);
      fold.hidden = words.length > 0 && inside.length > 0 && inside.every((item) => item.hidden);
      if (fold.tagName === "DETAILS" && words.length === 0) fold.open = false;
      if (fold.tagName === "DETAILS" && words.length > 0) fold.open = !fold.hidden;
    }
    for (const body of all("tbody", view)) {
      const inside = all("[data-find]", body);
      body.hidden = inside.length > 0 && inside.every((item) => item.hidden);
    }
    const stay = (selector) => all(selector, view).filter((item) => !item.hidden).length;
    const empty = words.length > 0 && items.every((item) => item.hidden);
    nothing.hidden = !empty;
    nothing.textContent = empty ? `Nothing here has “${tame(text.trim())}” in it.` : "";
    if (words.length === 0) count.textContent = "";
    else if (view === overview) {
      const groups = narrowed.length > 0 ? ` in ${narrowed.join(", ")}` : "";
      count.textContent = `${counted(stay(".matrix [data-find]"), "decoder")}${groups}, ${counted(stay("#vectors [data-find]"), "vector")}`;
    } else count.textContent = `${items.filter((item) => !item.hidden).length} of ${items.length}`;
  };

  /** When no decoder has the words, words that name groups choose columns. Returns the chosen ones. */
  const narrow = (words) => {
    const rows = all(".matrix [data-find]"), heads = all(".matrix [data-group]");
    const named = (word) => heads.filter((head) => word.startsWith(`${head.dataset.group}/`) || head.dataset.group.includes(word));
    let chosen = [];
    if (words.length > 0 && rows.every((row) => row.hidden)) {
      const names = words.filter((word) => named(word).length > 0);
      for (const row of rows) {
        row.hidden = names.length === 0 || !words.every((word) => names.includes(word) || row.dataset.find.includes(word));
      }
      if (rows.some((row) => !row.hidden)) chosen = heads.filter((head) => names.some((word) => named(word).includes(head)));
    }
    heads.forEach((head, number) => {
      const gone = chosen.length > 0 && !chosen.includes(head);
      if (head.hidden === gone) return;
      head.hidden = gone;
      for (const row of rows) row.querySelectorAll(".cell")[number].hidden = gone;
    });
    return chosen.map((head) => head.dataset.group);
  };

  // Pages.
  let place = 0;
  const show = () => {
    const parts = route();
    const page = parts.vector ? vectorPage(parts.vector) : parts.decoder ? decoderPage(parts.decoder, parts.group) : null;
    if (page && detail.hidden) place = scrollY;
    const back = !page && !detail.hidden;
    overview.hidden = Boolean(page);
    detail.hidden = !page;
    detail.replaceChildren(...(page ?? []).flat(Infinity).filter((part) => part !== ""));
    filter.value = parts.filter ?? "";
    applyFilter(page ? detail : overview, filter.value);
    document.title = page ? `${find("h1", detail).textContent} – illformed` : title;
    if (page) {
      scrollTo(0, 0);
      const heading = find("h1", detail);
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    } else if (back) scrollTo(0, place);
  };

  // The matrix is one stop of the tab key; arrows, Home and End move in it.
  const grid = () => all(".matrix tbody tr:not([hidden])")
    .map((row) => all("a", row).filter((cell) => cell.offsetParent !== null)).filter((row) => row.length > 0);
  const matrix = find(".matrix");
  if (matrix) {
    all("a", matrix).forEach((cell, number) => { cell.tabIndex = number === 0 ? 0 : -1; });
    matrix.addEventListener("focusin", ({ target }) => {
      if (!target.matches("a")) return;
      for (const other of all("a[tabindex='0']", matrix)) other.tabIndex = -1;
      target.tabIndex = 0;
    });
    matrix.addEventListener("keydown", (event) => {
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -1000], End: [0, 1000] };
      const step = steps[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      const rows = grid();
      const row = rows.findIndex((cells) => cells.includes(event.target));
      if (row < 0) return;
      const cells = rows[Math.min(rows.length - 1, Math.max(0, row + step[0]))];
      const column = rows[row].indexOf(event.target) + step[1];
      cells[Math.min(cells.length - 1, Math.max(0, column))].focus();
      event.preventDefault();
    });
  }

  const title = document.title;
  document.documentElement.classList.add("js");
  filter.form.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("input", () => {
    history.replaceState(null, "", hash({ ...route(), filter: filter.value }) || "#");
    applyFilter(detail.hidden ? overview : detail, filter.value);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== filter && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      filter.focus();
    }
  });
  addEventListener("hashchange", show);
  show();
})();
