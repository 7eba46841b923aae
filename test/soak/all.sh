#!/usr/bin/env bash
# Runs what takes longer than a build may: suites in their large numbers, and long runs. Prints the time of each; stops at the
# first failure.
set -euo pipefail
cd "$(dirname "$0")/../.."

suite() {
  local began=$SECONDS
  echo "== $*"
  "$@"
  echo "== $*: passed in $((SECONDS - began)) s"
}

suite env FLAKY_FAILS=yes bash .ci/run
suite npm run test:mutation:changed
suite npm run test:mutation -- domain-access domain
suite npm run test:oracle
suite npm run test:hostile
suite npm run fuzz:soak
suite npm run soak:simulation
suite env MODEL_RUNS=5000 npx vitest run --testTimeout 3600000 .model.test.ts
suite npm run test:kill
suite npm run test:deaths
suite npm run test:crashes
suite npm run test:unattended
suite npm run test:reloads
suite npm run test:replays
suite npm run test:device-faults
suite npm run test:device-fuzz
suite npm run bench:events
suite npm run bench:worst-input
suite npm run features:amcp:all
suite npm run features:wire -- features/macros features/events
suite npm run soak:hour
suite npm run soak:services
suite npm run soak:fleet
suite env CONTAINER_ENGINE=docker npm run features:containers
