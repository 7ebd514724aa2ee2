"""The commands of the program as functions. The flags are what the program declares."""

from __future__ import annotations

import inspect
from typing import Any

from . import _declared
from ._binary import declaration
from ._index import make
from ._search import search


def _function(command: str) -> Any:
    """The function of a command, with the signature and the docstring that the program declares."""
    declared = _declared.command(declaration(), command)
    signature = _declared.signature(declared)
    own = [p for p in signature.parameters.values() if p.name in _declared.OWN]
    # All other arguments are flags, and the program says which do not exist.
    taken = inspect.Signature([*own, inspect.Parameter("flags", inspect.Parameter.VAR_KEYWORD)])

    def function(*args: Any, **kwargs: Any) -> Any:
        given = taken.bind(*args, **kwargs)
        given.apply_defaults()
        return make(**given.arguments) if command == "index" else search(command, **given.arguments)

    function.__name__ = function.__qualname__ = command
    function.__doc__ = _declared.docstring(declared)
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


partial, resemblance, partition, reuse, clean, index, lookup = map(_function, _declared.NAMES)
