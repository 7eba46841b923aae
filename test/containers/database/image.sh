#!/bin/sh
# Builds a replacement for the official PostgreSQL image from Debian's PostgreSQL on this machine, so that no registry is
# needed. It supports what compose.yaml uses. Run by engine.sh.
set -eu
cd "$(dirname "$0")/../../.."
. infra/containers/versions.sh
programs=$(dirname "$(find /usr/lib/postgresql/*/bin/postgres | sort | tail -n 1)")
version=$(basename "$(dirname "$programs")")
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

files="$programs/postgres $programs/initdb $programs/pg_isready"
for file in $files $(ldd $files | grep -oE '/[^ :]+'); do
  mkdir -p "$context/root$(dirname "$file")"
  cp -L "$file" "$context/root$file"
done
tar -C / -ch "usr/lib/postgresql/$version/lib" "usr/share/postgresql/$version" usr/share/zoneinfo | tar -C "$context/root" -x
mkdir -p "$context/data"
cp test/containers/database/entrypoint.sh "$context"
$CONTAINER_CLI build --network=none --quiet --build-arg BUSYBOX_IMAGE --build-arg "PROGRAMS=$programs" \
  --tag docker.io/library/postgres:17 --file test/containers/database/Dockerfile "$context" >/dev/null
