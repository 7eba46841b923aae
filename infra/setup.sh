#!/bin/sh
# Installs missing packages and bundles changed code. Prints nothing if there is nothing to do. Then becomes the command that
# its arguments form, if there are any: npm passes signals on to one process only.
set -eu
cd "$(dirname "$0")/.."

# Starts a command in the background and keeps its process id in the variable that is named first. A signal waits until the id
# is kept: it would leave the process behind.
child=
counter=
answer=
starting=
signalled=
begin() {
  starting=yes
  keep=$1
  shift
  "$@" >&2 &
  eval "$keep=\$!"
  starting=
  [ -z "$signalled" ] || stop "$signalled"
}

# Runs a command in the background and waits for it, so that a signal ends the command too.
run() {
  begin child "$@"
  code=0
  wait "$child" || code=$?
  child=
  return "$code"
}
# Ends the count of packages. A process that has just begun may miss a signal, because the shell hasn't set its traps yet.
end_count() {
  while [ -n "$counter" ] && kill -TERM "$counter" 2>/dev/null; do sleep 0.1; done
  counter=
}
stop() {
  if [ -n "$starting" ]; then
    signalled=$1
    return
  fi
  end_count
  if [ -n "$child" ]; then
    kill -TERM "$child" 2>/dev/null || :
    wait "$child" || :
  fi
  rm -f "$answer"
  exit "$1"
}
trap 'stop 129' HUP
trap 'stop 130' INT
trap 'stop 143' TERM

# Fails within seconds if the registry can't be reached. A registry that answers with an error is there.
reach_registry() {
  answer=$(mktemp)
  code=0
  run npm ping --fetch-retries=0 --fetch-timeout=6000 2>"$answer" || code=$?
  case $(cat "$answer") in *' code E4'* | *' code E5'*) code=0 ;; esac
  rm -f "$answer"
  return "$code"
}

# Counts the installed packages until it is killed.
count_packages() {
  all=$(grep -c '^    "node_modules/' package-lock.json)
  trap 'kill "$!"; exit' TERM
  while sleep 5 & wait "$!"; do
    echo "  $(find node_modules -name package.json -path '*node_modules/*' 2>/dev/null | grep -cE 'node_modules/(@[^/]+/)?[^/@]+/package.json$') of $all packages" >&2
  done
}

install_packages() {
  begin counter count_packages
  code=0
  run npm ci --include=dev --no-audit --no-fund "$@" || code=$?
  end_count
  return "$code"
}

if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  # npm would empty the folder that a link leads to, which others use.
  if [ -L node_modules ]; then
    echo "node_modules is a link and its packages are outdated: install them in $(readlink -f node_modules/..)." >&2
    exit 1
  fi
  echo 'Installing packages (once) ...' >&2
  if reach_registry; then
    install_packages
  elif ! install_packages --offline 2>/dev/null; then
    echo "The packages can't be installed: $(npm config get registry) can't be reached, and npm's cache lacks some." >&2
    echo 'Connect this machine to the network, or use the offline archive (docs/install.md).' >&2
    exit 1
  fi
  touch node_modules/.package-lock.json
fi

PATH="$PWD/node_modules/.bin:$PATH"
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 24 || (major === 24 && minor >= 5) ? 0 : 1)'; then
  echo "Node 24.5 or newer is required, but this is $(node -v), and the packages contain no Node for this machine." >&2
  exit 1
fi

# Another setup in this folder may be bundling: it deletes what is started here.
mkdir -p dist
if [ -w dist ] && command -v flock >/dev/null; then
  exec 9>dist/.lock
  run flock 9
fi

sources='domain application adapters simulator infra package-lock.json tsconfig.json'
if [ ! -e dist/.built ] || [ -n "$(find $sources -newer dist/.built -print | head -n 1)" ]; then
  echo 'Bundling the programs ...' >&2
  # A build that is interrupted leaves a part of the programs. What changes during a build is bundled by the next one.
  rm -f dist/.built
  touch dist/.building
  run vite build infra
  mv dist/.building dist/.built
fi

page='adapters/web adapters/companion application/console domain simulator/page simulator/client simulator/api vite.config.ts package-lock.json'
if [ ! -e dist/.page-built ] || [ -n "$(find $page -newer dist/.page-built -print | head -n 1)" ]; then
  echo 'Bundling the pages ...' >&2
  rm -f dist/.page-built
  touch dist/.building
  run vite build
  run vite build adapters/web/reference
  run vite build adapters/web/screens
  run vite build adapters/web/editing
  run vite build simulator/page
  mv dist/.building dist/.page-built
fi

# The program must not keep the lock.
exec 9>&-
[ $# -eq 0 ] || exec "$@"
