#!/usr/bin/env bash
# image.sh BINARY IMAGE [FOLDER]
#
# makes the image of a program with buildah: the static binary, the certificates of this machine, and a /tmp for everyone. It
# has no shell and no users, and runs as any user id. With FOLDER the image is written there, too, as an OCI layout.
# The command, and Beam's boot program for workers of --environment_type=EXTERNAL and DOCKER:
#
#   CGO_ENABLED=0 go build -o diagonal . && runners/container/image.sh diagonal localhost/diagonal
#   CGO_ENABLED=0 go build -o boot github.com/apache/beam/sdks/v2/go/container && runners/container/image.sh boot localhost/worker
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,9s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
binary=$1 image=$2 folder=${3-}
program=/usr/bin/$(basename "$binary")
certificates=/etc/ssl/certs/ca-certificates.crt
root=$(mktemp -d)
container=
cleanup() {
  rm -rf "$root"
  [ -z "$container" ] || buildah rm "$container" >/dev/null
}
trap cleanup EXIT
install -D -m 755 "$binary" "$root$program"
[ ! -e "$certificates" ] || install -D -m 644 "$certificates" "$root$certificates" # for gs://
install -d -m 1777 "$root/tmp"
container=$(buildah from scratch)
buildah copy --quiet "$container" "$root" / >/dev/null
buildah config --entrypoint "[\"$program\"]" --user 65532:65532 --workingdir /tmp "$container"
buildah commit --quiet --timestamp 0 "$container" "$image"
[ -z "$folder" ] || buildah push --quiet "$image" "oci:$folder"
