#!/usr/bin/env bash
# Copies the Node that the packages bring to a file: node.sh ARCHITECTURE FILE, with amd64 or arm64.
# That of another machine comes from the registry, and must be the one that the lockfile names.
set -euo pipefail
architecture=$1
file=$2
cd "$(dirname "$0")/../.."
package=node-linux-${architecture/amd64/x64}
node=node_modules/$package/bin/node
if [ ! -e "$node" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  read -r version integrity < <(node -p "
    const { version, integrity } = require('./package-lock.json').packages['node_modules/$package'];
    version + ' ' + integrity")
  npm pack --silent --pack-destination "$work" "$package@$version" >/dev/null
  packed=$work/$package-$version.tgz
  if [ "sha512-$(openssl dgst -sha512 -binary "$packed" | base64 --wrap=0)" != "$integrity" ]; then
    echo "$package@$version of the registry is not the one of package-lock.json" >&2
    exit 1
  fi
  tar -C "$work" -xzf "$packed" package/bin/node
  node=$work/package/bin/node
fi
install -m 755 "$node" "$file"
