// The dot plot of a pair: each passage is a line from its start to its end in both texts.
"use strict";

function dotPlot(element, spansA, spansB, lengthA, lengthB) {
  const svg = (tag, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
    return e;
  };
  const size = 240, most = 3000;
  const plot = svg("svg", {viewBox: `-18 -18 ${size + 22} ${size + 22}`, role: "group", "aria-label": "Dot plot of the pair"});
  plot.append(svg("rect", {x: 0, y: 0, width: size, height: size, class: "frame"}));
  const label = (x, y, s) => { const t = svg("text", {x, y}); t.textContent = s; plot.append(t); };
  label(0, -6, "A →");
  label(-16, 10, "B");
  label(-14, 22, "↓");
  spansA.slice(0, most).forEach((s, i) => {
    const t = spansB[i];
    const link = svg("a", {href: s.href, class: `p${i % 6}`, "aria-label": s.label, "data-passage": i, tabindex: i < 100 ? 0 : -1});
    const x1 = size * s.start / lengthA, x2 = Math.max(size * s.end / lengthA, x1 + 1.5);
    const y1 = size * t.start / lengthB, y2 = Math.max(size * t.end / lengthB, y1 + 1.5);
    link.append(svg("line", {x1, y1, x2, y2, class: "target"}), svg("line", {x1, y1, x2, y2}));
    plot.append(link);
  });
  element.replaceChildren(plot);
}
