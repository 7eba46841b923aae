#!/bin/sh
# The players' contract and the features of the outputs on the real CasparCG server that CASPARCG_HOST names.
set -eu
if [ -z "${CASPARCG_HOST:-}" ]; then
  echo 'features:casparcg: SKIPPED: no real CasparCG server is met, since CASPARCG_HOST is not set'
  exit 0
fi
vitest run test/playout/casparcg/engine.test.ts
NODE_OPTIONS='--import tsx' exec cucumber-js --profile casparcg features/outputs
