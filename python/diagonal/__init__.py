"""Finds reused text in collections of documents.

    import diagonal
    found = diagonal.partial(["a text …", "another text …"])
    found.to_pandas()

Each function is a command of the program of the same name, and its arguments are the flags of the
command: ``help(diagonal.partial)``. It returns a Result, whose tables are those of Arrow.
"""

from ._binary import declaration as _declaration
from ._commands import clean, index, lookup, partial, partition, resemblance, reuse
from ._errors import Error, UsageError
from ._index import Index
from ._result import Result

__version__: str = _declaration()["version"]

__all__ = ["Error", "Index", "Result", "UsageError", "clean", "index", "lookup", "partial", "partition", "resemblance", "reuse"]
