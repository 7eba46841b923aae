#!/bin/sh
# The first process of the box that engine.sh makes: box.sh ENGINE FOLDER
# Serves with the engine until its standard input ends, then ends all that runs here and removes the folder.
set -eu
here=$(dirname "$(realpath "$0")")
engine=$1
box=$2
cd /
ip link set lo up
# Locks, namespaces and sockets of other engines are none of this one's business.
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mkdir "$box/storage"
mount -t tmpfs tmpfs "$box/storage"
sh "$here/$engine.sh" "$box" &

read -r _ || :
kill -KILL -1 2>/dev/null || :
wait
# Their control groups are the machine's, and outlive them.
for container in "$box"/storage/root/overlay-containers/*/; do
  find /sys/fs/cgroup -depth -type d -path "*libpod*$(basename "$container")*" -exec rmdir {} + 2>/dev/null || :
done
# A process that was killed may take a moment to leave them.
tries=0
while [ "$tries" -lt 50 ]; do
  find /sys/fs/cgroup -depth -type d '(' -name libpod_parent -o -path "*/$(basename "$box")*" ')' \
    -exec rmdir {} + 2>/dev/null || :
  [ -n "$(find /sys/fs/cgroup -type d -name "$(basename "$box")")" ] || break
  tries=$((tries + 1))
  sleep 0.1
done
umount -R -l "$box/storage" || :
rm -rf "$box"
