// Opens a report that is one file. The file has what a report in a folder has, each part compressed in an
// element whose id is the part's name. "#PAGE" or "#PAGE#ADDRESS" in the address names the page.
"use strict";

const reportFile = {
  async text(name) {
    const part = document.getElementById(name);
    if (!part) throw new Error(`${name} is not in this file`);
    const bytes = Uint8Array.from(atob(part.textContent), c => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  },
  // add runs a script of the file, or applies a style.
  async add(tag, name) {
    const element = document.createElement(tag);
    element.textContent = await this.text(name);
    document.head.append(element);
  },
};

(async () => {
  try {
    const pages = JSON.parse(document.getElementById("pages").textContent);
    const name = location.hash.split("#")[1], page = Object.hasOwn(pages, name) ? name : "index.html";
    addEventListener("hashchange", () => location.reload());
    document.title = pages[page].title;
    for (const style of pages[page].styles) await reportFile.add("style", style);
    document.getElementById("report").innerHTML = await reportFile.text(page);
    document.querySelector("a.skip").addEventListener("click", event => {
      event.preventDefault();
      document.getElementById("main").focus();
    });
    for (const script of pages[page].scripts) await reportFile.add("script", script);
  } catch (error) {
    document.getElementById("report").textContent = `This browser cannot open the report: ${error.message || error}. It needs one of 2023 or newer.`;
  }
})();
