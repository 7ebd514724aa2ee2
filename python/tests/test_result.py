"""Results are tables, with texts, and show themselves."""

from __future__ import annotations

import gc
import pathlib

import pytest
from texts import COMMON, OTHER, TEXTS

import diagonal
from diagonal import _html


@pytest.fixture(scope="module")
def found():
    return diagonal.partial(TEXTS)


def test_texts_are_those_of_the_ranges(found):
    rows = found.texts().to_pylist()
    assert len(rows) == len(found) == found.passages.num_rows > 0
    for row in rows:
        for side in "ab":
            assert row[f"{side}_text"] == TEXTS[int(row[side])][row[f"{side}_start"]:row[f"{side}_end"]]
    assert "a_text" not in found.passages.column_names
    assert found.texts(found.passages.slice(0, 1)).to_pylist() == rows[:1] and found.texts(found.passages.slice(0, 0)).num_rows == 0


def test_texts_as_the_program_writes_them():
    written = diagonal.partial(TEXTS, with_text=True, quiet=True).texts().to_pylist()[0]
    cut = diagonal.partial(TEXTS, quiet=True).texts().to_pylist()[0]
    assert (written["a_text"], written["b_text"]) == (cut["a_text"], cut["b_text"])


def test_tables(found):
    assert {"passages", "within", "clusters", "cluster_places", "documents", "hot", "rejected"} <= set(found.tables)
    assert set(found.tables) <= set(dir(found))
    assert found.cluster_places.num_rows == 2 == found.summary["lines"]["cluster-places"]
    assert found.within.num_rows == 0 and found.rejected.num_rows == 0
    with pytest.raises(AttributeError, match="it has .*clusters"):
        _ = found.pairs
    assert "1 passage of two documents" in found.report
    assert "1 passages" in repr(found)


def test_frames(found):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    assert isinstance(found.to_pandas(), pandas.DataFrame) and found.to_pandas()["b"].tolist() == ["1"]
    assert isinstance(found.to_polars("clusters"), polars.DataFrame) and found.to_polars("clusters").height == 1


def test_every_command(found):
    copies = [COMMON * 3, COMMON * 3 + "One more sentence stands here.", OTHER]
    alike = diagonal.resemblance(copies, quiet=True)
    assert alike.rows.select(["a", "b"]).to_pylist() == [{"a": "0", "b": "1"}]
    assert diagonal.resemblance(copies[:1], copies[1:], quiet=True).rows.num_rows == 1
    sets = diagonal.partition(copies, quiet=True)
    assert sorted(sets.rows["id"].to_pylist()) == ["0", "1", "2"] and len(set(sets.rows["set"].to_pylist())) == 2
    reused = diagonal.reuse(copies, theta_d=2, quiet=True)
    assert reused.rows.num_rows == 1
    sentences = reused.texts("sentences").to_pylist()
    assert sentences and all(row["a_text"].strip() in copies[int(row["a"])] and row["a_text"] for row in sentences)
    assert diagonal.clean(copies, result=sets, policy="keep_longest", quiet=True).rows.num_rows == 2
    lines = diagonal.partial(TEXTS, output_format="jsonl", quiet=True)
    # So few words do not say what is prose: no line has it, and the column is null.
    assert lines.passages.to_pylist() == found.passages.drop_columns("prose").to_pylist()
    assert found.passages["prose"].to_pylist() == [None]
    assert diagonal.partial(TEXTS, output_format="arrow", quiet=True).passages.to_pylist() == found.passages.to_pylist()
    cleaned = diagonal.clean(TEXTS, result=found, min_cut=0, quiet=True)
    assert cleaned.rows.equals(diagonal.clean(TEXTS, result=lines, min_cut=0, quiet=True).rows)
    assert "lazy dog" not in " ".join(cleaned.rows["text"].to_pylist()[1:])
    for result in (alike, sets, reused, cleaned):
        assert "<table" in result._repr_html_() and result.table(result.name).num_rows == len(result)


