#!/bin/sh
# Builds the images with the container engine that is there: images.sh [TARGET ...]
# CONTAINER_CLI names its command where it is neither docker nor podman.
set -eu
here=$(dirname "$0")
sh "$here/../setup.sh"
PATH="$here/../../node_modules/.bin:$PATH"

if [ -z "${CONTAINER_CLI:-}" ]; then
  CONTAINER_CLI=$(command -v docker || command -v podman) || {
    echo 'No container engine is here: expected docker or podman.' >&2
    exit 1
  }
fi

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
trap 'exit 130' INT TERM
sh "$here/context.sh" "$context"

# Health checks are known to Docker's format of images alone, which podman has to be asked for.
export BUILDAH_FORMAT=docker
[ "$#" -gt 0 ] || set -- service console development
for target in "$@"; do
  $CONTAINER_CLI build --network=none --quiet --file "$here/Dockerfile" --target "$target" \
    --tag "studio-control-$target" "$context"
done
