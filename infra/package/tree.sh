#!/usr/bin/env bash
# Copies the program with its Node to a folder: tree.sh FOLDER [development]
# With `development` the simulated studio is part of it. Everything must be bundled and installed already.
set -euo pipefail
target=$1
content=${2:-production}
cd "$(dirname "$0")/../.."

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
bash infra/containers/context.sh "$context"
mkdir -p "$target/app"
cp -R "$context/production/." "$target/app"
[ "$content" = production ] || cp -R "$context/development/." "$target/app"
cp "$(node -p process.execPath)" "$target/node"
chmod 755 "$target/node"
