#!/bin/sh
# Lays out in a folder what the images are made of: context.sh FOLDER
# Everything is there already, compiled and installed; nothing is fetched.
set -eu
target=$(realpath "$1")
cd "$(dirname "$0")/../.."

mkdir -p "$target/production/dist" "$target/development/dist/infra" "$target/development/simulator" "$target/data"

# What runs: all that is compiled but the simulator, and the files that the adapters serve as they were written.
cp package.json LICENSE "$target/production"
tar -C dist --exclude=./simulator --exclude=./infra/simulated --exclude='./.*' -c . | tar -C "$target/production/dist" -x
find adapters -type f ! -name '*.ts' -print0 | tar --null --files-from=- -c | tar -C "$target/production" -x

# The packages that production needs, without what only their developers read. Node comes with the image.
npm ls --all --parseable --omit=dev --omit=optional | sed -n "s#^$PWD/\(node_modules/.*\)#\1#p" |
  tar -c --exclude='*.map' --exclude='*.d.ts' --exclude='*.d.[cm]ts' --exclude='*.md' --exclude='test' \
    --exclude='tests' --exclude='.github' --files-from=- | tar -C "$target/production" -x

# What development has beside it: the simulated studio and its page.
cp -R dist/simulator "$target/development/dist"
cp -R dist/infra/simulated "$target/development/dist/infra"
cp -R simulator/page "$target/development/simulator"
