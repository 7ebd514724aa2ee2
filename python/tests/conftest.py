"""The tests run the program of this tree, or the one in an installed wheel."""

from __future__ import annotations

import os
import sys
from pathlib import Path

here = Path(__file__).resolve().parent.parent

if "DIAGONAL_BINARY" not in os.environ:
    os.environ["DIAGONAL_BINARY"] = str(here.parent / ".cache" / "diagonal")
for name in [name for name in os.environ if name.startswith("DIAGONAL_") and name not in ("DIAGONAL_BINARY", "DIAGONAL_TEST_INSTALLED")]:
    del os.environ[name]  # those of the user are defaults of flags
sys.path[:] = [path for path in sys.path if path not in ("", str(here))]
if os.environ.get("DIAGONAL_TEST_INSTALLED") is None:  # else the package is that of a wheel
    sys.path.insert(0, str(here))
