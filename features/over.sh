#!/bin/sh
# Runs the scenarios over what is real: npm run features:over -- KIND [ARGUMENT…]. Without arguments, the scenarios that the kind
# is about; arguments are those of cucumber-js.
#
# KIND is one of
#   amcp        players over the simulated CasparCG wire (`amcp all`: all scenarios)
#   casparcg    outputs on the CasparCG server of CASPARCG_HOST, and its contract suite
#   rehearsed   the same on a simulated server in a process of its own
#   obs         outputs on Debian's OBS Studio, in real time
#   wire        signals and cameras over the equipment of each protocol
#   namespaces  all scenarios with real addresses, in network namespaces
#   containers  the scenarios against the built images
set -eu

kind=${1:-}
[ $# -eq 0 ] || shift

cucumber() {
  NODE_OPTIONS='--import tsx' cucumber-js "$@"
}

# Each half has namespaces of its own.
halves() {
  code=0
  PART=1 cucumber --profile namespaces --shard 1/2 &
  PART=2 cucumber --profile namespaces --shard 2/2 || code=$?
  wait $! || code=$?
  return "$code"
}

case $kind in
  amcp)
    case ${1:-} in
      '') cucumber --profile amcp features/outputs ;;
      all) shift && cucumber --profile amcp "$@" ;;
      *) cucumber --profile amcp "$@" ;;
    esac
    ;;
  casparcg) exec sh test/adapters/drivers/casparcg/on-engine.sh "$@" ;;
  rehearsed) exec node --import tsx test/adapters/drivers/casparcg/rehearsal.ts "$@" ;;
  obs) exec node --import tsx test/adapters/drivers/obs/features.ts "$@" ;;
  wire) exec node --import tsx features/support/wire/run.ts "$@" ;;
  namespaces) if [ $# -gt 0 ]; then cucumber --profile namespaces "$@"; else halves; fi ;;
  containers) exec sh infra/containers/engine.sh sh test/containers/run.sh "$@" ;;
  *)
    echo "features:over: expected amcp, casparcg, rehearsed, obs, wire, namespaces or containers, got \"$kind\"" >&2
    exit 1
    ;;
esac
