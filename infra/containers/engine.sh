#!/bin/sh
# Runs a command with a container engine: engine.sh COMMAND...
# Uses Docker if it is available. Otherwise it runs Debian's podman, as root, in namespaces of its own (the box): processes,
# mounts, networks and images are removed however this script ends. CONTAINER_ENGINE (podman or docker) forces a box.
set -eu
here=$(dirname "$(realpath "$0")")

without_engine() {
  echo "== NOT RUN: $1" >&2
  [ "${CI:-}" = true ] && exit 1
  exit 0
}

if [ -z "${CONTAINER_ENGINE:-}" ] && sh "$here/docker-answers.sh"; then
  export CONTAINER_CLI="${CONTAINER_CLI:-docker}"
  exec "$@"
fi

export CONTAINER_ENGINE="${CONTAINER_ENGINE:-podman}"
case $CONTAINER_ENGINE in
  podman) tools='podman /usr/lib/podman/netavark' ;;
  docker) tools='docker dockerd containerd iptables' ;;
  *)
    echo "CONTAINER_ENGINE is $CONTAINER_ENGINE: expected podman or docker" >&2
    exit 1
    ;;
esac
for tool in $tools runc unshare ip busybox; do
  command -v "$tool" >/dev/null || without_engine "can't run $CONTAINER_ENGINE: $tool is missing"
done
[ "$(id -u)" -eq 0 ] || without_engine "can't run $CONTAINER_ENGINE: root is required"

# A short path, because the paths of sockets are limited in length.
box=$(mktemp -d /tmp/studio-engine.XXXXXX)
mkfifo "$box/held"
mkdir "$box/tmp"
# The box runs until the other end of its standard input is closed.
unshare --mount --net --pid --fork --mount-proc sh "$here/box.sh" "$CONTAINER_ENGINE" "$box" <"$box/held" >"$box/log" 2>&1 &
boxed=$!
exec 9>"$box/held"

is_left() {
  [ -e "$box" ] || grep -qF "$box" /proc/mounts || grep -qsF "$box" /proc/[0-9]*/cmdline
}

command=
finish() {
  trap '' INT TERM
  if [ -n "$command" ]; then
    kill -TERM "$command" 2>/dev/null && wait "$command" || :
  fi
  exec 9>&-
  wait "$boxed" || :
  # Fails if anything is left. Clients of the engine may take a moment to end.
  tries=0
  while is_left; do
    tries=$((tries + 1))
    if [ "$tries" -gt 50 ]; then
      echo "processes, mounts or files of $box are left" >&2
      exit 1
    fi
    sleep 0.1
  done
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export DOCKER_HOST="unix://$box/engine.sock"
export CONTAINER_CLI="docker"
[ "$CONTAINER_ENGINE" = docker ] || CONTAINER_CLI="podman --url $DOCKER_HOST"
# The network in which published ports are reachable, for nsenter.
export ENGINE_NETWORK="/proc/$boxed/ns/net"
export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
tries=0
until $CONTAINER_CLI version >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 200 ] || ! kill -0 "$boxed" 2>/dev/null; then
    cat "$box/log" >&2
    echo "$CONTAINER_ENGINE did not start" >&2
    exit 1
  fi
  sleep 0.1
done
sh "$here/bases.sh"

TMPDIR="$box/tmp" "$@" 9>&- &
command=$!
code=0
wait "$command" || code=$?
command=
exit "$code"
