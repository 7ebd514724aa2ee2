// The data of the report: tables whose rows are in chunks. A chunk is a script, because a page
// that was opened from a file may load nothing else. It is loaded when one of its rows is needed.
"use strict";

const report = (() => {
  let tables = {};
  const chunks = new Map(); // "table/number" → promise of its rows
  const single = typeof reportFile === "undefined" ? null : reportFile; // of a report that is one file
  const arrived = new Map(); // "table/number" → its rows

  // chunkOf returns the number of the chunk that has a row: the last one that starts before it.
  function chunkOf(table, row) {
    const starts = tables[table].starts;
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= row) low = middle; else high = middle;
    }
    return low;
  }

  function load(table, number) {
    const key = table + "/" + number;
    let chunk = chunks.get(key);
    if (!chunk) {
      chunk = new Promise((resolve, reject) => {
        const name = `data/${table}-${String(number).padStart(5, "0")}.js`;
        const done = () => arrived.has(key) ? resolve(arrived.get(key)) : reject(new Error(name + " is damaged"));
        if (single) return void single.add("script", name).then(done, reject);
        const script = document.createElement("script");
        script.src = name;
        script.onload = done;
        script.onerror = () => reject(new Error(script.src + " cannot be read"));
        document.head.append(script);
      });
      chunks.set(key, chunk);
    }
    return chunk;
  }

  return {
    setTables(t) { tables = t; },
    setChunk(table, number, rows) { arrived.set(table + "/" + number, rows); },
    has: table => table in tables,
    size: table => table in tables ? tables[table].rows : 0,
    columns: table => tables[table].columns || [],

    // link returns the link to a page of the report, page is the name of this one, and address what the address says behind it.
    link: page => single ? "#" + page : page,
    get page() { return single ? location.hash.split("#")[1] || "index.html" : location.pathname.split("/").pop(); },
    get address() { return single ? location.hash.split("#")[2] || "" : location.hash.slice(1); },

    // row returns one row.
    async row(table, number) {
      if (!(number >= 0 && number < this.size(table))) throw new RangeError(`there is no row ${number} of ${table}`);
      const k = chunkOf(table, number);
      return (await load(table, k))[number - tables[table].starts[k]];
    },

    // search returns the number of the row for which order(row) is 0, and -1 if there is none. The table is
    // ordered: order is below 0 for the rows before that one, and above 0 for those behind it.
    async search(table, order) {
      if (!this.size(table)) return -1;
      const starts = tables[table].starts;
      let low = 0, high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (order((await load(table, middle))[0]) <= 0) low = middle; else high = middle;
      }
      const i = (await load(table, low)).findIndex(row => order(row) === 0);
      return i < 0 ? -1 : starts[low] + i;
    },

    // find returns the row of a table of keys that begins with a key, and null if there is none.
    async find(table, key) {
      const n = await this.search(table, row => row[0] < key ? -1 : row[0] > key ? 1 : 0);
      return n < 0 ? null : this.row(table, n);
    },

    // range returns the rows from..to, which it loads at once.
    async range(table, from, to) {
      to = Math.min(to, this.size(table));
      if (from >= to) return [];
      const first = chunkOf(table, from), last = chunkOf(table, to - 1), parts = [];
      for (let k = first; k <= last; k++) parts.push(load(table, k));
      const rows = (await Promise.all(parts)).flat();
      const start = tables[table].starts[first];
      return rows.slice(from - start, to - start);
    },

    // all returns all rows. progress gets the number of chunks that are there, and of all.
    async all(table, progress) {
      if (!this.size(table)) return [];
      const n = tables[table].starts.length;
      let done = 0;
      const parts = await Promise.all(Array.from({length: n}, async (_, k) => {
        const rows = await load(table, k);
        if (progress) progress(++done, n);
        return rows;
      }));
      return parts.flat();
    },
  };
})();

// The scripts of the data call these.
function reportTables(tables) { report.setTables(tables); }
function reportChunk(table, number, rows) { report.setChunk(table, number, rows); }
