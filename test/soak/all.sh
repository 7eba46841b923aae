#!/usr/bin/env bash
# Runs what takes longer than a build may: suites in their large numbers, and long runs. Prints the time of each; stops at the
# first failure. npm run soak -- NAME… runs only those; without names, all of them in the order of this file.
set -euo pipefail
cd "$(dirname "$0")/../.."

long=(vitest run --config test/long.config.ts)
devices=(vitest run --testTimeout 3600000 --config test/devices.config.ts)
ours=(node --import tsx)

soak_build() { FLAKY_FAILS=yes bash .ci/run; }
soak_mutation() { sh test/suite.sh mutation changed && sh test/suite.sh mutation domain-access domain; }
soak_oracle() { ORACLE_CASES=1000000 vitest run test/oracle; }
soak_hostile() { sh test/suite.sh hostile; }
soak_fuzz() {
  "${ours[@]}" test/fuzz/run.ts http --count 1000000
  "${ours[@]}" test/fuzz/run.ts amcp info osc studio-file sync-service sync-console --count 100000
}
soak_simulation() { "${ours[@]}" test/simulation/run.ts --seed 1000 --seeds 2000 --hours 4.4 --pace 15; }
soak_models() { MODEL_RUNS=5000 vitest run --testTimeout 3600000 test/models; }
soak_kill() { KILLS=200 vitest run test/crashes/stored-data.test.ts; }
soak_deaths() { DEATHS=100 "${long[@]}" test/adapters/drivers/casparcg/deaths.test.ts; }
soak_backups() { PAIR_ROUNDS=50 vitest run --config test/installed.config.ts test/adapters/drivers/obs/main-and-backup.test.ts; }
soak_crashes() { CRASHES=1000 "${long[@]}" test/crashes/service.test.ts; }
soak_unattended() { UNATTENDED_KILLS=200 "${long[@]}" test/crashes/unattended.test.ts; }
soak_reloads() { RELOADS=1000 vitest run test/models/reloads.test.ts; }
soak_replays() { SESSIONS=1000 vitest run test/models/sessions.test.ts; }
soak_grades() { MODEL_RUNS=2200 FAILURES_FILE=test/adapters/drivers/grades/failures.json vitest run --testTimeout 3600000 test/models/drivers.test.ts; }
soak_device-faults() { DEVICE_FAULTS=100 "${devices[@]}"; }
soak_device-fuzz() { DEVICE_FUZZ=100000 "${devices[@]}"; }
soak_event-streams() { sh test/bench/bench.sh event-streams; }
soak_worst-input() { sh test/bench/bench.sh worst-input; }
soak_amcp() { sh features/over.sh amcp all; }
soak_wire() { sh features/over.sh wire features/macros features/events; }
soak_hour() { node --expose-gc --import tsx test/soak/simulated-hour.ts; }
soak_services() { "${ours[@]}" test/soak/services.ts; }
soak_fleet() { "${ours[@]}" test/fleet/soak.ts; }
soak_release() { bash test/soak/release.sh; }
soak_rolling() { "${ours[@]}" test/fleet/rolling-soak.ts; }
soak_containers() { CONTAINER_ENGINE=docker sh features/over.sh containers; }

# The functions above, in their order.
mapfile -t all < <(sed -n 's/^soak_\([a-z-]*\)().*/\1/p' test/soak/all.sh)

for name in "$@"; do
  if ! declare -F "soak_$name" >/dev/null; then
    echo "soak: expected one of ${all[*]}, got \"$name\"" >&2
    exit 1
  fi
done
[ $# -gt 0 ] || set -- "${all[@]}"
for name in "$@"; do
  began=$SECONDS
  echo "== $name"
  # In a shell of its own, in which a failing command ends the suite.
  bash -euc "$(declare -p long devices ours); $(declare -f "soak_$name"); soak_$name"
  echo "== $name: passed in $((SECONDS - began)) s"
done
