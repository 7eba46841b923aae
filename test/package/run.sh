#!/bin/sh
# Builds the Debian package, and follows docs/install.md word for word in a bare Debian whose first process is systemd, or in
# an Ubuntu: run.sh [SUITE [OPTIONS OF DEBOOTSTRAP ...]], such as run.sh jammy --keyring=FILE
# Needs root, debootstrap and systemd-nspawn.
set -eu
cd "$(dirname "$0")/../.."
for tool in debootstrap systemd-nspawn nsenter dpkg-deb; do
  if [ "$(id -u)" -ne 0 ] || ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: the package's test needs root and $tool" >&2
    [ "${CI:-}" != true ] || exit 1
    exit 0
  fi
done
bash infra/package/package.sh
PATH="$PWD/node_modules/.bin:$PATH"
exec node --import tsx test/package/run.ts "$@"
