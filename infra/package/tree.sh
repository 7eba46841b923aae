#!/usr/bin/env bash
# Copies the program with its Node to a folder: tree.sh ARCHITECTURE FOLDER [development]
# The architecture is amd64 or arm64. With `development` the simulated studio is part of it. Everything must be bundled and installed already.
set -euo pipefail
architecture=$1
target=$2
content=${3:-production}
cd "$(dirname "$0")/../.."

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
bash infra/containers/context.sh "$context"
mkdir -p "$target/app"
cp -R "$context/production/." "$target/app"
[ "$content" = production ] || cp -R "$context/development/." "$target/app"
bash infra/package/node.sh "$architecture" "$target/node"
