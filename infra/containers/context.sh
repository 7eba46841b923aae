#!/bin/sh
# Lays out in a folder what the images are made of: context.sh FOLDER
# Everything is there already, compiled and installed; nothing is fetched.
set -eu
target=$(realpath "$1")
cd "$(dirname "$0")/../.."

mkdir -p "$target/production/dist" "$target/development/dist" "$target/development/simulator" "$target/data"

# What was compiled from a source that is still there, and with it the map that leads back to it.
compiled() {
  (cd dist && find "$@" -name '*.js') | while read -r file; do
    if [ -f "${file%.js}.ts" ]; then printf '%s\n%s.map\n' "$file" "$file"; fi
  done
}

# What runs: all that is compiled but the simulator, the built pages, and the files that are served as they were written.
cp package.json LICENSE "$target/production"
compiled domain application adapters infra | grep -v '^infra/simulated/' | tar -C dist -c --files-from=- |
  tar -C "$target/production/dist" -x
cp -R dist/pages "$target/production/dist"
find adapters -path adapters/http/pages/console -prune -o -type f ! -name '*.ts' -print0 | tar -c --null --files-from=- | tar -C "$target/production" -x

# The packages that production needs, without what only their developers read. Node comes with the image.
npm ls --all --parseable --omit=dev --omit=optional | sed -n "s#^$PWD/\(node_modules/.*\)#\1#p" |
  tar -c --exclude='*.map' --exclude='*.d.ts' --exclude='*.d.[cm]ts' --exclude='*.md' --exclude='test' \
    --exclude='tests' --exclude='.github' --files-from=- | tar -C "$target/production" -x

# What development has beside it: the simulated studio and its page.
compiled simulator infra/simulated | tar -C dist -c --files-from=- | tar -C "$target/development/dist" -x
cp -R simulator/page "$target/development/simulator"
