#!/usr/bin/env bash
# What OSS-Fuzz runs. How the targets are built is said once, beside the sources.
set -euo pipefail
exec bash "$SRC/illformed/.clusterfuzzlite/build.sh"
