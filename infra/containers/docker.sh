#!/bin/sh
# Runs Docker's engine in a folder: docker.sh FOLDER
# Its data and its socket are in the folder; its control groups are named after the folder.
set -eu
box=$1
echo '{}' >"$box/daemon.json"
exec dockerd --config-file "$box/daemon.json" --host "unix://$box/engine.sock" --data-root "$box/storage/root" \
  --exec-root "$box/storage/run" --pidfile "$box/storage/docker.pid" --storage-driver overlay2 \
  --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "/$(basename "$box")" --oom-score-adjust 0 --log-level warn
