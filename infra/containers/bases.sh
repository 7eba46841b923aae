#!/bin/sh
# Makes the images that others begin from, out of what this machine has, under the names that a registry knows them by:
# where no registry can be reached, a build finds them all the same.
set -eu
cd "$(dirname "$0")/../.."
# Node comes with the packages.
sh infra/setup.sh
PATH="$PWD/node_modules/.bin:$PATH"
. infra/containers/versions.sh
if [ "$(node -v)" != "v$node_version" ]; then
  echo "no image can be made of Node $(node -v): expected v$node_version" >&2
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
