// The page of a document: "#KEY" in the address.
"use strict";

(async () => {
  const status = statusOf(document.getElementById("status"));
  addEventListener("hashchange", () => location.reload());
  try {
    const found = await report.find("names-keys", report.address);
    if (!found) throw new Error("The report has no document of this address: open one in the table of documents.");
    const number = found[1];
    const [[pairs, listed, count], [state, , , , long, length, , fields]] = await Promise.all([report.row("pairs-of", number), report.row("texts", number), cells.loadNames([number])]);
    const name = document.getElementById("name");
    name.textContent = cells.name(number) || "(empty id)";
    document.title = `${cells.name(number)} – ${document.title}`;
    if (long) {
      document.getElementById("long").append(cells.element("details", {}, cells.element("summary", {}, `The id has ${cells.number(length)} characters`), cells.element("p", {class: "id", dir: "auto"}, long)));
    }
    if (fields) document.getElementById("long").append(cells.element("p", {class: "help id", dir: "auto"}, fields));
    const words = ["The report has no text of this document.", "", "The text of this document has changed since the run."][state];
    document.getElementById("summary").textContent = [`${cells.side(number) ? "A document of the source" : "A document of the input"} in ${cells.number(count)} ${count === 1 ? "pair" : "pairs"} with other documents${listed > count ? ", and with passages inside it" : ""}.`, listed > pairs.length ? `The first ${cells.number(pairs.length)} are listed.` : "", words].filter(Boolean).join(" ");
    showTable(document.getElementById("table"), new Rows("pairs", pairs, status), document.getElementById("search"), document.getElementById("clear"), status);
  } catch (error) {
    status(String(error.message || error));
  }
})();
