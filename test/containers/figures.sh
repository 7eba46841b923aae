#!/bin/sh
# Prints the images' sizes, the service's start-up time and its memory when idle. Run by engine.sh.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
sh test/containers/build.sh
exec node --import tsx test/containers/figures.ts
