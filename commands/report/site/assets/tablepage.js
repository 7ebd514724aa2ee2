// The page of one table. "#rows=FIRST,NUMBER" in the address shows these rows only.
"use strict";

{
  const element = document.getElementById("table");
  const status = statusOf(document.getElementById("status"));
  const match = /^#rows=(\d+),(\d+)$/.exec(location.hash);
  const numbers = match ? Array.from({length: Number(match[2])}, (_, i) => Number(match[1]) + i).filter(n => n < report.size(element.dataset.table)) : null;
  showTable(element, new Rows(element.dataset.table, numbers, status), document.getElementById("search"), document.getElementById("clear"), status);
  addEventListener("hashchange", () => location.reload());
}
