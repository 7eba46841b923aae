#!/bin/sh
# Builds the base images from files of this machine, under their registry names, so that a build finds them without a
# registry.
set -eu
cd "$(dirname "$0")/../.."
# Node is installed with the packages.
sh infra/setup.sh
PATH="$PWD/node_modules/.bin:$PATH"
. infra/containers/versions.sh
if [ "$(node -v)" != "v$node_version" ]; then
  echo "the base image needs Node v$node_version, but this is $(node -v)" >&2
  exit 1
fi
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

mkdir -p "$base/bin"
cp "$(command -v busybox)" "$base/bin/busybox"
for applet in $(busybox --list); do [ "$applet" = busybox ] || ln -s busybox "$base/bin/$applet"; done
tar -C "$base" -c . | $CONTAINER_CLI import - "$BUSYBOX_IMAGE" >/dev/null

for file in "$(node -p process.execPath)" $(ldd "$(node -p process.execPath)" | grep -oE '/[^ ]+'); do
  case $file in */node) to=/usr/local/bin/node ;; *) to=$file ;; esac
  mkdir -p "$base$(dirname "$to")"
  cp -L "$file" "$base$to"
done
tar -C "$base" -c . | $CONTAINER_CLI import - "$NODE_IMAGE" >/dev/null
