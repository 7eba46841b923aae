#!/bin/sh
# What holds of the images: their own tests, and the features in containers. Run by engine.sh.
# run.sh [FEATURES ...]: of these folders or files alone.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
sh test/containers/build.sh
vitest run --config test/containers/vitest.config.ts
exec node --import tsx features/support/containers/run.ts "$@"
