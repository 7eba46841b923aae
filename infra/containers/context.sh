#!/usr/bin/env bash
# Lays out in a folder what the images are made of: context.sh FOLDER
# Everything is there already, compiled and installed; nothing is fetched.
set -euo pipefail
umask 022
target=$(cd -P "$1" && pwd)
cd -P "$(dirname "$0")/../.."

mkdir -p "$target/production/dist" "$target/development/dist" "$target/development/simulator" "$target/data"

# Copies what a list on standard input names: copy FROM TO [OPTION OF TAR ...]
# A list that names nothing is a mistake, of which no image is made.
copy() {
  local list from=$1 to=$2
  shift 2
  list=$(cat)
  if [ -z "$list" ]; then
    echo "nothing was found in $PWD/$from that belongs into $to" >&2
    return 1
  fi
  tar -C "$from" -c "$@" --files-from=- <<<"$list" | tar -C "$to" -x
}

# What was compiled from a source that is still there, and with it the map that leads back to it.
compiled() {
  (cd dist && find "$@" -name '*.js') | while read -r file; do
    if [ -f "${file%.js}.ts" ]; then printf '%s\n%s.map\n' "$file" "$file"; fi
  done
}

# What runs: all that is compiled but the simulator, the built pages, and the files that are served as they were written.
cp package.json LICENSE "$target/production"
compiled domain application adapters infra | grep -v '^infra/simulated/' | copy dist "$target/production/dist"
cp -R dist/pages "$target/production/dist"
find adapters -path adapters/web/console -prune -o -type f ! -name '*.ts' -print | copy . "$target/production"

# The packages that production needs, without what only their developers read. Node comes with the image.
npm ls --all --parseable --omit=dev --omit=optional | while read -r package; do echo "${package#"$PWD"/}"; done |
  grep '^node_modules/' | copy . "$target/production" --exclude='*.map' --exclude='*.d.ts' --exclude='*.d.[cm]ts' \
  --exclude='*.md' --exclude='test' --exclude='tests' --exclude='.github'

# What development has beside it: the simulated studio and its page.
compiled simulator infra/simulated | copy dist "$target/development/dist"
cp -R simulator/page "$target/development/simulator"

# Whoever built this, with whatever umask: the images' user reads it, and nobody else writes.
chmod -R u=rwX,go=rX "$target"
