#!/bin/sh
# Runs the players' contract suite and the features of the outputs on the real CasparCG server at CASPARCG_HOST. Exits with 77
# (skipped) if there is none.
set -eu
if [ -z "${CASPARCG_HOST:-}" ]; then
  echo 'features:casparcg: SKIPPED: CASPARCG_HOST is not set, so there is no real CasparCG server to test'
  exit 77
fi
vitest run test/features/support/casparcg/engine.test.ts
NODE_OPTIONS='--import tsx' exec cucumber-js --profile casparcg features/outputs
