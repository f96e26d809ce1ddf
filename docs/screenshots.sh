#!/usr/bin/env bash
# Takes the pictures of a report in docs/screenshots/: docs/screenshots.sh results/RUN/report.html. Needs Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ $# == 1 && -f $1 ]] || {
  echo 'usage: docs/screenshots.sh RUN/report.html' >&2
  exit 2
}
command -v chromium >/dev/null || {
  echo 'There is no Chromium: apt-get install chromium' >&2
  exit 3
}
page=file://$(realpath "$1")
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
mkdir -p docs/screenshots

# name, width, height, theme
shoot() {
  chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars --user-data-dir="$profile" \
    --window-size="$2,$3" --force-device-scale-factor=1 --virtual-time-budget=10000 \
    --screenshot="docs/screenshots/$1.png" "$page?theme=$4" 2>/dev/null
}

shoot desktop-light 1280 1500 light
shoot desktop-dark 1280 1500 dark
shoot phone-light 500 1500 light
shoot phone-dark 500 1500 dark
