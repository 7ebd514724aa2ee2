// Facets: the values of fields and kinds beside a table, each with its number of rows. A value is a button that leaves
// only its rows; the filter of its column says so, and with it the address.
"use strict";

const facets = {
  few: 8, many: 200, // values that are shown of a field, and when the reader asks for more
  large: 20000, // rows from which on facets wait until the reader opens them: all rows have to be read
};

// showFacets returns the facets of rows in an element. Its narrow is called with a column and what its filter gets.
function showFacets(element, rows) {
  const list = element.querySelector("div"), columns = rows.columns, long = new Set();
  const of = [...columns.keys()].filter(i => columns[i].type === "choice" || columns[i].from && ["text", "plain"].includes(columns[i].type));
  let last = null, drawn = 0;
  const self = {
    narrow: () => {},
    // show is called with the filters and the search of the table.
    show(filters, search) {
      last = {filters, search};
      return self.draw();
    },
    async draw() {
      if (!of.length || !element.open && !element.hidden) return;
      const now = ++drawn, parts = [];
      if (element.hidden && (rows.size > facets.large || !matchMedia("(min-width: 60rem)").matches)) {
        element.hidden = false;
        return;
      }
      for (const i of of) {
        const part = facet(i, await rows.tally(i, last.filters, last.search));
        if (part) parts.push(part);
      }
      if (now !== drawn) return; // the filters have changed meanwhile
      const focused = element.contains(document.activeElement) ? document.activeElement.dataset.value : null;
      list.replaceChildren(...parts);
      if (element.hidden && parts.length) element.open = true;
      element.hidden = !parts.length;
      if (focused) [...list.querySelectorAll("button")].find(b => b.dataset.value === focused)?.focus();
    },
  };

  // facet returns the values of column i, null if they tell no rows apart.
  function facet(i, values) {
    const c = columns[i], chosen = last.filters.find(f => f.column === i)?.value;
    const filterOf = value => c.type === "choice" ? String(value) : "=" + value;
    if (chosen === undefined && (values.length < 2 || values[0][1] < 2)) return null;
    const shown = values.slice(0, long.has(i) ? facets.many : facets.few), items = [];
    const pressed = values.find(([value]) => filterOf(value) === chosen);
    if (pressed && !shown.includes(pressed)) shown.push(pressed);
    for (const [value, count] of shown) {
      const button = cells.element("button", {type: "button", "aria-pressed": String(filterOf(value) === chosen), "data-value": `${i}=${value}`},
        cells.element("bdi", {}, c.type === "choice" ? c.choices[value] : String(value)), " ", cells.element("span", {}, cells.number(count)));
      button.addEventListener("click", () => self.narrow(i, filterOf(value) === chosen ? "" : filterOf(value)));
      items.push(cells.element("li", {}, button));
    }
    if (shown.length < Math.min(values.length, facets.many)) {
      const more = cells.element("button", {type: "button", class: "more", "data-value": `${i}:`}, `${cells.number(values.length - shown.length)} more`);
      more.addEventListener("click", () => { long.add(i); self.draw(); });
      items.push(cells.element("li", {}, more));
    }
    return cells.element("fieldset", {}, cells.element("legend", {}, c.title), cells.element("ul", {}, ...items));
  }
  element.addEventListener("toggle", () => { if (element.open && last) self.draw(); });
  return self;
}
