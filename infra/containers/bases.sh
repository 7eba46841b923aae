#!/bin/sh
# Makes the images that others begin from, out of what this machine has, under the names that a registry knows them by:
# where no registry can be reached, a build finds them all the same.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

mkdir -p "$base/bin"
cp "$(command -v busybox)" "$base/bin/busybox"
for applet in $(busybox --list); do [ "$applet" = busybox ] || ln -s busybox "$base/bin/$applet"; done
tar -C "$base" -c . | $CONTAINER_CLI import - docker.io/library/busybox:stable-musl >/dev/null

for file in "$(node -p process.execPath)" $(ldd "$(node -p process.execPath)" | grep -oE '/[^ ]+'); do
  case $file in */node) to=/usr/local/bin/node ;; *) to=$file ;; esac
  mkdir -p "$base$(dirname "$to")"
  cp -L "$file" "$base$to"
done
tar -C "$base" -c . | $CONTAINER_CLI import - docker.io/library/node:24-bookworm-slim >/dev/null
