# Runs a command in a network namespace of its own, where Debian's Avahi announces the services of a folder.
# usage: avahi.sh SERVICES_FOLDER ipv4|ipv6 COMMAND...
set -eu
services=$1
family=$2
shift 2
ip link set lo up
ip link set lo multicast on
if [ "$family" = ipv6 ]; then
  # The loopback interface delivers no multicast of IPv6. This one has a link-local address too, as real ones.
  ip link add studio type veth peer name equipment
  ip link set studio up
  ip link set equipment up
  ip address add fd12::1/64 dev studio nodad
  use='use-ipv4=no\nuse-ipv6=yes'
else
  ip route add 224.0.0.0/4 dev lo
  use='use-ipv4=yes\nuse-ipv6=no'
fi
mount --bind "$services" /etc/avahi/services
mkdir -p /run/avahi-daemon
mount -t tmpfs none /run/avahi-daemon
printf "[server]\nhost-name=studio\n$use\nenable-dbus=no\n" >"$services/avahi.conf"
avahi-daemon -f "$services/avahi.conf" --no-drop-root --no-chroot --no-rlimits >"$services/avahi.log" 2>&1 &
avahi=$!
trap 'kill $avahi' EXIT
timeout 10 sh -c 'until grep -q "successfully established" "$1/avahi.log"; do sleep 0.1; done' sh "$services"
"$@"
