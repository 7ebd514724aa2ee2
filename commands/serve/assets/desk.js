"use strict";
// A dropped or chosen file becomes the text: the service takes it out of the file.
const text = document.getElementById("text");
const file = document.getElementById("file");
const note = document.getElementById("note");

async function take(f) {
  note.textContent = "reading " + f.name + " …";
  try {
    const response = await fetch("/api/text?name=" + encodeURIComponent(f.name), { method: "POST", body: f });
    const answer = await response.json();
    if (response.ok) text.value = answer.text;
    note.textContent = response.ok ? f.name : f.name + ": " + answer.error;
  } catch (e) {
    note.textContent = f.name + ": " + e.message;
  }
}

file.addEventListener("change", () => { if (file.files[0]) take(file.files[0]); });
text.addEventListener("dragover", (e) => { e.preventDefault(); text.classList.add("over"); });
text.addEventListener("dragleave", () => text.classList.remove("over"));
text.addEventListener("drop", (e) => {
  text.classList.remove("over");
  if (!e.dataTransfer.files[0]) return; // text of a selection is pasted by the browser
  e.preventDefault();
  take(e.dataTransfer.files[0]);
});
