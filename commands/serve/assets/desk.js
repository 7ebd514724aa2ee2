"use strict";
// A dropped or chosen file becomes the text: the service takes it out of the file.
const text = document.getElementById("text");
const file = document.getElementById("file");
const note = document.getElementById("note");

// post sends a body, and returns the answer. The note says what goes on, and what is wrong.
async function post(path, body, name, doing) {
  note.textContent = doing + " " + name + " …";
  try {
    const response = await fetch(path, { method: "POST", body });
    const answer = await response.json();
    if (response.ok) return answer;
    note.textContent = name + ": " + answer.error;
  } catch (e) {
    note.textContent = name + ": " + e.message;
  }
}

async function take(f) {
  const answer = await post("/api/text?name=" + encodeURIComponent(f.name), f, f.name, "reading");
  if (!answer) return;
  text.value = answer.text;
  note.textContent = f.name;
}

document.getElementById("add")?.addEventListener("click", async () => {
  const id = document.getElementById("id").value;
  const answer = await post("/api/add", JSON.stringify({ id, text: text.value }), id, "adding");
  if (answer) note.textContent = answer.id + " is in the collection now";
});

file.addEventListener("change", () => { if (file.files[0]) take(file.files[0]); });
text.addEventListener("dragover", (e) => { e.preventDefault(); text.classList.add("over"); });
text.addEventListener("dragleave", () => text.classList.remove("over"));
text.addEventListener("drop", (e) => {
  text.classList.remove("over");
  if (!e.dataTransfer.files[0]) return; // text of a selection is pasted by the browser
  e.preventDefault();
  take(e.dataTransfer.files[0]);
});
