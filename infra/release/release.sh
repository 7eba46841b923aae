#!/usr/bin/env bash
# Makes a release: release.sh VERSION, such as 1.0.0. Needs root, podman and the registry of npm.
# First, unless this commit is that version's already, the version is set, what it stores is kept as an example (test/releases), and
# both are committed and tagged. Then everything is built in dist/release. The same commit gives the same files.
set -euo pipefail
umask 022
shopt -s extglob
cd "$(dirname "$0")/../.."
version=${1:-}
tag=v$version

# Known before anything is committed.
for tool in podman runc busybox dpkg-deb; do
  if [ "$(id -u)" -ne 0 ] || ! command -v "$tool" >/dev/null; then
    echo "release: expected root and $tool" >&2
    exit 1
  fi
done
if [ ! -e /usr/share/keyrings/debian-archive-keyring.gpg ]; then
  echo 'release: expected the package debian-archive-keyring' >&2
  exit 1
fi
if [ -n "$(git status --porcelain)" ]; then
  echo 'release: expected a checkout without changes; commit them first' >&2
  exit 1
fi
sh infra/setup.sh --tests
PATH="$PWD/node_modules/.bin:$PATH"

bundle() {
  npm run --silent build
  touch dist/.built dist/.page-built
}

is_bundled=
if ! [ "$(node -p 'require("./package.json").version')" = "$version" ]; then
  node --import tsx infra/release/set-version.ts "$version"
  # No package has changed.
  touch node_modules/.package-lock.json
  # The programs contain their version.
  bundle
  is_bundled=yes
  node --import tsx test/releases/keep.ts
  git add --all
  git commit --quiet --message "Release $version"
  git tag --annotate --message "Studio Control $version" "$tag"
fi
if [ "$(git rev-parse --quiet --verify "$tag^{commit}")" != "$(git rev-parse HEAD)" ]; then
  echo "release: expected the checkout of the tag $tag" >&2
  exit 1
fi

out=$PWD/dist/release
rm -rf "$out" dist/package dist/client dist/companion
mkdir -p "$out"
[ -n "$is_bundled" ] || bundle

bash infra/package/package.sh amd64 arm64
mv dist/package/* "$out"
npm run --silent client:pack
mv dist/client/*.tgz "$out"
npm run --silent companion:pack
mv dist/companion/*.tgz "$out/studio-control-companion-$version.tgz"
CONTAINER_ENGINE=podman sh infra/containers/engine.sh bash infra/release/images.sh "$out" amd64 arm64
cp infra/containers/compose.yaml "$out"
node --import tsx infra/release/describe.ts "$out"
# The provenance names its builder, so it differs between machines; it lists the other files itself.
(cd "$out" && sha256sum -- !(provenance.json) >"$out.sums" && mv "$out.sums" SHA256SUMS)
ls -l "$out"
