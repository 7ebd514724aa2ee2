// The page of a cluster: "#KEY" in the address.
"use strict";

(async () => {
  const at = id => document.getElementById(id);
  const say = line => { at("note").replaceChildren(cells.element("p", {}, line)); at("note").hidden = false; };
  const words = n => `${cells.number(n)} ${n === 1 ? "word" : "words"}`;
  const both = 0, only = 1; // what a piece is: text of both, of the representative only, and of this place only
  const perPage = 50;

  // The values of a row of the table members.
  const place = ([document, start, end, similarity, date, changed, missing, note, passage, pieces, cut, when, loc, from]) =>
    ({document, start, end, similarity, date, changed, missing, note, passage, pieces, cut, when, loc, from});

  // named returns the documents that the articles of places name.
  const named = places => places.flatMap(p => p.from === null ? [p.document] : [p.document, p.from]);

  // said returns the text of a place, with the words that differ.
  function said({pieces, cut, note}) {
    const text = cells.element("div", {class: "said", dir: "auto", tabindex: "0", role: "group", "aria-label": "Text"});
    for (let i = 0; i < pieces.length; i += 2) text.append(pieces[i] === both ? pieces[i + 1] : cells.element(pieces[i] === only ? "del" : "ins", {}, pieces[i + 1]));
    if (cut) text.append("…");
    if (note === 3) text.replaceChildren(cells.element("span", {class: "help"}, "The report has no text of this place."));
    return text;
  }

  function differing(p) {
    if (p.note === 1) return "too long to mark its words";
    if (p.note) return "";
    if (!p.changed && !p.missing) return "the same words as the representative";
    return [p.changed ? `${words(p.changed)} differ${p.changed === 1 ? "s" : ""}` : "", p.missing ? `${words(p.missing)} of the representative ${p.missing === 1 ? "is" : "are"} not here` : ""].filter(Boolean).join(", ");
  }

  // article returns a place with its text.
  function article(p, first) {
    const side = cells.side(p.document) ? " (source)" : "";
    const head = cells.element("header", {}, cells.element("h3", {}, cells.link(p.document), side));
    const add = (...what) => head.append(cells.element("span", {}, ...what));
    if (p.date) add(p.date);
    if (p.loc) add(p.loc);
    if (p.from !== null) add("most likely from ", cells.link(p.from));
    add(`${cells.number(p.start)}–${cells.number(p.end)}`);
    if (!first) {
      add(`most similar passage ${cells.similarity(p.similarity)}`);
      if (differing(p)) add(differing(p));
    }
    if (p.passage !== null) add(cells.element("a", {href: cells.pairPage(p.passage[0], p.passage[1], p.passage.slice(2))}, "beside the representative"));
    return cells.element(first ? "div" : "li", {class: first ? "place first" : "place"}, head, said(p));
  }

  // variants counts what the places have instead of words of the representative.
  function variants(places) {
    const counts = new Map();
    for (const p of places) {
      const seen = new Set();
      for (let i = 0; i < p.pieces.length; i += 2) {
        if (p.pieces[i] === both) continue;
        const replaced = p.pieces[i] === only && p.pieces[i + 2] === 2;
        const before = p.pieces[i] === only ? p.pieces[i + 1] : "", here = replaced ? p.pieces[i + 3] : p.pieces[i] === 2 ? p.pieces[i + 1] : "";
        if (replaced) i += 2;
        seen.add(JSON.stringify([before, here]));
      }
      for (const key of seen) counts.set(key, (counts.get(key) || 0) + 1);
    }
    return [...counts].map(([key, n]) => [...JSON.parse(key), n]).sort((x, y) => y[2] - x[2]);
  }

  function showVariants(places, size) {
    const all = variants(places), most = 25;
    at("variants-section").hidden = !all.length;
    at("variants-help").textContent = `${cells.number(all.length)} ${all.length === 1 ? "variant" : "variants"}${all.length > most ? `, of which the ${most} most frequent are listed` : ""}` +
      (places.length < size - 1 ? `, of the first ${cells.number(places.length)} places` : "") + ".";
    const short = s => s.length > 120 ? s.slice(0, 120) + "…" : s;
    at("variants").replaceChildren(...all.slice(0, most).map(([before, here, n]) => cells.element("tr", {},
      cells.element("td", {dir: "auto"}, before ? cells.element("del", {}, short(before)) : "–"),
      cells.element("td", {dir: "auto"}, here ? cells.element("ins", {}, short(here)) : "–"),
      cells.element("td", {class: "number"}, cells.number(n)))));
  }

  async function open() {
    const found = await report.find("clusters-keys", report.address);
    if (!found) throw new Error("The report has no text of this address: open one in the table of texts.");
    const number = found[1];
    const [, text, size, documents, length, kind, similarity, , , , first, earliest] = await report.row("clusters", number);
    const read = async (from, to) => (await report.range("members", first + from, first + to)).map(place);
    let places = await read(1, Math.min(size, 500));
    const [[representative], oldest] = await Promise.all([read(0, 1), earliest === null ? null : report.row("members", earliest).then(place)]);
    await cells.loadNames(named([representative, ...(oldest ? [oldest] : []), ...places.slice(0, perPage)]));

    at("number").textContent = cells.number(number + 1);
    document.title = `${text.slice(0, 60)} – ${document.title}`;
    const fact = (value, name) => cells.element("div", {}, cells.element("dd", {}, value), cells.element("dt", {}, name));
    at("facts").append(fact(cells.number(size), "places"), fact(cells.number(documents), documents === 1 ? "document" : "documents"),
      fact(cells.number(length), "characters"), fact(report.columns("clusters")[5].choices[kind], "kind"), fact(cells.similarity(similarity), "least similarity"));
    if (oldest) at("facts").append(fact(oldest.date, cells.element("span", {}, "earliest, in ", cells.link(oldest.document))));
    at("representative").append(article(representative, true));
    showVariants(places, size);

    const orders = {
      document: null,
      date: (p, q) => p.when === q.when ? 0 : p.when === null ? 1 : q.when === null ? -1 : p.when - q.when,
      similar: (p, q) => q.similarity - p.similarity,
      different: (p, q) => q.changed + q.missing - p.changed - p.missing,
    };
    if (!oldest) at("order").querySelector('[value="date"]').remove();
    let shown = 0, ordered = places;
    async function show(n) {
      if (n > ordered.length && ordered.length < size - 1) ordered = places = await read(1, Math.min(size, n + 500));
      const next = ordered.slice(shown, n);
      await cells.loadNames(named(next));
      at("places").append(...next.map(p => article(p)));
      shown += next.length;
      at("more").hidden = shown >= size - 1;
      at("status").textContent = `${cells.number(shown)} of ${cells.number(size - 1)}`;
    }
    at("more").addEventListener("click", () => show(shown + perPage));
    at("order").addEventListener("change", async event => {
      if (places.length < size - 1) places = await read(1, size);
      const order = orders[event.target.value];
      ordered = order ? places.slice().sort(order) : places;
      shown = 0;
      at("places").replaceChildren();
      await show(perPage);
    });
    at("differences").addEventListener("change", event => at("places").classList.toggle("plain-text", !event.target.checked));
    await show(perPage);
  }

  addEventListener("hashchange", () => location.reload());
  try {
    await open();
    document.body.dataset.ready = "true";
  } catch (error) {
    say(String(error.message || error));
  }
})();
