#!/usr/bin/env bash
# run.sh                    runs the main job on the corpora of testdata/
# run.sh COMMAND [FLAG...]  builds diagonal and runs a command of it; run.sh --help lists them
# run.sh test               checks and tests everything
# Needs Go (the version in go.mod or newer) and a module proxy; nothing else.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
binary=$here/.cache/diagonal

build() {
  local version
  version=$(git -C "$here" describe --always --dirty 2>/dev/null || echo unknown)
  go build -C "$here" -buildvcs=false -ldflags="-s -w -X diagonal/pipelines/job.version=$version" -o "$binary" .
}

# The checks are in the order of their cost.
check() {
  cd "$here"
  local unformatted
  unformatted=$(git ls-files -z '*.go' | xargs -0 gofmt -l)
  [ -z "$unformatted" ] || { printf 'gofmt these files:\n%s\n' "$unformatted" >&2; exit 1; }
  go mod tidy -diff
  if command -v shellcheck >/dev/null; then
    git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck
  else
    echo 'shellcheck is not installed: scripts are not checked' >&2
  fi
  go vet ./...
  go tool staticcheck ./...
  go test ./...
  # Packages that know nothing of Beam, with the race detector where there is a C compiler for it.
  if command -v gcc >/dev/null; then
    CGO_ENABLED=1 go test -race -short ./transforms/*/*/ ./io/compress ./io/jsonlio
  fi
}

case "${1-}" in
  '')
    build
    exec "$binary" partial --input="$here/testdata/corpora/*/corpus.jsonl.gz" --output="$here/out/testdata" --overwrite
    ;;
  test) check ;;
  *)
    build
    exec "$binary" "$@"
    ;;
esac
