#!/bin/sh
# Succeeds if Docker is available: DOCKER_HOST is set, or the default daemon responds.
[ -n "${DOCKER_HOST:-}" ] || docker info >/dev/null 2>&1
