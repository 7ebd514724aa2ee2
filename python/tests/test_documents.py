"""Documents in every form are the same documents."""

from __future__ import annotations

import pathlib

import pyarrow as pa
import pytest
from texts import COMMON, OTHER, TEXTS

import diagonal


def pandas_frame():
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame({"id": ["0", "1", "2"], "text": TEXTS}).set_index("id")


def pandas_rows():
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame({"text": [*TEXTS, None]}, index=[5, 6, 7, 8])[:3]  # its index has no name


def polars_frame():
    return pytest.importorskip("polars").DataFrame({"id": [0, 1, 2], "text": TEXTS})


def polars_categories():
    polars = pytest.importorskip("polars")
    return polars.DataFrame({"text": TEXTS}).with_columns(polars.col("text").cast(polars.Categorical))


def dataset():
    datasets = pytest.importorskip("datasets")
    return datasets.Dataset.from_dict({"id": [2, 1, 0], "text": TEXTS[::-1]}).select([2, 0, 1])


def iterable_dataset():
    return dataset().to_iterable_dataset()


FORMS = [
    lambda: TEXTS,
    lambda: tuple(TEXTS),
    lambda: iter(TEXTS),
    lambda: [{"id": n, "text": text} for n, text in enumerate(TEXTS)],
    lambda: ({"text": text} for text in TEXTS),
    lambda: pa.array(TEXTS),
    lambda: pa.table({"text": TEXTS}),
    lambda: pa.table({"text": TEXTS}).to_batches()[0],
    lambda: pa.table({"text": pa.array(TEXTS).dictionary_encode()}).to_reader(),
    lambda: pa.table({"text": pa.array(TEXTS, pa.large_string()), "id": pa.array([0, 1, 2], pa.int8())}),
    lambda: pytest.importorskip("pandas").Series(TEXTS),
    lambda: pytest.importorskip("polars").Series(TEXTS),
    pandas_frame, pandas_rows, polars_frame, polars_categories, dataset, iterable_dataset,
]


@pytest.fixture(scope="module")
def expected():
    found = diagonal.partial(TEXTS, quiet=True).passages
    assert found.select(["a", "b"]).to_pylist() == [{"a": "0", "b": "1"}]
    return found


@pytest.mark.parametrize("form", FORMS)
def test_forms(form, expected):
    found = diagonal.partial(form(), quiet=True)
    assert found.passages.equals(expected)
    assert found.rejected.num_rows == 0


@pytest.mark.parametrize("form", FORMS)
def test_source(form):
    found = diagonal.partial([COMMON], form(), quiet=True)
    assert sorted(zip(found.passages["a"].to_pylist(), found.passages["b"].to_pylist())) == [("0", "0"), ("0", "1")]
    texts = found.texts().to_pylist()
    assert {row["a_text"].strip() for row in texts} == {COMMON.strip()}
    assert all("lazy dog" in row["b_text"] for row in texts)


def test_paths(tmp_path, expected):
    for n, text in enumerate(TEXTS):
        (tmp_path / f"{n}.txt").write_text(text, encoding="utf-8")
    forms = [tmp_path, str(tmp_path), f"{tmp_path}/*.txt", sorted(tmp_path.glob("*.txt")), tmp_path.glob("*.txt"),
             (pathlib.Path(p) for p in sorted(tmp_path.iterdir()))]
    for documents in forms:
        found = diagonal.partial(documents, quiet=True)
        assert found.passages["a"].to_pylist() == ["0.txt"]
        assert found.passages["a_start"].to_pylist() == expected["a_start"].to_pylist()
        assert found.texts()["b_text"].to_pylist()[0].startswith("Introduction. The quick")  # the program has written them
    without = diagonal.partial(tmp_path, quiet=True, with_text=False)
    with pytest.raises(ValueError, match="with_text"):
        without.texts()
    assert "<th" not in without._repr_html_() or "0.txt" in without._repr_html_()


