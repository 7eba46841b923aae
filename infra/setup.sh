#!/bin/sh
# Installs missing packages and compiles changed code. Prints nothing if there is nothing to do.
set -eu
cd "$(dirname "$0")/.."

if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  # npm would empty the folder that a link leads to, which others use.
  if [ -L node_modules ]; then
    echo "node_modules is a link and its packages are outdated: install them in $(readlink -f node_modules/..)." >&2
    exit 1
  fi
  echo 'Installing packages (once) ...' >&2
  npm ci --include=dev --no-audit --no-fund >&2
  touch node_modules/.package-lock.json
fi

PATH="$PWD/node_modules/.bin:$PATH"
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 24 || (major === 24 && minor >= 5) ? 0 : 1)'; then
  echo "Node 24.5 or newer is required, but this is $(node -v), and the packages contain no Node for this machine." >&2
  exit 1
fi

sources='domain application adapters simulator infra package-lock.json tsconfig.json'
if [ ! -e dist/.built ] || [ -n "$(find $sources -newer dist/.built -print | head -n 1)" ]; then
  echo 'Compiling ...' >&2
  tsc -p infra/tsconfig.build.json
  touch dist/.built
fi

page='adapters/web domain vite.config.ts package-lock.json'
if [ ! -e dist/.page-built ] || [ -n "$(find $page -newer dist/.page-built -print | head -n 1)" ]; then
  echo 'Bundling the console page ...' >&2
  vite build
  touch dist/.page-built
fi
