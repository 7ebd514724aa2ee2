// The page of one table. "#of=KEY" in the address shows the rows of this key only. The search, the filters and the order are in the
// address, too: "search=TEXT", "COLUMN=FILTER", and "sort=COLUMN", with a minus sign for the largest first.
"use strict";

(async () => {
  const element = document.getElementById("table");
  const status = statusOf(document.getElementById("status"));
  addEventListener("hashchange", () => location.reload());
  const name = element.dataset.table, address = new URLSearchParams(report.address), key = address.get("of");
  let numbers = null;
  if (key !== null) {
    const rows = await report.find(`${name}-keys`, key);
    if (!rows) {
      status("The report has no rows of this address.");
      return;
    }
    const [, first, count] = rows;
    numbers = Array.from({length: count}, (_, i) => first + i);
  }

  // Names of the columns in the address.
  const columns = report.columns(name), names = [], taken = new Set(["of", "search", "sort"]);
  for (const c of columns) {
    const plain = c.title.toLowerCase().replace(/\s+/g, "-");
    let own = plain;
    for (let n = 2; taken.has(own); n++) own = `${plain}-${n}`;
    taken.add(own);
    names.push(own);
  }
  const can = i => i >= 0 && !["pair", "passage", "cluster", "rows", "hidden"].includes(columns[i].type);

  const state = {search: address.get("search") || "", filters: [], order: null};
  for (const [own, value] of address) {
    const column = names.indexOf(own);
    if (!can(column) || value === "") continue;
    const choice = columns[column].type === "choice" ? columns[column].choices.indexOf(value) : null;
    if (choice !== -1) state.filters.push({column, value: choice === null ? value : String(choice)});
  }
  const orderOf = sort => {
    const descending = sort.startsWith("-"), column = names.indexOf(descending ? sort.slice(1) : sort);
    return column >= 0 && columns[column].type !== "hidden" ? {column, descending} : null;
  };
  state.usual = key === null ? orderOf(element.dataset.sort || "") : null;
  state.order = orderOf(address.get("sort") || "") || state.usual;

  state.keep = ({search, filters, order}) => {
    const now = new URLSearchParams();
    if (key !== null) now.set("of", key);
    if (search) now.set("search", search);
    for (const f of filters) now.set(names[f.column], columns[f.column].type === "choice" ? columns[f.column].choices[f.value] : f.value);
    const usual = state.usual && order && order.column === state.usual.column && order.descending === state.usual.descending;
    if (order && !usual) now.set("sort", (order.descending ? "-" : "") + names[order.column]);
    history.replaceState(null, "", report.link(`${report.page}${now.size ? `#${now}` : ""}`));
  };
  const rows = new Rows(name, numbers, status);
  state.facets = showFacets(document.getElementById("facets"), rows);
  showTable(element, rows, document.getElementById("search"), document.getElementById("clear"), status, state);
})();
