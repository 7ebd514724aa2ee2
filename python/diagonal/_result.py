"""Results: Arrow tables of what the program has written, with the texts on demand."""

from __future__ import annotations

import contextlib
import functools
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet as pq

from . import _html
from ._documents import Files, batches, table_of

if TYPE_CHECKING:
    import pandas
    import polars

_MAIN = {"partial": "passages", "lookup": "passages", "resemblance": "pairs", "partition": "sets", "reuse": "pairs", "clean": "documents"}


class Result:
    """What a command has found.

    ``folder`` is where its files are: a temporary folder, which is removed with this object, or the one
    that ``output=`` has named. ``report`` is what the program prints at the end of the run. Each kind of
    file is a table: ``result.clusters``, ``result.cluster_places``, and ``result.tables`` names them all.
    """

    def __init__(self, command: str, folder: Path, report: str = "", documents: Files | None = None,
                 source: Files | None = None, keep: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self.command, self.folder, self.report = command, folder, report
        self._documents, self._source, self._keep = documents, source, keep
        self._read: dict[str, Any] = {}

    @functools.cached_property
    def summary(self) -> dict[str, Any]:
        """The parameters, the counts and the ledger of summary.json: what was found, and what was not compared."""
        return dict(json.loads((self.folder / "summary.json").read_text(encoding="utf-8")))

    @functools.cached_property
    def tables(self) -> list[str]:
        """The names of the tables of this result."""
        names = {path.name.split("-0")[0].replace("-", "_") for path in self.folder.glob("*-of-*")}
        return sorted(names | ({"documents"} if self.command == "clean" else set()))

    @property
    def name(self) -> str:
        """The name of the main table: passages, pairs, sets or documents."""
        main = _MAIN[self.command]
        return main if main in self.tables else "texts"

    @property
    def rows(self) -> pa.Table:
        """The main table: passages, pairs of documents, sets, or the documents that clean has kept."""
        return self.table(self.name)

    def table(self, name: str) -> pa.Table:
        """One table of the result by its name. Raises AttributeError if there is no such table."""
        if name not in self.tables:
            raise AttributeError(f"a result of {self.command} has no {name}; it has {', '.join(self.tables)}")
        if name not in self._read:
            self._read[name] = self._load(name)
        return self._read[name]

    def __getattr__(self, name: str) -> pa.Table:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.table(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def _load(self, name: str) -> pa.Table:
        if self.command == "clean" and name == "documents":
            files = sorted((self.folder / "documents").rglob("*.parquet"))
            if not files and any((self.folder / "documents").iterdir()):
                raise ValueError(f"the cleaned files are in {self.folder / 'documents'}, in the format that they had")
        else:
            files = sorted(self.folder.glob(name.replace("_", "-") + "-[0-9]*-of-*"))
        if any(f.suffix == ".csv" for f in files):
            raise ValueError(f"the {name} are CSV files in {self.folder}: output_format is parquet or jsonl for a table")
        return _joined([_rows(f) for f in files])

    def texts(self, rows: str | pa.Table | None = None) -> pa.Table:
        """A table, by default the main one, with the texts of both sides: ``a_text`` and ``b_text``.

        Rows may be a table of this result by its name, or some rows of one. The texts are cut from the documents
        when this is called. Of documents that are files, they are those that the program has written (``with_text``,
        1,000 characters of each by default). Raises ValueError if there are none, as with ``with_text=False``.
        """
        table = rows if isinstance(rows, pa.Table) else self.table(rows or self.name)
        if "a_text" in table.column_names or table.num_rows == 0:
            return table
        a, b = self._documents, self._source
        if "a_start" not in table.column_names:
            raise ValueError(f"the rows of {self.command} have no texts, only {', '.join(table.column_names)}")
        if a is None or not a.stored or not (b is None or b.stored):
            raise ValueError("the documents are files, and their texts were not asked for: with_text=1000 writes them")
        columns = table.select(["a", "a_start", "a_end", "b", "b_start", "b_end"]).to_pylist()
        directed = table["source"].to_pylist() if "source" in table.column_names else [b is not None] * table.num_rows
        wanted = {(False, row["a"]) for row in columns} | {(bool(d), row["b"]) for row, d in zip(columns, directed)}
        found = self._texts_of(wanted)
        for side, sides in (("a", [False] * len(columns)), ("b", directed)):
            texts = [found[bool(s), row[side]][row[f"{side}_start"]:row[f"{side}_end"]] for s, row in zip(sides, columns)]
            table = table.append_column(f"{side}_text", pa.array(texts, pa.string()))
        return table

    def _texts_of(self, wanted: set[tuple[bool, str]]) -> dict[tuple[bool, str], str]:
        """The texts of documents of the input (False) and the source (True) by their ids."""
        found: dict[tuple[bool, str], str] = {}
        left_out = {(row["file"], row["record"]) for row in self.table("rejected").to_pylist()}
        for side, files in ((False, self._documents), (True, self._source)):
            ids = pa.array([key for of, key in wanted if of == side], pa.string())
            if files is None or not len(ids):
                continue
            for file, first, batch in files.rows():
                at = pc.indices_nonzero(pc.is_in(batch[0], ids))
                for n, key, text in zip(at.to_pylist(), batch[0].take(at).to_pylist(), batch[1].take(at).to_pylist()):
                    if (file, first + n) not in left_out:
                        found[side, key] = text
        return found

    def to_pandas(self, name: str | None = None) -> pandas.DataFrame:
        """A table, by default the main one, as a DataFrame of pandas."""
        frame: pandas.DataFrame = self.table(name or self.name).to_pandas()
        return frame

    def to_polars(self, name: str | None = None) -> polars.DataFrame:
        """A table, by default the main one, as a DataFrame of Polars."""
        import polars

        frame = polars.from_arrow(self.table(name or self.name))
        assert isinstance(frame, polars.DataFrame)
        return frame

    def __len__(self) -> int:
        return int(self.rows.num_rows)

    def __fspath__(self) -> str:
        return str(self.folder)

    def __repr__(self) -> str:
        lines = self.summary.get("lines", {})
        counts = ", ".join(f"{n:,} {name}" for name, n in lines.items() if n)
        return f"<diagonal.{self.command}: {counts or 'nothing found'}>"

    def _repr_html_(self) -> str:
        head = _html.escape(repr(self))
        try:
            table = self.rows.slice(0, _html.ROWS)
        except ValueError as err:
            return f"<p>{head}</p><p>{_html.escape(str(err))}</p>"
        with contextlib.suppress(ValueError):  # there may be no texts to show
            table = self.texts(table)
        return _html.page(head, table.to_pylist(), self.rows.num_rows)


def _rows(path: Path) -> pa.Table:
    """The table of a file of Parquet, Arrow IPC or JSON Lines."""
    if path.suffix == ".parquet":
        return pq.read_table(path, partitioning=None)
    if path.suffix == ".arrow":
        return pyarrow.ipc.open_file(path.read_bytes()).read_all()
    with path.open(encoding="utf-8") as lines:
        return _joined([table_of(batch) for batch in batches(map(json.loads, lines))])


def _joined(tables: list[pa.Table]) -> pa.Table:
    """One table of several, which may have other columns."""
    return pa.concat_tables(tables, promote_options="permissive") if tables else pa.table({})