def test_clean_of_files(tmp_path):
    (tmp_path / "in").mkdir()
    for n, text in enumerate(TEXTS):
        (tmp_path / "in" / f"{n}.txt").write_text(text, encoding="utf-8")
    result = diagonal.clean(tmp_path / "in", output=tmp_path / "out", min_cut=0, quiet=True)
    assert sorted(p.name for p in (tmp_path / "out" / "documents").iterdir()) == ["0.txt", "1.txt", "2.txt"]
    with pytest.raises(ValueError, match="cleaned files are in"):
        _ = result.rows
    assert "cleaned files are in" in result._repr_html_() and result.manifest.num_rows > 0


def test_index(tmp_path):
    index = diagonal.index(TEXTS, tmp_path / "all.index", quiet=True)
    gc.collect()
    found = index.lookup([COMMON], quiet=True)  # reads the documents again
    assert sorted(found.passages["b"].to_pylist()) == ["0", "1"]
    assert "lazy dog" in found.texts()["b_text"].to_pylist()[0] and "<mark" in found._repr_html_()
    diagonal.index([{"id": "new", "text": TEXTS[1]}], index, add=True, quiet=True)
    assert sorted(diagonal.lookup([COMMON], index, quiet=True).passages["b"].to_pylist()) == ["0", "1", "new"]
    diagonal.index(None, index, remove=["0", "1"], quiet=True)
    assert diagonal.lookup([COMMON], index, quiet=True).passages["b"].to_pylist() == ["new"]
    nearest = diagonal.lookup([COMMON], index, answer="text", quiet=True)
    assert nearest.name == "texts" and nearest.rows["id"].to_pylist() == ["new"]
    with pytest.raises(diagonal.UsageError, match="no argument source"):
        index.lookup([COMMON], source=[COMMON])  # the source is the index
    with pytest.raises(diagonal.UsageError):
        diagonal.index(TEXTS, index, quiet=True)  # it exists
    assert len(list((tmp_path / "all.index.documents").iterdir())) == 2  # nothing is left of the one that failed


def test_passages_as_csv(tmp_path):
    result = diagonal.partial(TEXTS, output_format="csv", output=tmp_path / "found", quiet=True)
    with pytest.raises(ValueError, match="CSV"):
        _ = result.passages
    assert "CSV" in result._repr_html_() and result.clusters.num_rows == 1


def test_folders(tmp_path):
    kept = diagonal.partial(TEXTS, output=tmp_path / "found", quiet=True)
    temporary = diagonal.partial(TEXTS, quiet=True)
    folder = temporary.folder
    assert folder.exists() and temporary.passages.equals(kept.passages)
    del temporary, kept
    gc.collect()
    assert not folder.parent.exists() and (tmp_path / "found" / "_SUCCESS").exists()
    assert not list(pathlib.Path(tmp_path).glob("found.*"))


def test_notebook_view(found):
    page = found._repr_html_()
    assert page.count("<mark") >= 2 and ">cold fresh</mark>" in page and ">warm</mark>" in page
    hostile = "<script>alert(1)</script> "
    page = diagonal.partial([{"id": f"<b>{n}", "text": text.replace("lazy", hostile + "lazy")} for n, text in enumerate(TEXTS)], quiet=True)._repr_html_()
    assert "<script" not in page and "<b>" not in page and "&lt;script&gt;" in page
    assert "the first 20 of" in diagonal.resemblance([f"{COMMON} {n}" for n in range(9)], quiet=True)._repr_html_()


@pytest.mark.parametrize(("a", "b", "want"), [
    ("one two", "one  TWO", ("one two", "one  TWO")),
    ("a < b", "a > b", ("a [&lt;] b", "a [&gt;] b")),
    ("狐狸跳过懒狗", "狐狸跳过黑狗", ("狐狸跳过[懒]狗", "狐狸跳过[黑]狗")),
    ("", "x", ("", "[x]")),
])
def test_marks(a, b, want):
    got = (text.replace(f'<mark style="{_html._MARK}">', "[").replace("</mark>", "]") for text in _html.marked(a, b))
    assert tuple(got) == want
