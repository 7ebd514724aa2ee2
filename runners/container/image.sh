#!/usr/bin/env bash
# image.sh BINARY IMAGE [FOLDER]
#
# makes the image of the command with buildah: the static binary, the certificates of this machine, and a /tmp for everyone. It
# has no shell and no users, and runs as any user id. With FOLDER the image is written there, too, as an OCI layout.
#
#   CGO_ENABLED=0 go build -o diagonal . && runners/container/image.sh diagonal localhost/diagonal
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,7s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
binary=$1 image=$2 folder=${3-}
certificates=/etc/ssl/certs/ca-certificates.crt
root=$(mktemp -d)
container=
cleanup() {
  rm -rf "$root"
  [ -z "$container" ] || buildah rm "$container" >/dev/null
}
trap cleanup EXIT
install -D -m 755 "$binary" "$root/usr/bin/diagonal"
[ ! -e "$certificates" ] || install -D -m 644 "$certificates" "$root$certificates" # for gs://
install -d -m 1777 "$root/tmp"
container=$(buildah from scratch)
buildah copy --quiet "$container" "$root" / >/dev/null
buildah config --entrypoint '["/usr/bin/diagonal"]' --user 65532:65532 --workingdir /tmp "$container"
buildah commit --quiet --timestamp 0 "$container" "$image"
[ -z "$folder" ] || buildah push --quiet "$image" "oci:$folder"
