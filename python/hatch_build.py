"""What goes into a wheel beside the sources: the program of a platform, and the types of its flags.

DIAGONAL_BINARY            a program that runs here; it says the version and the flags. Without it, Go builds one
DIAGONAL_WHEEL_BINARY      the program that the wheel carries; by default the same
DIAGONAL_WHEEL_PLATFORM    its platform, as in linux-amd64; by default this one
"""

from __future__ import annotations

import atexit
import functools
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

here = Path(__file__).parent

# Platforms in Go's names, and their tags. The program is static: glibc or musl, it does not matter.
# Go 1.26 needs macOS 12.
TAGS = {
    "linux-amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin-amd64": "macosx_12_0_x86_64",
    "darwin-arm64": "macosx_12_0_arm64",
    "windows-amd64": "win_amd64",
    "windows-arm64": "win_arm64",
}


def this_platform() -> str:
    """The platform of this machine in Go's names."""
    machine = platform.machine().lower()
    return f"{platform.system().lower()}-{ {'x86_64': 'amd64', 'aarch64': 'arm64'}.get(machine, machine) }"


def build(to: Path, **system: str) -> None:
    """Builds the program as run.sh does, with the version that git says, for this platform or GOOS and GOARCH."""
    said = None
    if shutil.which("git"):
        said = subprocess.run(["git", "-C", here.parent, "describe", "--tags", "--always", "--dirty"], capture_output=True, text=True)
    version = said.stdout.strip() if said and said.returncode == 0 else "unknown"
    module = subprocess.run(["go", "list", "-C", here.parent, "-m"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    subprocess.run(["go", "build", "-C", here.parent, "-trimpath", "-buildvcs=false", f"-tags=version={version}",
                    f"-ldflags=-s -w -X {module}/runners/worker.version={version}", "-o", to, "."],
                   check=True, env={**os.environ, "CGO_ENABLED": "0", **system})


@functools.cache
def program() -> Path:
    """The program that runs here."""
    if named := os.environ.get("DIAGONAL_BINARY"):
        return Path(named).resolve()
    folder = tempfile.mkdtemp(prefix="diagonal-build-")
    atexit.register(shutil.rmtree, folder)
    built = Path(folder, "diagonal")
    build(built)
    return built


@functools.cache
def printed() -> bytes:
    """What `diagonal flags` prints."""
    return subprocess.run([program(), "flags"], check=True, stdout=subprocess.PIPE).stdout


def python_version(version: str) -> str:
    """The version of the wheel for that of the program: v0.1.0-rc.1 is 0.1.0rc1; a commit is 0.0.0+COMMIT."""
    parts = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:-(a|b|rc|alpha|beta)[.]?(\d+))?(?:-(\d+)-(g[0-9a-f]+))?(-dirty)?", version)
    if parts is None or not version.startswith("v"):
        return "0.0.0+" + (re.sub("[^a-z0-9]+", ".", version.lower()).strip(".") or "unknown")
    number, stage, of_stage, commits, commit, dirty = parts.groups()
    local = ".".join(filter(None, [commit, "dirty" if dirty else None]))
    return (number + (f"{stage.replace('alpha', 'a').replace('beta', 'b')}{of_stage}" if stage else "")
            + (f".post{commits}" if commits else "") + (f"+{local}" if local else ""))


class Metadata(MetadataHookInterface):
    """The version of the wheel is that of the program."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["version"] = python_version(json.loads(printed())["version"])


class Build(BuildHookInterface[Any]):
    """Adds the program and _commands.pyi to a wheel. A package that is installed for editing finds its program."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        target = os.environ.get("DIAGONAL_WHEEL_PLATFORM") or this_platform()
        if target not in TAGS:
            raise SystemExit(f"there is no tag for {target}: want one of {', '.join(TAGS)}")
        packed = Path(os.environ.get("DIAGONAL_WHEEL_BINARY") or program())
        declaration = json.loads(printed())
        if declaration["version"].encode() not in packed.read_bytes():
            raise SystemExit(f"{packed} is not version {declaration['version']}, which {program()} is")
        self.folder = Path(tempfile.mkdtemp(prefix="diagonal-wheel-"))
        name = "diagonal.exe" if target.startswith("windows") else "diagonal"
        shutil.copyfile(packed, self.folder / name)
        (self.folder / name).chmod(0o755)
        spec = importlib.util.spec_from_file_location("declared", here / "diagonal" / "_declared.py")
        assert spec and spec.loader
        declared = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(declared)
        (self.folder / "_commands.pyi").write_text(declared.stub(declaration), encoding="utf-8", newline="\n")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[target]}"
        build_data["force_include"] |= {
            str(self.folder / name): f"diagonal/bin/{name}",
            str(self.folder / "_commands.pyi"): "diagonal/_commands.pyi",
            str(here.parent / "LICENSE"): "diagonal/LICENSE",
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.folder)
