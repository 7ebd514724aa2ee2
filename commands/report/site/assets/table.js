// A table of the report: Tabulator shows a page of rows, and Rows finds them.
"use strict";

// showTable shows rows in an element, with a field to search and a button that shows all again. state, if there is one, has the
// search, the filters and the order to begin with, the usual order, the facets, and keep, which is called with those of the reader.
function showTable(element, rows, search, clear, status, state) {
  const columns = rows.columns;
  const definitions = [];
  const place = i => columns[i].from ? columns[i].from.document + (columns[i].from.field + 1) / 100 : i; // fields are behind their documents
  [...columns.keys()].sort((i, j) => place(i) - place(j)).forEach(i => {
    const c = columns[i];
    if (c.type === "hidden") return;
    const numeric = ["number", "plain", "share", "similarity"].includes(c.type);
    const links = ["pair", "passage", "cluster", "rows"].includes(c.type);
    const d = {
      title: c.title, titleFormatter: cell => text(cell.getValue()), field: "c" + i, headerTooltip: c.help || false, resizable: true,
      hozAlign: numeric ? "right" : "left", headerHozAlign: numeric ? "right" : "left",
      minWidth: numeric ? Math.max(104, 60 + 9 * c.title.length) : links ? 60 + 9 * c.title.length : c.from ? 140 : c.type === "choice" ? 110 : c.type === "text" ? 260 : 170,
      widthGrow: c.type === "document" ? 3 : c.type === "text" ? 4 : 1,
      formatter: cell => write(c, cell.getValue(), cell.getRow().getData()),
    };
    if (!links) {
      d.headerFilter = c.type === "choice" ? "list" : "input";
      d.headerFilterPlaceholder = numeric ? "least" : "contains";
      if (c.type === "choice") {
        d.headerFilterParams = {values: Object.fromEntries([["", "all"], ...c.choices.map((word, n) => [n, word])]), clearable: true};
        d.headerFilterPlaceholder = "all";
      } else {
        d.headerFilterParams = {elementAttributes: {"aria-label": numeric ? `${c.title}: least value, or from-to` : `${c.title} contains`}};
      }
    } else if (c.type !== "rows") {
      d.headerSortStartingDir = "desc";
    }
    if (numeric) d.headerSortStartingDir = "desc";
    definitions.push(d);
  });

  const make = ({filters = [], order = null} = {}) => new Tabulator(element, {
    initialHeaderFilter: filters.map(f => ({field: "c" + f.column, value: f.value})), initialSort: order ? [{column: "c" + order.column, dir: order.descending ? "desc" : "asc"}] : [],
    columns: definitions, layout: "fitColumns", headerFilterLiveFilterDelay: 350,
    placeholder: "No rows", index: "id", columnHeaderSortMulti: false, popupContainer: true,
    pagination: true, paginationMode: "remote", sortMode: "remote", filterMode: "remote",
    paginationSize: 50, paginationSizeSelector: [50, 100, 500], paginationCounter: "rows",
    ajaxURL: "rows", ajaxRequestFunc: async (_url, _config, params) => {
      try {
        const filters = (params.filter || []).filter(f => f.value !== "" && f.value !== null && f.value !== undefined).map(f => ({column: Number(f.field.slice(1)), value: String(f.value)}));
        const sort = (params.sort || [])[0];
        const order = sort ? {column: Number(sort.field.slice(1)), descending: sort.dir === "desc"} : null;
        if (state) state.keep({search: search.value.trim(), filters, order});
        if (state?.facets) state.facets.show(filters, search.value.trim()).catch(error => status(String(error.message || error)));
        const from = (params.page - 1) * params.size;
        const found = await rows.page(from, from + params.size, filters, order, search.value.trim());
        status(found.count === rows.size ? "" : `${cells.number(found.count)} of ${cells.number(rows.size)} rows`);
        return {
          last_page: Math.max(1, Math.ceil(found.count / params.size)), last_row: found.count,
          data: found.rows.map((row, n) => Object.fromEntries([["id", n], ...row.map((v, i) => ["c" + i, v ?? null])])),
        };
      } catch (error) {
        status(String(error.message || error));
        throw error;
      }
    },
  });
  if (state) search.value = state.search;
  let table = make(state), waiting;
  if (state?.facets) state.facets.narrow = (column, value) => table.setHeaderFilterValue("c" + column, value);
  table.on("tableBuilt", () => reachable(element));
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => table.setPage(1), 350);
  });
  clear.addEventListener("click", () => {
    search.value = "";
    table.destroy();
    table = make({order: state?.usual});
    table.on("tableBuilt", () => reachable(element));
  });
}

// reachable lets the keyboard sort: the head of a column is a button for it.
function reachable(element) {
  for (const title of element.querySelectorAll(".tabulator-col.tabulator-sortable .tabulator-col-title")) {
    title.tabIndex = 0;
    title.setAttribute("role", "button");
    title.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        title.click();
      }
    });
  }
}

// write returns how a value is shown. row has all values of its row, as c0, c1, …
function write(column, value, row) {
  if (value === null || value === undefined) return "";
  switch (column.type) {
    case "number": return cells.number(value);
    case "plain": return text(String(value));
    case "share": return cells.percent(value);
    case "similarity": return cells.similarity(value);
    case "choice": return text(column.choices[value]);
    case "document": return cells.link(value);
    case "pair": return cells.element("a", {href: cells.pairPage(row.c1, row.c2), "aria-label": `Open pair ${value}`}, "open");
    case "passage": return cells.element("a", {href: cells.pairPage(row.c1, row.c4, [row.c2, row.c3, row.c5, row.c6]), "aria-label": `Open passage ${value}`}, "open");
    case "cluster": return cells.element("a", {href: report.link(`cluster.html#${row.c14}`), "aria-label": `Open text ${value + 1}`}, "open");
    case "rows": return cells.element("a", {href: report.link(`${column.of}.html#of=${value[0]}`)}, "list");
  }
  return cells.element("span", {dir: "auto", class: "long", title: String(value)}, String(value));
}

function text(s) { return document.createTextNode(s); }

// statusOf returns a function that shows a line.
function statusOf(output) { return line => { output.textContent = line; }; }
