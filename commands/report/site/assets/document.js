// The page of a document: "#KEY" in the address. It has the whole text, coloured by the other documents that have it.
"use strict";

(async () => {
  const at = id => document.getElementById(id);
  const status = statusOf(at("status"));
  const colours = 6, mostPrinted = 2_000_000; // UTF-16 code units
  const colourOf = source => source < 0 ? "many" : source < colours ? `p${source}` : "further";

  // spansOf makes spans of the stretches of a row of the table sources.
  function spansOf(flat, sources, number) {
    const spans = [];
    let place = 0;
    for (let i = 0; i < flat.length; i += 7) {
      const start = place + flat[i], end = place = start + flat[i + 1], source = flat[i + 2];
      const span = {number: spans.length, start, end, marks: [], source, colour: colourOf(source)};
      if (source < 0) {
        Object.assign(span, {name: "∗", href: report.link(`places.html#of=${flat[i + 3]}`), label: "In many documents: list them"});
      } else {
        const [other, turned] = sources[source];
        const [a, b] = turned ? [other, number] : [number, other];
        Object.assign(span, {name: source + 1, href: cells.pairPage(a, b, flat.slice(i + 3, i + 7)), label: `${source + 1}, ${cells.name(other)}: open both texts`});
      }
      spans.push(span);
    }
    return spans;
  }

  function showFacts(share, count) {
    const add = (value, name) => at("facts").append(cells.element("div", {}, cells.element("dd", {}, value), cells.element("dt", {}, name)));
    if (share) {
      const [characters, found, weighted, many, within] = share;
      add(cells.percent(found), "is found elsewhere");
      if (weighted !== found) add(cells.percent(weighted), "weighted by similarity");
      if (many) add(cells.percent(many), "in hot passages");
      if (within) add(cells.percent(within), "stands in it twice");
      if (characters !== null) add(cells.number(characters), "characters");
    }
    add(cells.number(count), count === 1 ? "other document" : "other documents");
  }

  function showSources(sources, count, share, number, whole) {
    at("sources-section").hidden = !sources.length;
    const rest = sources.filter(s => !s[5]).length;
    at("sources-help").textContent = whole ? "The most similar ones come first. A link opens both texts side by side." :
      "Those that have most of it come first. A place has the colour and number of the first document that has it. A link opens both texts side by side." +
      (rest && rest < sources.length ? ` ${rest === 1 ? "One without a colour has" : `${cells.number(rest)} without a colour have`} places that others before have, too.` : "");
    for (const id of ["characters-head", "share-head"]) at(id).hidden = whole || id === "share-head" && !share;
    at("sources").replaceChildren(...sources.map(([other, turned, characters, , similarity, colour, own], i) => {
      const [a, b] = turned ? [other, number] : [number, other];
      const cell = (value, hidden) => cells.element("td", {class: "number", hidden}, value);
      return cells.element("tr", {"data-source": i},
        cells.element("td", {}, cells.element("span", {class: `swatch ${colour ? colourOf(i) : ""}`}, String(i + 1))),
        cells.element("td", {}, cells.element("a", {href: cells.pairPage(a, b)}, cells.element("bdi", {class: "id"}, cells.name(other) || "(empty id)")), cells.side(other) !== cells.side(number) ? (cells.side(other) ? " (source)" : " (input)") : ""),
        cell(cells.number(characters), whole), cell(own !== null ? cells.percent(own) : share && share[0] && characters !== null ? cells.percent(Math.min(1, characters / share[0])) : "", whole || !share), cell(similarity === null ? "" : cells.similarity(similarity)));
    }));
    const more = count - sources.length, printed = 12;
    at("sources-rest").textContent = more > 0 ? `${cells.number(more)} more are in the table below, and their text has no colour.` : "";
    if (sources.length > printed) at("sources").closest(".scroll").after(cells.element("p", {class: "help printed"}, `and ${cells.number(sources.length - printed)} more`));
  }

  async function showText(row, spans) {
    at("whole").hidden = false;
    if (!row[2]) return at("text").replaceChildren(cells.element("p", {class: "help"}, "The text is empty."));
    const view = new TextView(at("text"), row, spans, "", i => {
      const source = spans[i].source;
      for (const tr of at("sources").children) {
        const on = Number(tr.dataset.source) === source;
        tr.classList.toggle("selected", on);
        if (on) tr.scrollIntoView({block: "nearest"});
      }
    }, {follow: true, root: null});
    // All of the text is there to be printed, also what the reader has not come near.
    for (let k = 0; k < view.count && view.starts[k] < mostPrinted; k++) await view.fill(k);
  }

  addEventListener("hashchange", () => location.reload());
  try {
    const found = await report.find("names-keys", report.address);
    if (!found) throw new Error("The report has no document of this address: open one in the table of documents.");
    const number = found[1];
    const [[pairs, listed, count], row, [share, sources, all, flat]] = await Promise.all([report.row("pairs-of", number), report.row("texts", number), report.row("sources", number), cells.loadNames([number])]);
    const [state, , , , long, length, , fields] = row;
    await cells.loadNames(sources.map(s => s[0]));
    at("name").textContent = cells.name(number) || "(empty id)";
    document.title = `${cells.name(number)} – ${document.title}`;
    if (long) {
      at("long").append(cells.element("details", {}, cells.element("summary", {}, `The id has ${cells.number(length)} characters`), cells.element("p", {class: "id", dir: "auto"}, long)));
    }
    cells.showFields(at("fields"), fields);
    showFacts(share, count);
    const words = ["The report has no text of this document.", "", "The text of this document has changed since the run."][state];
    at("summary").textContent = [`${cells.side(number) ? "A document of the source" : "A document of the input"} in ${cells.number(count)} ${count === 1 ? "pair" : "pairs"} with other documents${listed > count ? ", and with passages inside it" : ""}.`, listed > pairs.length ? `The table has the first ${cells.number(pairs.length)}.` : "", words].filter(Boolean).join(" ");
    showSources(sources, all, share, number, sources.length > 0 && sources.every(s => s[2] === null));
    showTable(at("table"), new Rows("pairs", pairs, status), at("search"), at("clear"), status);
    if (state === 1) await showText(row, spansOf(flat, sources, number));
    document.body.dataset.ready = "true";
  } catch (error) {
    status(String(error.message || error));
  }
})();
