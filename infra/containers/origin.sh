# Where the images come from: the version, and the commit of the sources. Sourced by other scripts in the project's folder.
# Sources that differ from their commit, or have none, are no commit's.
IMAGE_VERSION=$(node -p 'require("./package.json").version')
IMAGE_REVISION=unknown
IMAGE_CREATED=$(node -p 'new Date().toISOString()')
if [ -z "$(git status --porcelain 2>/dev/null || echo no)" ]; then
  IMAGE_REVISION=$(git rev-parse HEAD)
  # The time of the commit, so that the same sources make the same labels.
  IMAGE_CREATED=$(git show --no-patch --format=%cI HEAD)
fi
export IMAGE_VERSION IMAGE_REVISION IMAGE_CREATED
