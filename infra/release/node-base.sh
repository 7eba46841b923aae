#!/usr/bin/env bash
# Imports the image that a released image takes Node from: node-base.sh ARCHITECTURE IMAGE FOLDER
# It has the Node of the lockfile, the libraries of Debian that Node needs, whose signatures apt checks, and a shell that runs on
# this machine. Prints the versions of the libraries, one each line, and copies their
# licences to the folder.
set -euo pipefail
architecture=$1
image=$2
mkdir -p "$3"
notices=$(cd "$3" && pwd)
cd "$(dirname "$0")/../.."
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
if [ ! -e "$keyring" ]; then
  echo "expected $keyring, of the package debian-archive-keyring" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# An apt of its own: this machine's lists and architectures stay as they are.
mkdir -p "$work"/apt/{lists/partial,cache/archives/partial,etc/apt.conf.d,etc/preferences.d} "$work/packages" "$work/root/usr/local/bin"
touch "$work/apt/status"
sources() { printf 'deb [signed-by=%s] http://deb.debian.org/debian%s %s main\n' "$keyring" "$1" "$2"; }
{
  sources '' bookworm
  sources -security bookworm-security
} >"$work/apt/etc/sources.list"
apt=(apt-get -qq -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o 'APT::Sandbox::User='
  -o "Dir::State::Status=$work/apt/status" -o "Dir::State=$work/apt" -o "Dir::State::Lists=$work/apt/lists"
  -o "Dir::Cache=$work/apt/cache" -o "Dir::Etc=$work/apt/etc")
"${apt[@]}" update >&2
(cd "$work/packages" && "${apt[@]}" download libc6 libstdc++6 libgcc-s1 gcc-12-base >&2)
# gcc-12-base has the licence of the libraries of GCC.
for package in "$work"/packages/*.deb; do
  dpkg-deb --extract "$package" "$work/unpacked"
  dpkg-deb --showformat '${Package} ${Version}\n' --show "$package"
done

for package in libc6 gcc-12-base; do cp "$work/unpacked/usr/share/doc/$package/copyright" "$notices/$package"; done

# What the Dockerfile copies, where the loader finds it.
root=$work/root
for folder in lib lib64 usr/lib; do
  [ ! -d "$work/unpacked/$folder" ] || cp -R --no-target-directory "$work/unpacked/$folder" "$root/lib${folder#*lib}"
done
bash infra/package/node.sh "$architecture" "$root/usr/local/bin/node"
mkdir -p "$root/bin"
cp "$(command -v busybox)" "$root/bin/busybox"
for applet in sh cp mkdir dirname; do ln -s busybox "$root/bin/$applet"; done
tar -C "$root" -c --sort=name --owner=0 --group=0 --numeric-owner . | $CONTAINER_CLI import --arch "$architecture" - "$image" >/dev/null
