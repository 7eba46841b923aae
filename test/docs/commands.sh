#!/bin/sh
# Runs the commands of the documents in a network namespace of its own, where the default ports are free and the machine
# has an address on a network. Needs root and iproute2.
set -eu
cd "$(dirname "$0")/../.."
if [ "$(id -u)" -ne 0 ] || ! command -v ip >/dev/null; then
  echo 'SKIPPED: the documents’ commands need root and iproute2' >&2
  [ -z "${CI:-}" ] || exit 1
  exit 0
fi
exec unshare --net sh -c '
  set -eu
  ip link set lo up
  ip link add lan0 type veth peer name lan1
  ip address add 192.168.50.10/24 dev lan0
  ip link set lan0 up
  ip link set lan1 up
  exec node --import tsx test/docs/run-commands.ts'
