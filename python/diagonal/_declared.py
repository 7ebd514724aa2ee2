"""Arguments, docstrings and types, made from what ``diagonal flags`` prints.

This module imports nothing of the package: the build of the wheel uses it, too.
"""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

# The commands that are functions.
NAMES = ("partial", "resemblance", "partition", "reuse", "clean", "index", "lookup")

# Arguments that are no flags of their own, and flags that the package sets.
OWN = {"documents", "input", "source", "index", "quiet", "verbose", "log_format", "log_every", "info"}

_NUMBERS = {"int": "int", "int64": "int", "uint64": "int", "float64": "float"}

_ARGUMENTS = """\
documents: a path or glob (str or pathlib.Path), or a list of pathlib.Path;
    texts as a list of str, whose ids are "0", "1", ...;
    dictionaries with ``text`` and ``id``; or a pandas or Polars DataFrame, Arrow table or reader,
    or Hugging Face Dataset with such columns. One str is a path, and a list of str is texts.
    ``text_field`` and ``id_field`` name other columns. Without ids, rows are numbered from 0.
"""


def python_type(flag: dict[str, Any]) -> str:
    """The type of the argument of a flag, as source text."""
    kind, value = flag["type"], flag["value"]
    if kind == "bool":
        return "bool"
    if flag.get("repeat"):
        return "str | Sequence[str]"
    if kind in _NUMBERS:
        return _NUMBERS[kind] + (" | bool" if flag.get("bare") else "")
    if kind == "bytes" or value.startswith("number|"):
        return "int | str"
    if kind == "low,high":
        return "str | tuple[float, float]"
    if value in ("path", "folder", "file"):
        return "str | os.PathLike[str]"
    return "str"


def command(declaration: dict[str, Any], name: str) -> dict[str, Any]:
    """The declaration of one command."""
    return next(c for c in declaration["commands"] if c["name"] == name)


def arguments(declared: dict[str, Any]) -> list[dict[str, Any]]:
    """The flags of a command that are arguments of its function."""
    return [f for f in declared["flags"] if f["name"] not in OWN]


def signature(declared: dict[str, Any]) -> inspect.Signature:
    """The arguments of the function of a command; their types are source text."""
    names = {flag["name"] for flag in declared["flags"]}
    anywhere, by_name = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    documents = "Documents | None" if declared["name"] == "index" else "Documents"  # an index can change without any
    all_ = [inspect.Parameter("documents", anywhere, annotation=documents)]
    if "index" in names:
        all_.append(inspect.Parameter("index", anywhere, annotation="str | os.PathLike[str]"))
    if "source" in names:
        all_.append(inspect.Parameter("source", anywhere, default=None, annotation="Documents | None"))
    all_.append(inspect.Parameter("quiet", by_name, default=False, annotation="bool"))
    return inspect.Signature([*all_, *(inspect.Parameter(flag["name"], by_name, default=None, annotation=f"{python_type(flag)} | None")
                                       for flag in arguments(declared))])


def docstring(declared: dict[str, Any]) -> str:
    """The docstring of the function of a command."""
    about = declared["long"].split("\n\nThe result is a folder.")[0]
    parameters = signature(declared).parameters
    rest = _ARGUMENTS
    if "source" in parameters:
        rest += "source: documents to compare with, in any of these forms; without it, documents are compared with each other.\n"
    if "index" in parameters:
        rest += "index: the folder of the index.\n"
    rest += "quiet: show no progress.\n"
    for flag in arguments(declared):
        default = f", by default {flag['default']}" if flag["default"] not in ("", "[]") else ""
        rest += f"{flag['name']}: {python_type(flag)}{default}\n"
        rest += textwrap.indent(textwrap.fill(flag["help"], 92), "    ") + "\n"
    return f"{about}\n\nArguments, which are the flags of the program:\n\n{rest}"


def stub(declaration: dict[str, Any]) -> str:
    """The text of _commands.pyi: the functions with an argument for each flag."""
    text = ("# Made from what `diagonal flags` prints.\nimport os\nfrom collections.abc import Sequence\n\n"
            "from ._documents import Documents as Documents\nfrom ._index import Index as Index\nfrom ._result import Result as Result\n")
    for name in NAMES:
        declared = command(declaration, name)
        text += f"\ndef {name}(\n"
        for parameter in signature(declared).parameters.values():
            default = "" if parameter.default is parameter.empty else " = ..."
            text += ("    *,\n" if parameter.name == "quiet" else "") + f"    {parameter.name}: {parameter.annotation}{default},\n"
        doc = docstring(declared).replace("\\", "\\\\").replace('"""', "'''")
        text += f") -> {'Index' if name == 'index' else 'Result'}:\n" + textwrap.indent(f'"""{doc}"""', "    ") + "\n"
    return text
