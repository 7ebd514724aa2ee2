// The page of a pair: "#a=KEY&b=KEY" in the address, and "&at=PLACE" for a passage.
"use strict";

(async () => {
  const at = id => document.getElementById(id);
  const status = line => { at("status").textContent = line; };
  const notes = [];
  const showNotes = () => {
    at("note").replaceChildren(...notes.map(n => cells.element("p", {}, n)));
    at("note").hidden = !notes.length;
  };

  // pairOf returns the row of the table of pairs that the address names.
  async function pairOf(address) {
    const [a, b] = await Promise.all(["a", "b"].map(side => report.find("names-keys", address.get(side) || "")));
    const pair = a && b ? await report.search("pairs", row => row[1] - a[1] || row[2] - b[1]) : -1;
    if (pair < 0) throw new Error("The report has no pair of this address: open one in the table of pairs.");
    return report.row("pairs", pair);
  }

  // marksOf makes ranges of the numbers of a row of the table marks.
  function marksOf(flat, start) {
    const marks = [];
    let place = start;
    for (let i = 0; i < flat.length; i += 3) {
      place += flat[i];
      marks.push({start: place, end: place + flat[i + 1], replaced: flat[i + 2] === 1});
      place += flat[i + 1];
    }
    return marks;
  }

  const words = {1: "too long or too different to mark its words", 2: "its words are not those of the result"};

  async function open() {
    const address = new URLSearchParams(report.address);
    const [, a, b, count, , , , first] = await pairOf(address);
    const [passages, marks, textA, textB] = await Promise.all([
      report.range("passages", first, first + count), report.range("marks", first, first + count),
      report.row("texts", a), report.row("texts", b), cells.loadNames([a, b])]);
    for (const [id, n] of [["name-a", a], ["name-b", b]]) {
      at(id).textContent = cells.name(n) || "(empty id)";
      at(id).title = cells.name(n);
      at(id).href = cells.link(n).getAttribute("href");
    }
    for (const [id, row] of [["fields-a", textA], ["fields-b", textB]]) cells.showFields(at(id), row[7]);
    document.title = `${cells.name(a)} and ${cells.name(b)} – ${document.title}`;
    const pages = passages.map(p => cells.pairPage(a, b, cells.placeOf(p)));
    const wanted = address.get("at") === null ? 0 : pages.findIndex(page => page.endsWith(`&at=${address.get("at")}`));
    if (wanted < 0) notes.push("The report has no passage at the place of this address. The first one of the pair is shown.");
    const missing = (side, [state]) => {
      if (state === 0) notes.push(`The text of ${side} is not in the report: it was not in the input, or not any more.`);
      if (state === 2) notes.push(`The text of ${side} has changed since the run. So it is not shown.`);
    };
    missing("A", textA);
    if (a !== b) missing("B", textB);
    if (marks.some(m => m[6] === 2)) notes.push("The words of some passages are not those of the result: a text has changed since the run.");
    showNotes();

    const kinds = report.columns("passages")[8].choices;
    const whole = {A: textA[0] === 1, B: textB[0] === 1};
    const spans = {A: [], B: []};
    passages.forEach((p, i) => {
      const m = marks[i], href = pages[i];
      const similar = p[9] === null ? "" : `, similarity ${cells.similarity(p[9])}`;
      const label = side => `Passage ${i + 1}, ${kinds[p[8]]}${similar}: go to ${side}`;
      const range = (side, start16, end16, start, end) => whole[side] ? [start16, Math.max(start16, end16)] : [start, end ?? start];
      const [startA, endA] = range("A", m[0], m[1], p[2], p[3]), [startB, endB] = range("B", m[2], m[3], p[5], p[6]);
      spans.A.push({number: i, start: startA, end: endA, marks: marksOf(m[4], startA), href, label: label("B")});
      spans.B.push({number: i, start: startB, end: endB, marks: marksOf(m[5], startB), href, label: label("A")});
    });
    const length = (side, row) => whole[side] ? row[3] : Math.max(...spans[side].map(s => s.end));
    const lengthOf = {A: Math.max(1, length("A", textA)), B: Math.max(1, length("B", textB))};

    let selected = -1;
    const views = {};
    function select(i, from, fraction, focus) {
      if (i < 0 || i >= count) return;
      selected = i;
      history.replaceState(null, "", pages[i]);
      for (const side of ["A", "B"]) {
        views[side]?.select(i);
        if (side !== from) views[side]?.show(i, fraction, focus);
      }
      for (const row of at("list").children) {
        const on = Number(row.dataset.passage) === i;
        row.classList.toggle("selected", on);
        if (on) {
          const box = at("list").closest(".scroll"), top = row.offsetTop - box.clientHeight / 2;
          if (row.offsetTop < box.scrollTop || row.offsetTop > box.scrollTop + box.clientHeight - 30) box.scrollTop = top;
        }
      }
      for (const line of document.querySelectorAll("#plot a")) line.classList.toggle("selected", Number(line.dataset.passage) === i);
      const note = words[marks[i][6]];
      status(`Passage ${i + 1} of ${cells.number(count)}: ${kinds[passages[i][8]]}${note ? "; " + note : ""}`);
    }

    const mostListed = 2000;
    const heads = ["kind", "in A", "in B", "characters", "similarity"]; // beside the values on a narrow screen
    at("list").replaceChildren(...passages.slice(0, mostListed).map((p, i) => {
      const row = cells.element("tr", {"data-passage": i},
        cells.element("td", {}, cells.element("a", {href: pages[i], class: `number p${i % 6}`, "data-passage": i, "aria-label": `Passage ${i + 1}`}, String(i + 1))),
        ...[kinds[p[8]], located(p[11], p[2], p[3]), located(p[12], p[5], p[6]), cells.number(p[7]), cells.similarity(p[9])].map((v, k) => cells.element("td", k ? {class: "number-cell", "data-name": heads[k]} : {}, v)));
      return row;
    }));
    if (count > mostListed) notes.push(`The list names the first ${cells.number(mostListed)} of ${cells.number(count)} passages; the keys n and p go through all of them.`);
    showNotes();
    function located(loc, start, end) { return loc ? `${loc} (${range(start, end)})` : range(start, end); }
    function range(start, end) { return end === null ? "whole" : `${cells.number(start)}–${cells.number(end)}`; }
    dotPlot(at("plot"), spans.A, spans.B, lengthOf.A, lengthOf.B);

    for (const [side, id, row, own, other] of [["A", "text-a", textA, "del", "B"], ["B", "text-b", textB, "ins", "A"]]) {
      if (whole[side]) views[side] = new TextView(at(id), row, spans[side], own, (i, fraction) => select(i, side, fraction, document.activeElement?.matches("a.number")));
      else at(id).replaceChildren(cells.element("p", {class: "help"}, "The report has no text of this document."));
      if (whole[side] && !row[2]) at(id).replaceChildren(cells.element("p", {class: "help"}, "The text is empty."));
    }
    const choose = event => {
      const link = event.target.closest("[data-passage]");
      if (!link) return;
      event.preventDefault();
      select(Number(link.dataset.passage), "", 0);
    };
    at("list").addEventListener("click", choose);
    at("plot").addEventListener("click", choose);
    at("before").addEventListener("click", () => select(Math.max(0, selected - 1), "", 0));
    at("next").addEventListener("click", () => select(Math.min(count - 1, selected + 1), "", 0));
    at("differences").addEventListener("change", event => {
      for (const v of Object.values(views)) { v.differences = event.target.checked; v.redraw(); }
    });
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
      if (event.key === "n") select(Math.min(count - 1, selected + 1), "", 0);
      if (event.key === "p") select(Math.max(0, selected - 1), "", 0);
    });
    select(Math.max(0, wanted), "", 0);
    setTimeout(() => { for (const v of Object.values(views)) v.prepare(); }, 500);
  }

  addEventListener("hashchange", () => location.reload());
  try {
    await open();
    document.body.dataset.ready = "true";
  } catch (error) {
    notes.push(String(error.message || error));
    showNotes();
  }
})();
