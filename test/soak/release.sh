#!/usr/bin/env bash
# Makes the next release twice, in two clones of this commit, and compares every file of both.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
next=$(node -p "const [major, minor] = require('./package.json').version.split('.'); major + '.' + (Number(minor) + 1) + '.0'")

release() {
  git -C "$work/$1" -c advice.detachedHead=false checkout --quiet "$2"
  (cd "$work/$1" && bash infra/release/release.sh "$next")
}
git clone --quiet . "$work/first"
release first HEAD
git clone --quiet "$work/first" "$work/second"
release second "v$next"
diff "$work/first/dist/release/SHA256SUMS" "$work/second/dist/release/SHA256SUMS"
echo "both releases of $next have the same $(wc -l <"$work/first/dist/release/SHA256SUMS") files"
