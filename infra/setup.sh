#!/bin/sh
# Installs missing packages and bundles changed code: setup.sh [--tests | --packages] [COMMAND...]
# With --tests it also installs the packages that only tests, checks and documents need. With --packages it installs these and
# bundles nothing. Prints nothing if there is nothing to do. Then becomes the command, if there is one: npm passes signals on to
# one process only.
set -eu
cd "$(dirname "$0")/.."

wanted=start
bundled=yes
case ${1:-} in
  --tests)
    wanted=all
    shift
    ;;
  --packages)
    wanted=all
    bundled=
    shift
    ;;
esac

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

count_installed() {
  find node_modules -name package.json -path '*node_modules/*' 2>/dev/null | grep -cE 'node_modules/(@[^/]+/)?[^/@]+/package.json$'
}

# Prints how many packages are installed, until it is killed.
count_packages() {
  trap 'kill "$!"; exit' TERM
  while sleep 5 & wait "$!"; do echo "  $(count_installed) of $1 packages" >&2; done
}

# Runs npm with arguments that install packages, and counts them.
install_with() {
  all=$(node infra/count-packages.js "$wanted")
  begin counter count_packages "$all"
  code=0
  run npm "$@" --include=dev --no-audit --no-fund || code=$?
  end_count
  [ "$code" -ne 0 ] || echo "  $(count_installed) of $all packages" >&2
  return "$code"
}

# Installs what is wanted. What is there without the packages of tests is kept; else npm begins with an empty folder.
install_packages() {
  if [ "$wanted" = start ]; then
    install_with ci --workspaces=false "$@"
  elif [ -e node_modules/.package-lock.json ] && is_current; then
    # If this is interrupted, the next set-up begins anew. If it fails, npm removes what it has added.
    mv node_modules/.package-lock.json node_modules/.package-lock.before
    install_with install --no-save "$@" || {
      mv node_modules/.package-lock.before node_modules/.package-lock.json
      return 1
    }
    rm node_modules/.package-lock.before
  else
    install_with ci "$@"
  fi
}

is_current() { [ ! package-lock.json -nt node_modules/.package-lock.json ]; }
has_tests() { grep -qs '"node_modules/studio-control-tests"' node_modules/.package-lock.json; }
is_installed() {
  [ -e node_modules/.package-lock.json ] && is_current && { [ "$wanted" = start ] || has_tests; }
}

if ! is_installed; then
  # npm would empty the folder that a link leads to, which others use.
  if [ -L node_modules ]; then
    echo "node_modules is a link and its packages are outdated: install them in $(readlink -f node_modules/..)." >&2
    exit 1
  fi
  ! has_tests || wanted=all
  echo 'Installing packages (once) ...' >&2
  if reach_registry; then
    install_packages
  elif ! install_packages --offline 2>/dev/null; then
    echo "The packages can't be installed: $(npm config get registry) can't be reached, and npm's cache lacks some." >&2
    echo 'Connect this machine to the network, or use the offline archive (docs/install.md).' >&2
    exit 1
  fi
  # Nothing reads Node's headers for C and the source maps of packages: 120 MB.
  find node_modules \( -path 'node_modules/node-linux-*/include/*' -o -name '*js.map' \) -type f -delete
  touch node_modules/.package-lock.json
fi

PATH="$PWD/node_modules/.bin:$PATH"
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 24 || (major === 24 && minor >= 5) ? 0 : 1)'; then
  echo "Node 24.5 or newer is required, but this is $(node -v), and the packages contain no Node for this machine." >&2
  exit 1
fi

if [ -z "$bundled" ]; then
  [ $# -eq 0 ] || exec "$@"
  exit
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

page='adapters/web adapters/companion application/console domain simulator/page simulator/client simulator/api vite.config.ts lingui.config.ts docs/studio-file.schema.json package-lock.json'
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
