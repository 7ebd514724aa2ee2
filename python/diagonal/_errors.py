"""The exceptions of the package."""

from __future__ import annotations


class Error(Exception):
    """A run that failed. The message is what the program said.

    ``exit_code`` is how the program ended: 1, the run failed; 2, the arguments are wrong; 130,
    the run was interrupted; negative, a signal of that number ended it.
    """

    def __init__(self, words: str, exit_code: int = 1) -> None:
        super().__init__(words)
        self.exit_code = exit_code


class UsageError(Error, ValueError):
    """Arguments that are wrong: a flag that does not exist, a path without a file."""

    def __init__(self, words: str) -> None:
        super().__init__(words, 2)
