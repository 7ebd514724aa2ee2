"""Indexes: what the program has made of documents, to look others up in."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._documents import Documents, files
from ._result import Result
from ._run import run
from ._search import command_line, search


class Index:
    """The index in a folder. It refers to the documents, which must stay where they are."""

    def __init__(self, folder: str | os.PathLike[str], report: str = "") -> None:
        self.folder, self.report = Path(folder), report

    def lookup(self, documents: Documents, quiet: bool = False, **flags: Any) -> Result:
        """Finds what documents share with those of the index: see diagonal.lookup."""
        return search("lookup", documents, quiet, flags, index=self)

    def __fspath__(self) -> str:
        return str(self.folder)

    def __repr__(self) -> str:
        return f"diagonal.Index({str(self.folder)!r})"


def make(documents: Documents | None, index: str | os.PathLike[str], quiet: bool, flags: Mapping[str, Any]) -> Index:
    """Makes or changes an index."""
    given = [f"--index={os.fspath(index)}"]
    # lookup reads the documents again: those in memory stay beside the index, each time in a folder of their own.
    kept = Path(f"{os.path.abspath(index)}.documents", uuid.uuid4().hex[:16])
    try:
        if documents is not None:
            found = files(documents, kept, flags.get("id_field"), flags.get("text_field"))
            given += [f"--input={path}" for path in found.paths]
        return Index(index, run(["index", *given, *command_line("index", flags)], quiet))
    except BaseException:
        if kept.exists():
            shutil.rmtree(kept)
            if not any(kept.parent.iterdir()):
                kept.parent.rmdir()
        raise
