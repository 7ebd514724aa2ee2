"use strict";
// A dropped file becomes the text. It does not leave this page before "Search".
const text = document.getElementById("text");
const note = document.getElementById("note");
text.addEventListener("dragover", (e) => { e.preventDefault(); text.classList.add("over"); });
text.addEventListener("dragleave", () => text.classList.remove("over"));
text.addEventListener("drop", async (e) => {
  const file = e.dataTransfer.files[0];
  text.classList.remove("over");
  if (!file) return; // text of a selection is pasted by the browser
  e.preventDefault();
  try {
    text.value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    note.textContent = file.name;
  } catch {
    note.textContent = file.name + " is not a text in UTF-8: `diagonal lookup` reads other files";
  }
});
