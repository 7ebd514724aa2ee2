// The page of one table. "#of=KEY" in the address shows the rows of this key only.
"use strict";

(async () => {
  const element = document.getElementById("table");
  const status = statusOf(document.getElementById("status"));
  addEventListener("hashchange", () => location.reload());
  const key = new URLSearchParams(report.address).get("of");
  let numbers = null;
  if (key !== null) {
    const rows = await report.find(`${element.dataset.table}-keys`, key);
    if (!rows) {
      status("The report has no rows of this address.");
      return;
    }
    const [, first, count] = rows;
    numbers = Array.from({length: count}, (_, i) => first + i);
  }
  showTable(element, new Rows(element.dataset.table, numbers, status), document.getElementById("search"), document.getElementById("clear"), status);
})();
