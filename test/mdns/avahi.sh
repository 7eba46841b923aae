# Runs a command in a network namespace of its own, where Debian's Avahi announces the services of a folder.
# usage: avahi.sh SERVICES_FOLDER COMMAND...
set -eu
services=$1
shift
ip link set lo up
ip link set lo multicast on
ip route add 224.0.0.0/4 dev lo
mount --bind "$services" /etc/avahi/services
mkdir -p /run/avahi-daemon
mount -t tmpfs none /run/avahi-daemon
printf '[server]\nhost-name=studio\nuse-ipv6=no\nenable-dbus=no\n' >"$services/avahi.conf"
avahi-daemon -f "$services/avahi.conf" --no-drop-root --no-chroot --no-rlimits >"$services/avahi.log" 2>&1 &
avahi=$!
trap 'kill $avahi' EXIT
timeout 10 sh -c 'until grep -q "successfully established" "$1/avahi.log"; do sleep 0.1; done' sh "$services"
"$@"
