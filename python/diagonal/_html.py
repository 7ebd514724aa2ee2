"""How a notebook shows a result: passages side by side, with the differences marked."""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

escape = html.escape

ROWS = 20  # shown of a table
_LONGEST = 1000  # characters shown of a passage

_TOKEN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|\w+|\s+|.", re.DOTALL)
_MARK = "background:rgba(255,170,0,.35);color:inherit"
_CELL = "text-align:left;vertical-align:top;white-space:pre-wrap;width:50%;max-width:40em"


def page(head: str, rows: Sequence[Mapping[str, Any]], total: int) -> str:
    """The page of a table; head is HTML, total the number of rows of the whole table."""
    shown = f"<p>{head}" + (f"; the first {len(rows)} of {total:,}" if len(rows) < total else "") + "</p>"
    if not rows:
        return shown
    body = "".join(map(_passage, rows)) if "a_text" in rows[0] else _table(rows)
    return f'{shown}<table class="diagonal">{body}</table>'


def marked(a: str, b: str) -> tuple[str, str]:
    """Two texts as HTML, with the words that differ marked. White space and case do not count."""
    left, right = _TOKEN.findall(a), _TOKEN.findall(b)
    same = difflib.SequenceMatcher(None, _keys(left), _keys(right), autojunk=False)
    out_a, out_b = "", ""
    for kind, a1, a2, b1, b2 in same.get_opcodes():
        mark = kind != "equal"
        out_a += _span("".join(left[a1:a2]), mark)
        out_b += _span("".join(right[b1:b2]), mark)
    return out_a, out_b


def _keys(tokens: Sequence[str]) -> list[str]:
    return [" " if token.isspace() else token.casefold() for token in tokens]


def _span(text: str, mark: bool) -> str:
    return f'<mark style="{_MARK}">{escape(text)}</mark>' if mark and text.strip() else escape(text)


def _passage(row: Mapping[str, Any]) -> str:
    cells = marked(row["a_text"][:_LONGEST], row["b_text"][:_LONGEST])
    about = " · ".join(f"{name} {row[name]}" for name in ("kind", "similarity", "evidence") if row.get(name) is not None)
    heads, texts = "", ""
    for side, text in zip("ab", cells):
        more = row.get(f"{side}_text_cut") or len(row[f"{side}_text"]) > _LONGEST
        place = f"{row[f'{side}_start']:,}–{row[f'{side}_end']:,}"
        heads += f'<th style="{_CELL}">{escape(str(row[side]))} <small>{place}</small></th>'
        texts += f'<td style="{_CELL}">{text}{" …" if more else ""}</td>'
    return f'<tr>{heads}</tr><tr>{texts}</tr><tr><td colspan="2" style="text-align:left"><small>{escape(about)}</small></td></tr>'


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th>{escape(str(name))}</th>" for name in rows[0])
    lines = "".join("<tr>" + "".join(f"<td>{_value(row[name])}</td>" for name in rows[0]) + "</tr>" for row in rows)
    return f"<tr>{head}</tr>{lines}"


def _value(value: Any) -> str:
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return escape(text if len(text) <= 200 else text[:200] + " …")
