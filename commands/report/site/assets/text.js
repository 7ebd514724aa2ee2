// The text of a document with its passages. A long text is shown in blocks, which are filled when
// the reader comes near them. Places are UTF-16 code units of the whole text.
"use strict";

class TextView {
  // row is that of the table texts. spans are {number, start, end, marks, label}, one for each
  // passage, by number; own names what is only on this side: "del" or "ins". A span may have a colour and a name instead
  // of those of its number. With follow a click on the start of a passage follows its link. root is what scrolls.
  constructor(element, row, spans, own, select, {follow = false, root = element} = {}) {
    [, this.first, this.count, this.length] = row;
    this.starts = row[6];
    this.element = element;
    this.spans = spans;
    this.own = own;
    this.selected = -1;
    this.differences = true;
    this.filled = new Map(); // number of a block → its text
    this.blocks = [];
    this.inBlock = Array.from({length: this.count}, () => []);
    for (const s of spans) {
      for (let k = this.blockAt(s.start); k < this.count && (k === this.blockAt(s.start) || this.starts[k] < s.end); k++) this.inBlock[k].push(s);
    }
    const perLine = Math.max(20, element.clientWidth / 9);
    for (let k = 0; k < this.count; k++) {
      const block = cells.element("div", {class: "block", dir: "auto"});
      block.style.minHeight = `${Math.ceil((this.endOf(k) - this.starts[k]) / perLine) * 1.4}em`;
      this.blocks.push(block);
    }
    element.replaceChildren(...this.blocks);
    this.observer = new IntersectionObserver(entries => {
      for (const e of entries) if (e.isIntersecting) this.fill(this.blocks.indexOf(e.target));
    }, {root, rootMargin: "800px 0px"});
    for (const b of this.blocks) this.observer.observe(b);
    element.addEventListener("click", event => {
      const passage = event.target.closest("[data-passage]");
      if (!passage || !getSelection().isCollapsed || follow && passage.matches("a")) return;
      event.preventDefault();
      const number = Number(passage.dataset.passage), s = this.spans[number];
      const at = passage.matches("a") ? s.start : this.placeOf(event, passage);
      select(number, s.end > s.start ? (at - s.start) / (s.end - s.start) : 0);
    });
  }

  // prepare fills the first blocks with passages, so that they are there when the page is printed.
  async prepare() {
    const most = 40;
    const wanted = this.inBlock.flatMap((spans, k) => spans.length ? [k] : []).slice(0, most);
    for (const k of wanted) await this.fill(k);
  }

  endOf(k) { return k + 1 < this.count ? this.starts[k + 1] : this.length; }

