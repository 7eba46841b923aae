#!/bin/sh
# Runs one suite of tests: npm run suite -- NAME [ARGUMENT…]. Arguments are those of the suite's program, mostly of vitest.
set -eu

name=${1:-}
[ $# -eq 0 ] || shift

# What needs more than npm brings.
installed() {
  exec vitest run --config test/installed.config.ts "$@"
}

# Whether test/long.config.ts lists a file of tests, also among others in braces.
is_long() {
  base=$(basename "$1" .test.ts)
  grep -qE "'$(dirname "$1")/(\{([^}]*,)?)?$base((,[^}]*)?\})?\.test\.ts'" test/long.config.ts
}

# Files or folders of tests. The first decides whether they are those of the suite long.
tests_at() {
  if is_long "$1"; then exec vitest run --config test/long.config.ts "$@"; fi
  exec vitest run "$@"
}

# The tests of a source file: those at its path, else those of its folder, else all that import it.
tests_of() {
  mirrored=test/${1%.ts*}.test.ts
  folder=test/$(dirname "$1")
  if [ -e "$mirrored" ]; then tests_at "$mirrored"; fi
  if [ -e "${mirrored}x" ]; then exec vitest run "${mirrored}x"; fi
  if [ -d "$folder" ]; then exec vitest run "$folder/"; fi
  exec vitest related --run "$1"
}

case $name in
  unit)
    case ${1:-} in
      '')
        vitest run --project domain --coverage
        exec vitest run --project '!domain' --project '!heavy*'
        ;;
      test/*) tests_at "$@" ;;
      -*) exec vitest run "$@" ;;
      *) tests_of "$@" ;;
    esac
    ;;
  heavy) exec vitest run --project 'heavy*' "$@" ;;
  long) exec vitest run --config test/long.config.ts "$@" ;;
  browser) installed --no-isolate test/browser "$@" ;;
  proxy) installed test/proxy "$@" ;;
  databases) installed test/adapters/storage test/crashes test/journeys "$@" ;;
  engines) installed test/adapters/drivers/mqtt test/adapters/drivers/obs test/adapters/mdns "$@" ;;
  casparcg) installed test/adapters/drivers/casparcg "$@" ;;
  programs) installed --exclude 'test/browser/**' "$@" ;;
  consoles) CONSOLES=1 exec vitest run test/consoles "$@" ;;
  docs) exec sh test/docs/commands.sh "$@" ;;
  package) exec sh test/package/run.sh "$@" ;;
  # The scenarios of addresses with Docker's engine, which other machines may use instead of podman.
  docker) CI=true CONTAINER_ENGINE=docker exec sh features/over.sh containers features/access/addresses.feature "$@" ;;
  image-figures) exec sh infra/containers/engine.sh sh test/containers/figures.sh "$@" ;;
  hostile)
    node --import tsx test/fuzz/run.ts "$@"
    LONG=1 exec vitest run test/adapters/http/server/timeouts.test.ts
    ;;
  mutation)
    case ${1:-} in
      changed) shift && MUTATION_SECONDS=${MUTATION_SECONDS:-60} exec node --import tsx test/stryker/run.ts --changed "$@" ;;
      *) exec node --import tsx test/stryker/run.ts "$@" ;;
    esac
    ;;
  *)
    echo "suite: expected unit, heavy, long, browser, proxy, databases, engines, casparcg, programs, consoles, docs, package," \
      "docker, image-figures, hostile or mutation, got \"$name\"" >&2
    exit 1
    ;;
esac
