#!/bin/sh
# Builds the images with the available container engine: images.sh [TARGET...]
# CONTAINER_CLI is the command to use instead of docker or podman, and BUILD_OPTIONS are further options of its build.
set -eu
cd "$(dirname "$0")/../.."
sh infra/setup.sh
PATH="$PWD/node_modules/.bin:$PATH"
. infra/containers/versions.sh
. infra/containers/origin.sh

if [ -z "${CONTAINER_CLI:-}" ]; then
  if sh infra/containers/docker-answers.sh; then
    CONTAINER_CLI=docker
  elif command -v podman >/dev/null; then
    CONTAINER_CLI=podman
  else
    echo 'No container engine found: expected docker or podman.' >&2
    exit 1
  fi
fi

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
trap 'exit 130' INT TERM
bash infra/containers/context.sh "$context"

# Only Docker's image format supports health checks; podman doesn't use it by default.
export BUILDAH_FORMAT=docker
[ "$#" -gt 0 ] || set -- service console development demo
for target in "$@"; do
  # shellcheck disable=SC2086 # Several options.
  $CONTAINER_CLI build ${BUILD_OPTIONS:-} --network=none --quiet --target "$target" --build-arg NODE_IMAGE \
    --build-arg IMAGE_VERSION --build-arg IMAGE_REVISION --build-arg IMAGE_CREATED \
    --tag "studio-control-$target" --tag "studio-control-$target:$IMAGE_VERSION" --file infra/containers/Dockerfile "$context"
done
