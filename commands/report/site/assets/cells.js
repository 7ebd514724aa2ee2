// How values are written in tables and lists, and the names of documents.
"use strict";

const cells = (() => {
  const digits = new Intl.NumberFormat("en");
  const names = new Map(); // number of a document → [id, side, key]

  function element(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) e.setAttribute(name, value === true ? "" : value);
    }
    e.append(...children);
    return e;
  }

  return {
    element,
    number: n => n === null || n === undefined ? "" : digits.format(n),
    percent: x => x === null || x === undefined ? "" : (100 * x).toFixed(1) + "\u00a0%",
    similarity: x => x === null || x === undefined ? "" : x.toFixed(4),

    // loadNames loads the ids of documents.
    async loadNames(numbers) {
      await Promise.all([...new Set(numbers)].filter(n => !names.has(n)).map(async n => names.set(n, await report.row("names", n))));
    },
    async loadAllNames(progress) {
      if (names.size < report.size("names")) (await report.all("names", progress)).forEach((row, n) => names.set(n, row));
    },
    // name returns an id that was loaded. Line ends and other control characters are visible.
    name(n) {
      const row = names.get(n);
      return row ? row[0].replace(/[\u0000-\u001f\u007f]/g, c => c === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + c.charCodeAt(0))) : "…";
    },
    side: n => names.has(n) ? names.get(n)[1] : 0,
    // pairPage returns the address of a pair of documents whose names are loaded, and of a passage of it if
    // there is a place: start and end in A, then in B; null is the end of the text. It stays the same when
    // other documents are added (links.go).
    pairPage(a, b, place) {
      const at = place ? `&at=${place[0]}-${place[1] ?? ""},${place[2]}-${place[3] ?? ""}` : "";
      return report.link(`pair.html#a=${names.get(a)[2]}&b=${names.get(b)[2]}${at}`);
    },
    // placeOf returns the place of a row of the table of passages.
    placeOf: row => [row[2], row[3], row[5], row[6]],

    // showFields shows the fields of a document, which are JSON, in a list.
    showFields(list, fields) {
      let all = [];
      try { all = Object.entries(JSON.parse(fields || "{}")); } catch { all = [["fields", fields]]; } // it was cut
      list.replaceChildren(...all.filter(([, v]) => v !== null && v !== "").map(([name, v]) =>
        element("div", {}, element("dt", {dir: "auto"}, name), element("dd", {dir: "auto"}, typeof v === "string" ? v : JSON.stringify(v)))));
      list.hidden = !list.children.length;
    },

    // link returns a link to the page of a document.
    link(n) {
      const name = cells.name(n);
      return element("a", {href: report.link(`document.html#${names.has(n) ? names.get(n)[2] : ""}`), title: name}, element("bdi", {class: "id"}, name === "" ? "(empty id)" : name));
    },
  };
})();