  // blockAt returns the number of the block that has a place.
  blockAt(place) {
    let low = 0, high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= place) low = middle; else high = middle;
    }
    return low;
  }

  async fill(k) {
    if (k < 0 || k >= this.count || this.filled.has(k)) return;
    const row = await report.row("blocks", this.first + k);
    if (this.filled.has(k)) return;
    this.filled.set(k, row[1]);
    this.draw(k);
    this.blocks[k].style.minHeight = "";
    this.observer.unobserve(this.blocks[k]);
  }

  // draw makes the content of a filled block: runs of text in one passage, or in none.
  draw(k) {
    const text = this.filled.get(k), from = this.starts[k], to = from + text.length, spans = this.inBlock[k];
    const cuts = new Set([from, to]);
    for (const s of spans) for (const p of [s.start, s.end]) if (p > from && p < to) cuts.add(p);
    const places = [...cuts].sort((x, y) => x - y), parts = [];
    let run = null;
    for (let i = 0; i + 1 < places.length; i++) {
      const start = places[i], end = places[i + 1];
      const starting = spans.filter(s => s.start === start);
      const owner = this.owner(spans, start, end);
      if (starting.length) for (const s of starting) parts.push(this.number(s));
      if (run && run.owner === owner && !starting.length) run.end = end;
      else parts.push(run = {owner, start, end});
    }
    if (!text.length) for (const s of spans) parts.push(this.number(s));
    this.blocks[k].replaceChildren(...parts.map(p => p instanceof Node ? p : this.part(p, text, from)));
  }

  // owner returns the passage that a piece of text is shown in: the selected one, or the shortest.
  owner(spans, start, end) {
    let best = null;
    for (const s of spans) {
      if (s.start > start || s.end < end || s.start === s.end) continue;
      if (s.number === this.selected) return s;
      if (!best || s.end - s.start < best.end - best.start) best = s;
    }
    return best;
  }

  part({owner, start, end}, text, from) {
    if (!owner) return document.createTextNode(text.slice(start - from, end - from));
    const e = cells.element("span", {class: `passage ${colourOfSpan(owner)}${owner.number === this.selected ? " selected" : ""}`, "data-passage": owner.number});
    let at = start;
    const plain = place => { if (place > at) e.append(text.slice(at - from, place - from)); };
    for (const m of this.differences ? owner.marks : []) {
      if (m.end <= start) continue;
      if (m.start >= end) break;
      const first = Math.max(m.start, at), last = Math.min(m.end, end);
      if (last <= first) continue;
      plain(first);
      e.append(m.replaced ? cells.element("span", {class: "replaced"}, text.slice(first - from, last - from)) : cells.element(this.own, {}, text.slice(first - from, last - from)));
      at = last;
    }
    plain(end);
    return e;
  }

  // number returns the mark of a passage's start: a link to the passage, and what the keyboard reaches.
  number(s) {
    return cells.element("a", {class: `number ${colourOfSpan(s)}${s.number === this.selected ? " selected" : ""}`, href: s.href, "data-passage": s.number, "aria-label": s.label}, String(s.name ?? s.number + 1));
  }

  // placeOf returns the place in the text of a click in a passage.
  placeOf(event, passage) {
    const caret = document.caretPositionFromPoint ? document.caretPositionFromPoint(event.clientX, event.clientY) : null;
    const range = !caret && document.caretRangeFromPoint ? document.caretRangeFromPoint(event.clientX, event.clientY) : null;
    const node = caret ? caret.offsetNode : range && range.startContainer, offset = caret ? caret.offset : range ? range.startOffset : 0;
    const block = passage.closest(".block"), k = this.blocks.indexOf(block);
    let place = this.starts[k];
    for (const n of texts(block)) {
      if (n === node) return place + offset;
      place += n.length;
    }
    return this.spans[Number(passage.dataset.passage)].start;
  }

  // redraw draws the blocks of passages again.
  redraw(numbers) {
    for (const k of this.filled.keys()) {
      if (!numbers || this.inBlock[k].some(s => numbers.includes(s.number))) this.draw(k);
    }
  }

  select(number) {
    const before = this.selected;
    this.selected = number;
    this.redraw([before, number]);
  }

  // show scrolls to a part of a passage: 0 is its start, 1 its end.
  async show(number, fraction, focus) {
    if (!this.count) return;
    const s = this.spans[number];
    const place = Math.floor(s.start + Math.min(1, Math.max(0, fraction)) * Math.max(0, s.end - s.start - 1));
    const k = this.blockAt(place);
    await Promise.all([k - 1, k, k + 1].map(i => this.fill(i)));
    let rest = place - this.starts[k];
    for (const node of texts(this.blocks[k])) {
      if (rest > node.length || rest === node.length && node.length > 0 && rest > 0) { rest -= node.length; continue; }
      const range = document.createRange();
      range.setStart(node, rest);
      range.setEnd(node, Math.min(node.length, rest + 1));
      const at = range.getBoundingClientRect(), view = this.element.getBoundingClientRect();
      this.element.scrollTop += at.top - view.top - view.height * 0.25;
      break;
    }
    if (focus) this.blocks[k].querySelector(`a.number[data-passage="${number}"]`)?.focus({preventScroll: true});
  }
}

// colourOfSpan returns the class of the colour of a span.
function colourOfSpan(s) { return s.colour ?? `p${s.number % 6}`; }

// texts returns the nodes of text in a block, without the numbers of passages.
function texts(block) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, {acceptNode: n => n.parentElement.matches("a.number") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT});
  const all = [];
  while (walker.nextNode()) all.push(walker.currentNode);
  return all;
}
