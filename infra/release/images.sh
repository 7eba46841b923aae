#!/usr/bin/env bash
# Builds the images of a release as OCI archives: images.sh FOLDER ARCHITECTURE... Run by engine.sh, with podman.
# No registry is needed. The same commit gives the same files, as long as Debian's libraries are the same; their versions are in
# FOLDER/libraries.txt, their licences in FOLDER/notices.
set -euo pipefail
out=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
. infra/containers/origin.sh
commit_time=$(git log -1 --format=%ct)

rm -f "$out/libraries.txt"
for architecture in "$@"; do
  export NODE_IMAGE=localhost/studio-control-node:$architecture
  bash infra/release/node-base.sh "$architecture" "$NODE_IMAGE" "$out/notices" | sed "s/^/$architecture /" >>"$out/libraries.txt"
  export BUILD_OPTIONS="--arch $architecture --timestamp $commit_time"
  sh infra/containers/images.sh service console >/dev/null
  for part in service console; do
    file=$out/studio-control-$part-$IMAGE_VERSION-$architecture.oci.tar
    saved=$(mktemp -d)
    $CONTAINER_CLI save --quiet --format oci-archive --output "$saved/image.tar" "studio-control-$part:$IMAGE_VERSION"
    mkdir "$saved/image"
    tar -C "$saved/image" -xf "$saved/image.tar"
    node --import tsx infra/release/plain-history.ts "$saved/image"
    tar -C "$saved/image" -cf "$file" --sort=name --mtime="@$commit_time" --owner=0 --group=0 --numeric-owner .
    rm -rf "$saved"
    echo "$file"
  done
done
