#!/bin/sh
# The first process of the namespaces that engine.sh creates: box.sh ENGINE FOLDER
# Runs the engine until standard input ends. Then it kills all processes here and removes the folder.
set -eu
here=$(dirname "$(realpath "$0")")
engine=$1
box=$2
cd /
ip link set lo up
# Hides locks, namespaces and sockets of other engines.
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mkdir "$box/storage"
mount -t tmpfs tmpfs "$box/storage"
sh "$here/$engine.sh" "$box" &

read -r _ || :
kill -KILL -1 2>/dev/null || :
wait
# Control groups belong to the machine; they outlive the containers.
for container in "$box"/storage/root/overlay-containers/*/; do
  find /sys/fs/cgroup -depth -type d -path "*libpod*$(basename "$container")*" -exec rmdir {} + 2>/dev/null || :
done
# A killed process may take a moment to leave its group.
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
