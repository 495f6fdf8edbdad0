#!/usr/bin/env bash
# Installs the Debian packages of cmake/packages.txt that are missing; does nothing where all are there.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system: install what $PWD/packages.txt names by hand; the build will say what is missing." >&2
  exit 0
fi

missing=()
while read -r package; do
  case "$package" in '' | '#'*) continue ;; esac
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done <packages.txt
[ "${#missing[@]}" -gt 0 ] || exit 0

echo "Installing what is missing: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Neither root nor sudo: as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
if ! "${as_root[@]}" apt-get update -q; then
  echo "apt-get update failed (is there a network?); trying with the package lists that are here." >&2
fi
if ! "${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"; then
  echo "apt-get could not install: ${missing[*]}" >&2
  echo "Install them by hand (apt-get install ${missing[*]}), then run this again." >&2
  exit 1
fi
