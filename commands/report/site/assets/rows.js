// Rows: filters and sorts the rows of a table. Until there is a filter or an order, only the
// chunks of the page that is shown are loaded.
"use strict";

class Rows {
  // numbers are those of the rows to show; without them all are shown.
  constructor(table, numbers, status) {
    this.table = table;
    this.columns = report.columns(table);
    this.numbers = numbers;
    this.status = status || (() => {});
    this.last = null; // the rows of the last filters and order
  }

  get size() { return this.numbers ? this.numbers.length : report.size(this.table); }

  // page returns rows from..to of those that pass the filters, in an order, and how many pass.
  async page(from, to, filters, order, search) {
    if (!filters.length && !order && !search) {
      const numbers = this.numbers && this.numbers.slice(from, to);
      const rows = numbers ? await Promise.all(numbers.map(n => report.row(this.table, n))) : await report.range(this.table, from, to);
      await this.name(rows);
      return {rows, count: this.size};
    }
    const key = JSON.stringify([filters, order, search]);
    if (!this.last || this.last.key !== key) this.last = {key, rows: await this.select(filters, order, search)};
    const rows = this.last.rows.slice(from, to);
    await this.name(rows);
    return {rows, count: this.last.rows.length};
  }

  // name loads the ids and the fields of the documents of rows.
  async name(rows) {
    const wanted = [];
    await this.fill(rows);
    this.columns.forEach((c, i) => { if (c.type === "document") for (const row of rows) wanted.push(row[i]); });
    await cells.loadNames(wanted.filter(n => n !== null && n !== undefined));
  }

  // fill puts the fields of documents into rows.
  async fill(rows) {
    const from = this.columns.flatMap((c, i) => c.from ? [[i, c.from.document, c.from.field]] : []);
    if (!from.length) return;
    const missing = rows.filter(row => row.length < this.columns.length);
    if (missing.length > 1000) await report.all("fields");
    await Promise.all(missing.map(async row => {
      for (const [i, document, field] of from) {
        const n = row[document];
        row[i] = n === null || n === undefined ? null : (await report.row("fields", n))[field];
      }
    }));
  }

  async select(filters, order, search) {
    const progress = (done, n) => { if (n > 4) this.status(done < n ? `reading ${done} of ${n} parts` : ""); };
    let rows = this.numbers ? await Promise.all(this.numbers.map(n => report.row(this.table, n))) : await report.all(this.table, progress);
    if (search || order || filters.length) await this.fill(rows);
    const tests = filters.map(f => this.test(f));
    if (search || filters.some(f => this.columns[f.column].type === "document")) await cells.loadAllNames(progress);
    if (search) tests.push(this.searched(search));
    rows = tests.length ? rows.filter(row => tests.every(t => t(row))) : rows.slice();
    if (order) {
      const i = this.columns[order.column].by || order.column, sign = order.descending ? -1 : 1;
      const compare = (x, y) => x === y ? 0 : x === null || x === undefined ? 1 : y === null || y === undefined ? -1 : sign * (x < y ? -1 : 1);
      const type = this.columns[i].type;
      if (type === "rows") rows.sort((r, s) => compare(r[i][1], s[i][1]));
      else rows.sort((r, s) => compare(r[i], s[i])); // documents are numbered by their ids
    }
    return rows;
  }

  // tally returns the values of a column in the rows that pass the filters of all others, the most frequent first, each
  // with its number of rows.
  async tally(column, filters, search) {
    const rows = await this.select(filters.filter(f => f.column !== column), null, search), counts = new Map();
    await this.fill(rows);
    for (const row of rows) {
      const value = row[column];
      if (value !== null && value !== undefined && value !== "") counts.set(value, (counts.get(value) || 0) + 1);
    }
    return [...counts].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1));
  }

  // test returns the test of a filter: a text that a value contains, or the least value, or behind "=" the whole value.
  test({column, value}) {
    const type = this.columns[column].type;
    if (type !== "choice" && value.startsWith("=")) {
      const wanted = value.slice(1);
      return row => (type === "document" ? cells.name(row[column]) : String(row[column] ?? "")) === wanted;
    }
    if (type === "document") {
      const has = containing(value);
      const memory = new Map();
      return row => {
        const n = row[column];
        if (!memory.has(n)) memory.set(n, has(cells.name(n)));
        return memory.get(n);
      };
    }
    if (type === "text") { const has = containing(value); return row => has(String(row[column] ?? "")); }
    if (type === "choice") return row => row[column] === Number(value);
    const {least, most} = bounds(value, type);
    return row => row[column] !== null && row[column] !== undefined && row[column] >= least && row[column] <= most;
  }

  // searched returns the test of the search over all columns of text.
  searched(text) {
    const has = containing(text), memory = new Map();
    const documents = [], texts = [];
    this.columns.forEach((c, i) => { if (c.type === "document") documents.push(i); else if (c.type === "text") texts.push(i); });
    return row => documents.some(i => {
      const n = row[i];
      if (!memory.has(n)) memory.set(n, has(cells.name(n)));
      return memory.get(n);
    }) || texts.some(i => has(String(row[i] ?? "")));
  }
}

function containing(text) {
  const wanted = text.toLowerCase();
  return s => s.toLowerCase().includes(wanted);
}

// bounds reads "100", "100-200" and "-200"; shares are in percent.
function bounds(text, type) {
  const scale = type === "share" ? 0.01 : 1;
  const match = /^\s*([\d.]*)\s*(?:[-–]\s*([\d.]*))?\s*%?\s*$/.exec(text);
  if (!match) return {least: Infinity, most: -Infinity};
  const least = match[1] === "" ? -Infinity : scale * Number(match[1]);
  const most = match[2] === undefined || match[2] === "" ? Infinity : scale * Number(match[2]);
  return {least, most};
}
