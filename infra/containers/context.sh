#!/usr/bin/env bash
# Copies the content of the images to a folder: context.sh FOLDER
# Everything must be bundled and installed already; nothing is downloaded.
set -euo pipefail
umask 022
target=$(cd -P "$1" && pwd)
cd -P "$(dirname "$0")/../.."

mkdir -p "$target/production/dist" "$target/development/dist" "$target/data"

# Copies the files listed on standard input: copy FROM TO [TAR OPTION...]
# An empty list is an error.
copy() {
  local list from=$1 to=$2
  shift 2
  list=$(cat)
  if [ -z "$list" ]; then
    echo "nothing was found in $PWD/$from to copy to $to" >&2
    return 1
  fi
  tar -C "$from" -c "$@" --files-from=- <<<"$list" | tar -C "$to" -x
}

# The programs without the simulated studio, the built pages, and files that are served from the source folders.
cp package.json LICENSE "$target/production"
(cd dist && find infra -path infra/simulated -prune -o -type f -print) | copy dist "$target/production/dist"
mkdir "$target/production/dist/pages" "$target/development/dist/pages"
cp -R dist/pages/console dist/pages/reference dist/pages/screens dist/pages/editing "$target/production/dist/pages"
find adapters -path adapters/web/console -prune -o -path adapters/web/reference -prune -o -path adapters/web/screens -prune -o -path adapters/web/editing -prune \
  -o -path adapters/web/messages -prune \
  -o -path adapters/companion -prune -o -type f ! -name '*.ts' -print | copy . "$target/production"

# What is not in the bundles: packages that are loaded by name when a device needs them, without types, tests and documentation.
npm query '#jsmodbus, #jsmodbus *' | node -p 'JSON.parse(fs.readFileSync(0)).map(({ location }) => location).join("\n")' |
  copy . "$target/production" --exclude='*.map' --exclude='*.d.ts' --exclude='*.d.[cm]ts' --exclude='*.md' --exclude='test' \
  --exclude='tests' --exclude='.github'

# What the images contain, to check them against advisories.
node infra/containers/sbom.ts "$target/production/sbom.cdx.json" "$target/production"

# Only in the development image: the simulated studio and its page.
(cd dist && find infra/simulated -type f) | copy dist "$target/development/dist"
cp -R dist/pages/simulator "$target/development/dist/pages"

# Independent of the umask: all users can read the files, and only their owner can write them.
chmod -R u=rwX,go=rX "$target"
