"""Documents in any form become files that the program reads."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ._errors import UsageError

#: A path, a glob, or an iterable of paths, texts, dictionaries; a table of pandas, Polars or Arrow; a Dataset.
Documents = Union[str, "os.PathLike[str]", Iterable[Any], Any]

_BATCH = 10_000  # rows that are in memory at a time, and rows of a group of Parquet


class Files:
    """Files of documents: those that the user names, or ``stored`` Parquet files of what is in memory."""

    def __init__(self, paths: list[str], stored: bool, id_field: str, text_field: str) -> None:
        self.paths, self.stored, self.id_field, self.text_field = paths, stored, id_field, text_field

    def rows(self) -> Iterator[tuple[str, int, Any]]:
        """Batches of ids and texts of stored documents, each with its file and its first record, from 1."""
        for path in self.paths:
            record = 1
            for batch in pq.ParquetFile(path).iter_batches(columns=[self.id_field, self.text_field]):
                yield path, record, batch
                record += batch.num_rows


def files(documents: Documents, folder: Path, id_field: str | None, text_field: str | None) -> Files:
    """The files of documents. What is in memory is written to a folder, which is made.

    Raises UsageError if there is no column of texts, TypeError if it cannot be documents.
    """
    ids, texts = id_field or "id", text_field or "text"
    if isinstance(documents, (str, os.PathLike)):
        path = os.fspath(documents)
        if "\n" in path:
            raise TypeError("a str is the path of documents: give a text as a list, [text]")
        return Files([path], False, ids, texts)
    tables = _tables(documents)
    if tables is None and isinstance(documents, Iterable):
        rows = iter(documents)
        first = list(itertools.islice(rows, 1))
        rows = itertools.chain(first, rows)
        if first and isinstance(first[0], os.PathLike):
            paths = list(rows)
            if not all(isinstance(path, os.PathLike) for path in paths):
                raise TypeError("a list has paths, which are all pathlib.Path, or texts, and not both")
            return Files([os.fspath(path) for path in paths], False, ids, texts)
        tables = (table_of([_row(value, texts) for value in batch], ids) for batch in batches(rows))
    if tables is None:
        raise TypeError(f"{type(documents).__name__} is no collection of documents")
    folder.mkdir(parents=True)
    return Files(_write(tables, folder, ids, texts, id_field is not None), True, ids, texts)


def _tables(documents: Any) -> Any:
    """Arrow tables of documents that are a table, None of others."""
    if isinstance(documents, Mapping):
        raise TypeError("a mapping is not a collection of documents: give one of its values, such as a split of a "
                        f"DatasetDict, or a list of dictionaries; its keys are {', '.join(map(str, documents))}")
    if hasattr(documents, "with_format"):  # a Dataset, with its selection and order
        return iter(documents.with_format("arrow").iter(batch_size=_BATCH))
    if isinstance(documents, pa.RecordBatch):
        return [pa.Table.from_batches([documents])]
    if hasattr(documents, "index") and hasattr(documents, "columns"):  # of pandas: an index without a name is none of the columns
        return [pa.Table.from_pandas(documents, preserve_index=any(documents.index.names))]
    if hasattr(documents, "collect_schema") and not hasattr(documents, "to_arrow"):  # of Polars
        raise TypeError("a LazyFrame has no rows yet: give documents.collect()")
    if hasattr(documents, "__arrow_c_stream__") and (hasattr(documents, "schema") or hasattr(documents, "columns")):  # no single column
        return (pa.Table.from_batches([batch]) for batch in pa.RecordBatchReader.from_stream(documents))
    return None


def batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    """Lists of so many rows as are in memory at a time."""
    rest = iter(rows)
    return iter(lambda: list(itertools.islice(rest, _BATCH)), [])


def _row(value: Any, texts: str) -> Mapping[str, Any]:
    """A dictionary for one value of a list."""
    if isinstance(value, pa.Scalar):
        value = value.as_py()
    if isinstance(value, Mapping):
        return value
    if value is None or value != value:  # as pandas has no text
        return {texts: None}
    if isinstance(value, str):
        return {texts: value}
    raise TypeError(f"a document is a text or a dictionary, and not {type(value).__name__}")


def table_of(rows: Sequence[Mapping[str, Any]], ids: str = "") -> Any:
    """A table of dictionaries, which need not have the same keys. In the column ids, numbers and texts in turn are texts."""
    columns = {}
    for name in dict.fromkeys(key for row in rows for key in row):
        values = [row.get(name) for row in rows]
        if name == ids:
            values = [None if v is None else str(v) for v in values]
        try:
            columns[str(name)] = pa.array(values)
        except pa.ArrowException as err:
            raise TypeError(f"the field {name} has values of different types: {err}") from None
    return pa.table(columns)


def _write(tables: Iterable[Any], folder: Path, ids: str, texts: str, named: bool) -> list[str]:
    """Writes tables as Parquet; a table with other columns begins a new file."""
    paths: list[str] = []
    writer, rows = None, 0
    try:
        for table in itertools.chain(tables, [None]):
            if table is None:  # at the end: no table at all is a file without rows
                if paths:
                    break
                table = pa.table({ids: pa.array([], pa.string()), texts: pa.array([], pa.string())})
            table = _with_ids(_plain(table, texts), ids, rows, named)
            if texts.split(".")[0] not in table.column_names:
                raise UsageError(f"the documents have no column {texts}: name the one with the texts, as in "
                                 f"text_field={table.column_names[0]!r}; there are {', '.join(table.column_names)}")
            table = table.replace_schema_metadata(None)
            if writer is None or table.schema != writer.schema:
                if writer:
                    writer.close()
                paths.append(str(folder / f"{len(paths):05}.parquet"))
                writer = pq.ParquetWriter(paths[-1], table.schema)
            writer.write_table(table, row_group_size=_BATCH)
            rows += table.num_rows
    finally:
        if writer:
            writer.close()
    return paths


def _plain(table: Any, texts: str) -> Any:
    """A table whose texts are strings: views of Polars, categories and a column of nothing are decoded."""
    for n, field in enumerate(table.schema):
        kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        if pa.types.is_string_view(kind) or field.name == texts and pa.types.is_null(kind):
            kind = pa.string()
        column = table.column(n)
        if pa.types.is_dictionary(field.type):
            column = pa.chunked_array([c.dictionary.cast(kind).take(c.indices) for c in column.chunks], kind)
        if kind != field.type:
            table = table.set_column(n, field.name, column.cast(kind))
    return table


def _with_ids(table: Any, ids: str, first: int, named: bool) -> Any:
    """A table whose ids are texts. A row without an id has its number."""
    numbers = pa.array(map(str, range(first, first + table.num_rows)), pa.string())
    if ids in table.column_names:
        column = pc.coalesce(table[ids].cast(pa.string()), numbers)
        return table.set_column(table.column_names.index(ids), ids, column)
    if ids.split(".")[0] in table.column_names:  # it is inside a column
        return table
    if named:
        raise UsageError(f"the documents have no column {ids}, which id_field names; there are "
                         f"{', '.join(table.column_names)}")
    return table.add_column(0, ids, numbers)
