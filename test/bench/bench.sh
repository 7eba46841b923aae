#!/bin/sh
# Runs a benchmark: npm run bench [-- NAME] [ARGUMENT…]. Without a name, that of speed, whose results docs/performance.md shows.
set -eu

case ${1:-} in
  connections | devices | drivers | event-streams | reactions | small-machine | sync | webhooks | worst-input) name=$1 && shift ;;
  '' | -*) name=speed/run ;;
  *)
    echo "bench: expected connections, devices, drivers, event-streams, reactions, small-machine, sync, webhooks or worst-input, got \"$1\"" >&2
    exit 1
    ;;
esac
exec node --import tsx "test/bench/$name.ts" "$@"
