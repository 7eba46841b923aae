#!/bin/sh
# Runs the tests of the images, and the features in containers. Run by engine.sh.
# run.sh [FEATURES...]: only these folders or files of features.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
sh test/containers/build.sh
vitest run --config test/containers/vitest.config.ts
exec node --import tsx features/support/containers/run.ts "$@"