def test_other_fields():
    rows = [{"id": f"1898-02-1{n}", "body": text, "series": name} for n, (text, name) in enumerate(zip(TEXTS, "xyz"))]
    rows[2]["extra"] = [1]  # not in the first row
    found = diagonal.partial(rows, text_field="body", keep_fields=["series", "extra"], quiet=True)
    assert found.passages.select(["a", "a_fields_series", "b_fields_series"]).to_pylist() == [
        {"a": "1898-02-10", "a_fields_series": "x", "b_fields_series": "y"}]
    assert sorted(found.documents["id"].to_pylist()) == ["1898-02-10", "1898-02-11"]  # not made into times
    kept = diagonal.clean(rows, text_field="body", min_cut=0, quiet=True).rows
    assert kept["series"].to_pylist() == ["x", "y", "z"]
    assert kept["extra"].to_pylist() == [None, None, [1]]
    assert kept["body"].to_pylist()[0] == TEXTS[0] and "lazy" not in kept["body"].to_pylist()[1]


def test_missing_texts_are_rejected():
    for documents in ([TEXTS[0], None, TEXTS[1]], pytest.importorskip("pandas").Series([TEXTS[0], float("nan"), TEXTS[1]])):
        found = diagonal.partial(documents, quiet=True)
        assert found.rejected.select(["record", "id", "reason"]).to_pylist() == [{"record": 2, "id": "1", "reason": "the text is null"}]
        assert found.passages["b"].to_pylist() == ["2"]
    with pytest.raises(diagonal.Error) as failed:
        diagonal.partial([*TEXTS, None], strict=True, quiet=True)
    assert failed.value.exit_code == 1 and not isinstance(failed.value, diagonal.UsageError)


def test_equal_ids():
    """Of two documents with one id the program rejects one, and the texts are those of the other."""
    rows = [{"id": "x", "text": "y" * 500 + TEXTS[0]}, {"id": "x", "text": TEXTS[0]}, {"id": "y", "text": TEXTS[1]}]
    for documents in (rows, rows[::-1]):
        found = diagonal.partial(documents, quiet=True)
        assert found.rejected.num_rows == 1
        written = diagonal.partial(documents, quiet=True, with_text=5000).texts()
        assert found.texts()["a_text"].to_pylist() == written["a_text"].to_pylist()


def test_many_rows_are_read_in_batches():
    """Rows are numbered over all batches, and a batch with other fields is a file of its own."""
    rows = ({"text": f"{n} {OTHER}"} if n != 12_345 else {"text": TEXTS[0], "more": 1} for n in range(12_346))
    found = diagonal.partial(rows, [TEXTS[1]], quiet=True)
    assert found.passages["a"].to_pylist() == ["12345"]
    assert found.summary["counts"]["documents"] == 12_347
    assert found.texts()["a_text"].to_pylist()[0] in TEXTS[0]


def test_no_documents():
    for documents in ([], pa.table({"text": pa.array([], pa.string())}), pa.table({"text": pa.nulls(0)})):
        found = diagonal.partial(documents, quiet=True)
        assert len(found) == 0 and found.texts().num_rows == 0
        assert "nothing found" in repr(found) and "nothing found" in found._repr_html_()


@pytest.mark.parametrize(("documents", "flags", "error", "words"), [
    (pa.table({"body": TEXTS}), {}, diagonal.UsageError, "text_field='id'|no column text"),
    (pa.table({"text": TEXTS}), {"id_field": "key"}, diagonal.UsageError, "no column key"),
    ({"train": TEXTS}, {}, TypeError, "train"),
    ([1, 2], {}, TypeError, "not int"),
    ([pathlib.Path("a"), "b"], {}, TypeError, "."),
    ([{"text": "x", "n": 1}, {"text": "y", "n": "one"}], {}, TypeError, "field n"),
    (7, {}, TypeError, "int is no"),
    ("a text\nof two lines", {}, TypeError, r"\[text\]"),
    ("/nowhere/*.txt", {}, diagonal.UsageError, "no such file"),
])
def test_what_is_no_collection(documents, flags, error, words):
    with pytest.raises(error, match=words):
        diagonal.partial(documents, quiet=True, **flags)


def test_lazy_frame():
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="collect"):
        diagonal.partial(polars.LazyFrame({"text": TEXTS}), quiet=True)


def test_mixed_paths_and_strings():
    with pytest.raises(TypeError, match=r"pathlib\.Path"):
        diagonal.partial([pathlib.Path("a"), "b"], quiet=True)
