#!/bin/sh
# Prints the images' sizes, how soon they answer, and what memory they take at rest. Run by engine.sh.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
sh test/containers/build.sh
exec node --import tsx test/containers/figures.ts
