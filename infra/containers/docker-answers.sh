#!/bin/sh
# Whether there is a Docker to work with: one that DOCKER_HOST names, or one that answers.
[ -n "${DOCKER_HOST:-}" ] || docker info >/dev/null 2>&1
