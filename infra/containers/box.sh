#!/bin/sh
# The first process of the box that engine.sh makes: box.sh FOLDER
# Serves podman until its standard input ends, then ends all that runs here and removes the folder.
set -eu
box=$1
cd /
ip link set lo up
# Locks, namespaces and sockets of other podmans are none of this one's business.
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mkdir "$box/storage"
mount -t tmpfs tmpfs "$box/storage"
cat >"$box/containers.conf" <<END
[containers]
default_ulimits = []
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "$box/networks"
END
CONTAINERS_CONF="$box/containers.conf" podman --storage-driver overlay --root "$box/storage/root" \
  --runroot "$box/storage/run" --tmpdir "$box/storage/tmp" system service --time=0 "unix://$box/podman.sock" &

read -r _ || :
kill -KILL -1 2>/dev/null || :
wait
# Their control groups are the machine's, and outlive them.
for container in "$box"/storage/root/overlay-containers/*/; do
  find /sys/fs/cgroup -depth -type d -path "*libpod*$(basename "$container")*" -exec rmdir {} + 2>/dev/null || :
done
find /sys/fs/cgroup -depth -type d -name libpod_parent -exec rmdir {} + 2>/dev/null || :
umount -R -l "$box/storage" || :
rm -rf "$box"
