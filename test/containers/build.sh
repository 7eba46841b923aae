#!/bin/sh
# Builds the images and the image of the scenarios' callers. Run by engine.sh.
set -eu
cd "$(dirname "$0")/../.."
sh infra/containers/images.sh >/dev/null
PATH="$PWD/node_modules/.bin:$PATH"
. infra/containers/versions.sh
$CONTAINER_CLI build --network=none --quiet --build-arg NODE_IMAGE --build-arg BUSYBOX_IMAGE --tag studio-control-caller \
  --file features/support/containers/Dockerfile features/support/containers >/dev/null
