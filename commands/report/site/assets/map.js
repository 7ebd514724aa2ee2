// The map: a dot for each pair of documents. uPlot has the axes and the zoom; the dots are drawn here.
"use strict";

(async () => {
  const at = id => document.getElementById(id);
  const status = statusLine => { at("status").textContent = statusLine; };
  const pairs = (await report.all("pairs", (done, n) => { if (n > 4) status(done < n ? `reading ${done} of ${n} parts` : ""); })).filter(p => p[1] !== p[2]);
  // Documents without a pair have no place. With a source, each side has its own axis.
  const sides = pairs.length ? [await sideOf(pairs[0][1]), await sideOf(pairs[0][2])] : [0, 0];
  const directed = sides[0] !== sides[1];
  async function sideOf(n) { await cells.loadNames([n]); return cells.side(n); }
  const order = numbers => [...new Set(numbers)].sort((m, n) => m - n);
  const columns = order(directed ? pairs.map(p => p[1]) : pairs.flatMap(p => [p[1], p[2]]));
  const lines = directed ? order(pairs.map(p => p[2])) : columns;
  const rank = numbers => new Map(numbers.map((n, i) => [n, i]));
  const columnOf = rank(columns), lineOf = rank(lines);
  const dots = [];
  for (const p of pairs) {
    dots.push({x: columnOf.get(p[1]), y: lineOf.get(p[2]), pair: p});
    if (!directed) dots.push({x: columnOf.get(p[2]), y: lineOf.get(p[1]), pair: p});
  }
  const full = {x: {min: -0.5, max: Math.max(0.5, columns.length - 0.5)}, y: {min: -0.5, max: Math.max(0.5, lines.length - 0.5)}};
  let least = 0, plot;

  function drawDots(u) {
    const {left, top, width, height} = u.bbox, ratio = devicePixelRatio;
    const {min, max} = u.scales.x, low = u.scales.y.min, high = u.scales.y.max;
    const w = Math.max(2.5 * ratio, Math.min(24 * ratio, 0.9 * width / (max - min))), h = Math.max(2.5 * ratio, Math.min(24 * ratio, 0.9 * height / (high - low)));
    // Many dots may have one place: of these the most similar one is drawn.
    const across = Math.ceil(width) + 3, best = new Uint8Array(across * (Math.ceil(height) + 3));
    for (const d of dots) {
      const similarity = d.pair[6] ?? 1;
      if (d.x < min - 0.5 || d.x > max + 0.5 || d.y < low - 0.5 || d.y > high + 0.5 || similarity < least) continue;
      const x = Math.max(0, Math.min(across - 1, Math.round((d.x - min) / (max - min) * width) + 1));
      const y = Math.max(0, Math.min(Math.ceil(height) + 2, Math.round((high - d.y) / (high - low) * height) + 1));
      const shade = 1 + Math.min(4, Math.floor(similarity * 5));
      if (best[y * across + x] < shade) best[y * across + x] = shade;
    }
    const shades = [0, 0.35, 0.5, 0.65, 0.8, 1];
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(left, top, width, height);
    u.ctx.clip();
    u.ctx.fillStyle = colours.of("accent");
    best.forEach((shade, i) => {
      if (!shade) return;
      u.ctx.globalAlpha = shades[shade];
      u.ctx.fillRect(left + i % across - 1 - w / 2, top + Math.floor(i / across) - 1 - h / 2, w, h);
    });
    u.ctx.restore();
  }

  // folderOf returns the folders that all documents of an axis are in, or the words that all begin with, as those with hidden
  // names do: their names leave it out. Documents are in the order of their ids.
  async function folderOf(documents) {
    if (!documents.length) return 0;
    const ends = [documents[0], documents[documents.length - 1]];
    await cells.loadNames(ends);
    const [first, last] = ends.map(n => cells.name(n));
    let n = 0;
    while (n < first.length && first[n] === last[n]) n++;
    return documents.length > 1 && n ? Math.max(first.lastIndexOf("/", n - 1), first.lastIndexOf(" ", n - 1)) + 1 : 0;
  }
  const folders = new Map([[columns, await folderOf(columns)], [lines, await folderOf(lines)]]);

  // ticks names the documents at places of an axis.
  function ticks(documents, most) {
    return (_u, splits) => splits.map(i => {
      if (!Number.isInteger(i) || !(i in documents)) return "";
      const name = [...cells.name(documents[i]).slice(folders.get(documents))];
      let n = 0; // a wide character takes the place of two
      const end = name.findIndex(c => (n += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{3ffff}]/u.test(c) ? 2 : 1) > most);
      return end < 0 ? name.join("") : name.slice(0, end).join("") + "…";
    });
  }
  const splits = most => (_u, _axis, min, max) => {
    const first = Math.ceil(min), last = Math.floor(max), step = Math.max(1, Math.ceil((last - first + 1) / most));
    const all = [];
    for (let i = Math.ceil(first / step) * step; i <= last; i += step) all.push(i);
    return all;
  };
  let naming = 0;
  async function name(u) {
    const turn = ++naming;
    const wanted = (u.axes[0]._splits || []).map(i => columns[i]).concat((u.axes[1]._splits || []).map(i => lines[i])).filter(n => n !== undefined && cells.name(n) === "…");
    if (!wanted.length) return;
    await cells.loadNames(wanted);
    if (turn === naming) u.redraw(false, true);
  }

  function make() {
    const scales = plot ? {x: {min: plot.scales.x.min, max: plot.scales.x.max}, y: {min: plot.scales.y.min, max: plot.scales.y.max}} : full;
    plot?.destroy();
    const width = at("map").clientWidth || 320, height = Math.max(320, Math.min(innerHeight - 220, width));
    const axis = {stroke: colours.of("muted"), grid: {stroke: colours.of("line"), width: 1}, ticks: {stroke: colours.of("line"), width: 1}, font: "12px system-ui, sans-serif"};
    plot = new uPlot({
      width, height, legend: {show: false},
      cursor: {drag: {x: true, y: true, uni: 20, dist: 6}},
      scales: {x: {time: false, auto: false, min: scales.x.min, max: scales.x.max}, y: {auto: false, min: scales.y.min, max: scales.y.max}},
      axes: [
        {...axis, splits: splits(Math.max(2, Math.floor(width / 130))), values: ticks(columns, 14), space: 0},
        {...axis, splits: splits(Math.max(2, Math.floor(height / 40))), values: ticks(lines, 14), size: 128, space: 0},
      ],
      series: [{}, {show: true, paths: () => null, points: {show: false}}],
      hooks: {draw: [drawDots, u => { name(u); }], setScale: [shown]},
    }, [[full.x.min, full.x.max], [null, null]], at("map"));
    plot.setScale("x", scales.x);
    plot.setScale("y", scales.y);
    plot.over.addEventListener("wheel", event => {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, plot.posToVal(event.offsetX, "x"), plot.posToVal(event.offsetY, "y"));
    }, {passive: false});
    let down = null;
    plot.over.addEventListener("mousedown", event => { down = [event.offsetX, event.offsetY]; });
    plot.over.addEventListener("mouseup", event => {
      if (down && Math.hypot(event.offsetX - down[0], event.offsetY - down[1]) < 5) list(event.offsetX, event.offsetY);
      down = null;
    });
    plot.over.addEventListener("dblclick", all);
  }

  function shown(u) {
    if (u.scales.x.min !== undefined && pairs.length) status(`${cells.number(Math.round(Math.min(u.scales.x.max, full.x.max) - Math.max(u.scales.x.min, full.x.min)))} by ${cells.number(Math.round(Math.min(u.scales.y.max, full.y.max) - Math.max(u.scales.y.min, full.y.min)))} documents`);
  }

  function zoom(factor, x, y) {
    for (const [key, centre] of [["x", x], ["y", y]]) {
      const {min, max} = plot.scales[key], middle = centre ?? (min + max) / 2;
      const from = Math.max(full[key].min, middle - (middle - min) * factor), to = Math.min(full[key].max, middle + (max - middle) * factor);
      if (to - from >= 0.9) plot.setScale(key, {min: from, max: to});
    }
  }
  function move(key, by) {
    const {min, max} = plot.scales[key], step = Math.max(full[key].min - min, Math.min(full[key].max - max, by * (max - min)));
    plot.setScale(key, {min: min + step, max: max + step});
  }
  function all() { plot.setScale("x", full.x); plot.setScale("y", full.y); }

  // list shows the pairs at a place of the map.
  async function list(left, top) {
    const near = new Set();
    for (const d of dots) {
      if ((d.pair[6] ?? 1) < least) continue;
      const w = Math.max(7, 0.5 * plot.over.clientWidth / (plot.scales.x.max - plot.scales.x.min)), h = Math.max(7, 0.5 * plot.over.clientHeight / (plot.scales.y.max - plot.scales.y.min));
      if (Math.abs(plot.valToPos(d.x, "x") - left) <= w && Math.abs(plot.valToPos(d.y, "y") - top) <= h) near.add(d.pair);
    }
    await show([...near].sort((p, q) => (q[4] ?? 0) - (p[4] ?? 0)), near.size ? `${cells.number(near.size)} ${near.size === 1 ? "pair" : "pairs"} at this place` : "No pair at this place");
  }

  async function show(found, title) {
    const most = 100, some = found.slice(0, most);
    await cells.loadNames(some.flatMap(p => [p[1], p[2]]));
    at("list").replaceChildren(cells.element("p", {class: "help", role: "status"}, found.length > most ? `${title}; the first ${most}:` : title),
      cells.element("ul", {}, ...some.map(p => cells.element("li", {}, cells.link(p[1]), " and ", cells.link(p[2]), ": ",
        cells.element("a", {href: cells.pairPage(p[1], p[2])}, p[4] ? `${cells.number(p[4])} characters` : p[6] === null ? "open" : cells.similarity(p[6]))))));
  }

  // partners lists the documents that share text with most others.
  async function partners() {
    const count = new Map();
    for (const p of pairs) for (const n of [p[1], p[2]]) count.set(n, (count.get(n) || 0) + 1);
    const most = [...count].sort((c, d) => d[1] - c[1] || c[0] - d[0]).slice(0, 20);
    await cells.loadNames(most.map(([n]) => n));
    at("list").replaceChildren(cells.element("p", {class: "help"}, "Documents that share text with most others:"),
      cells.element("ol", {}, ...most.map(([n, others]) => cells.element("li", {}, cells.link(n), `: ${cells.number(others)} ${others === 1 ? "other" : "others"}`))));
  }

  make();
  await partners();
  at("closer").addEventListener("click", () => zoom(0.5));
  at("away").addEventListener("click", () => zoom(2));
  at("all").addEventListener("click", all);
  at("least").addEventListener("input", event => { least = Number(event.target.value); plot.redraw(false); });
  at("map").addEventListener("keydown", event => {
    const keys = {ArrowLeft: () => move("x", -0.2), ArrowRight: () => move("x", 0.2), ArrowUp: () => move("y", 0.2), ArrowDown: () => move("y", -0.2), "+": () => zoom(0.5), "-": () => zoom(2), 0: all,
      Enter: () => list(plot.over.clientWidth / 2, plot.over.clientHeight / 2)};
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  colours.onChange(make);
  let waiting;
  addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(make, 150); });
  document.body.dataset.ready = "true";
})();
