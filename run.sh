#!/usr/bin/env bash
# run.sh                    runs the main job on the corpora of testdata/
# run.sh COMMAND [FLAG...]  builds diagonal and runs a command of it; the commands are below
# run.sh test               checks and tests everything
# run.sh serve --runner=R   starts a runner, says where, and ends it on Ctrl-C
#
# With --runner=flink or --runner=spark, and no --endpoint, a command runs on a runner
# that is started for it and ended after it: embedded in Beam's job server, or with
# --cluster a standalone cluster on this machine. What that needs is fetched once, to
# .runners/ (versions and memory: runners/settings.sh).
#
# Needs Go (the version in go.mod or newer) and a module proxy; for Flink and Spark Java 17,
# Maven and pip as well.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
binary=$here/.cache/diagonal

# usage prints the lines at the head of this file.
usage() {
  local line
  while IFS= read -r line; do
    case $line in
      '#!'*) ;;
      '#') echo ;;
      '# '*) printf '%s\n' "${line#\# }" ;;
      *) break ;;
    esac
  done <"${BASH_SOURCE[0]}"
}

need_go() {
  command -v go >/dev/null && return
  echo 'diagonal: there is no go here: install Go, the version in go.mod or newer (https://go.dev/dl/), and put its folder bin in PATH' >&2
  exit 1
}

build() {
  need_go
  local module version space
  space=$(ulimit -v)
  if [ "$space" != unlimited ] && [ "$space" -lt 2500000 ]; then # Go ends with a stack where it cannot start
    echo "diagonal: the address space is limited to $((space / 1000)) MB, and 2500 MB are needed: raise the limit, as in \`ulimit -v unlimited\`" >&2
    exit 1
  fi
  if [ -t 2 ] && [ ! -e "$binary" ]; then
    echo 'building diagonal: the first time takes about two minutes' >&2
  fi
  version=$(git -C "$here" describe --always --dirty 2>/dev/null || echo unknown)
  module=$(go list -C "$here" -m)
  # The tag says the version: with -trimpath Go leaves -ldflags out of what a binary says of its build.
  CGO_ENABLED=0 go build -C "$here" -trimpath -buildvcs=false -tags="version=$version" -ldflags="-s -w -X $module/runners/worker.version=$version" -o "$binary" .
}

# The checks are in the order of their cost.
check() {
  need_go
  cd "$here"
  local unformatted
  unformatted=$(git ls-files -z '*.go' | xargs -0 gofmt -l)
  [ -z "$unformatted" ] || { printf 'gofmt these files:\n%s\n' "$unformatted" >&2; exit 1; }
  go mod tidy -diff
  go -C examples mod tidy -diff
  if command -v shellcheck >/dev/null; then
    git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck
  else
    echo 'shellcheck is not installed: scripts are not checked' >&2
  fi
  go vet ./...
  go -C examples vet ./...
  go tool staticcheck ./...
  go test -timeout=30m ./... # those on Flink and Spark take minutes
  go -C examples test -count=1 -timeout=30m ./...
  # The Python package, on the program of this tree, where its libraries are.
  if python3 -c 'import pyarrow, pytest' 2>/dev/null; then
    build
    DIAGONAL_BINARY=$binary python3 -m pytest -q -p no:cacheprovider "$here/python/tests"
  else
    echo 'not tested: python/, which needs python3 with pyarrow and pytest' >&2
  fi
  # The embedded runner, and packages that know nothing of Beam, with the race detector
  # where there is a C compiler for it.
  if command -v gcc >/dev/null; then
    CGO_ENABLED=1 go test -race -short -timeout=30m ./transforms/*/*/ ./engine/*/*/ ./io/compress ./io/jsonlio ./engine/local
  fi
}

# with_runner COMMAND [FLAG...] runs a command on a runner that lives as long as it does.
with_runner() {
  local runner='' cluster=no endpoint='' parallelism='' args=() last='' a
  parallelism=$(getconf _NPROCESSORS_ONLN)
  for a in "$@"; do
    case $last in
      --runner) runner=$a ;;
      --endpoint) endpoint=$a ;;
      --parallelism) parallelism=$a ;;
    esac
    last=$a
    case $a in
      --cluster) cluster=yes; continue ;;
      --runner=*) runner=${a#*=} ;;
      --endpoint=*) endpoint=${a#*=} ;;
      --parallelism=*) parallelism=${a#*=} ;;
    esac
    args+=("$a")
  done
  case $runner in
    flink | spark) ;;
    *)
      if [ "$cluster" = yes ] || [ "$1" = serve ]; then
        echo 'diagonal: say which runner: --runner=flink or --runner=spark' >&2
        exit 2
      fi
      exec "$binary" "$@"
      ;;
  esac
  [ -z "$endpoint" ] || exec "$binary" "${args[@]}"
  [[ $parallelism =~ ^[1-9][0-9]*$ ]] || { echo "diagonal: --parallelism=$parallelism: want 1 or more" >&2; exit 2; }
  # shellcheck source=/dev/null
  source "$here/runners/serve.sh"
  open_runner "$runner" "$cluster" "$parallelism"
  if [ "$1" = serve ]; then
    echo "--runner=$runner --endpoint=$endpoint"
    on_runner sleep infinity || true
  else
    on_runner "$binary" "${args[@]}" --endpoint="$endpoint" --parallelism="$parallelism"
  fi
}

case "${1-}" in
  '')
    build
    exec "$binary" partial --input="$here/testdata/corpora/*/corpus.jsonl.gz" --output="$here/out/testdata" --overwrite
    ;;
  -h | --help)
    usage
    if command -v go >/dev/null; then
      build
      echo
      exec "$binary" --help
    fi
    ;;
  test) check ;;
  serve) with_runner "$@" ;;
  *)
    build
    with_runner "$@"
    ;;
esac
