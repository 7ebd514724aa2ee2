// Colours of charts follow the style sheet, which knows light and dark.
"use strict";

const colours = {
  of: name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(),
  // onChange calls draw when the reader changes between light and dark.
  onChange(draw) { matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw); },
};
