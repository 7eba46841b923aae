#!/bin/sh
# Runs Debian's podman with Docker's API in a folder: podman.sh FOLDER
set -eu
box=$1
cat >"$box/containers.conf" <<CONF
[containers]
default_ulimits = []
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "$box/networks"
CONF
export CONTAINERS_CONF="$box/containers.conf"
exec podman --storage-driver overlay --root "$box/storage/root" --runroot "$box/storage/run" \
  --tmpdir "$box/storage/tmp" system service --time=0 "unix://$box/engine.sock"
