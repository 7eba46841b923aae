#!/usr/bin/env bash
# Builds the Debian package and the offline archive in dist/package: package.sh [ARCHITECTURE...]
# The architectures are amd64 and arm64. Default: that of this machine.
# The same commit gives the same files: times are those of the commit, and owners are root.
set -euo pipefail
umask 022
cd "$(dirname "$0")/../.."
sh infra/setup.sh
PATH="$PWD/node_modules/.bin:$PATH"

version=${PACKAGE_VERSION:-$(node -p 'require("./package.json").version')}
if [ "$#" -eq 0 ]; then
  case $(node -p process.arch) in
    x64) set -- amd64 ;;
    arm64) set -- arm64 ;;
    *)
      echo "packages are for amd64 and arm64 only, but this is $(node -p process.arch)" >&2
      exit 1
      ;;
  esac
fi
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y package.json)}
export SOURCE_DATE_EPOCH

out=$PWD/dist/package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$out"

# Sets what differs from run to run: owners are set by the archivers.
normalize() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }

documents() {
  mkdir -p "$1"
  cp -R LICENSE README.md CHANGELOG.md SECURITY.md docs infra/studio-file/example-studio.yaml "$1"
  # The descriptions of this version are enough.
  rm -rf "$1"/docs/api/*/
}

# The offline archive, with the simulated studio: unpack it, and run bin/studio-control.
build_archive() {
  local architecture=$1 archive
  archive=studio-control-$version-linux-$architecture
  mkdir -p "$work/$archive/bin"
  bash infra/package/tree.sh "$architecture" "$work/$archive/lib/studio-control" development
  install -m 755 infra/package/studio-control "$work/$archive/bin/studio-control"
  documents "$work/$archive/share/doc/studio-control"
  normalize "$work/$archive"
  tar -C "$work" -c --sort=name --owner=0 --group=0 --numeric-owner "$archive" | gzip -n >"$out/$archive.tar.gz"
  echo "$out/$archive.tar.gz"
}

# The Debian package, without the simulated studio.
build_package() {
  local architecture=$1 root size
  root=$work/deb-$architecture
  bash infra/package/tree.sh "$architecture" "$root/usr/lib/studio-control"
  install -D -m 755 infra/package/studio-control "$root/usr/bin/studio-control"
  install -D -m 644 -t "$root/usr/lib/systemd/system" infra/package/debian/*.service
  install -D -m 640 -t "$root/etc/studio-control" infra/package/debian/*.env
  documents "$root/usr/share/doc/studio-control"
  mv "$root/usr/share/doc/studio-control/LICENSE" "$root/usr/share/doc/studio-control/copyright"
  install -d "$root/DEBIAN"
  install -m 755 -t "$root/DEBIAN" infra/package/debian/{postinst,prerm,postrm}
  sed "s/@VERSION@/$version/" infra/package/debian/preinst >"$root/DEBIAN/preinst"
  chmod 755 "$root/DEBIAN/preinst"
  install -m 644 infra/package/debian/conffiles "$root/DEBIAN/conffiles"
  size=$(du --summarize --block-size=1024 --exclude=DEBIAN "$root" | cut -f1)
  sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
    infra/package/debian/control >"$root/DEBIAN/control"
  normalize "$root"
  dpkg-deb --root-owner-group -Zzstd -z9 --build "$root" "$out/studio-control_${version}_$architecture.deb" >/dev/null
  echo "$out/studio-control_${version}_$architecture.deb"
}

for each in "$@"; do
  build_archive "$each"
  build_package "$each"
done
