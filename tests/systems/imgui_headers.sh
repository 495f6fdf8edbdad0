#!/usr/bin/env bash
# Checks that the program's interface also compiles with the Dear ImGui of newer Debian releases: their headers are
# downloaded, not installed, and what includes them is parsed against them. Takes less than a minute.
set -euo pipefail

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  cat <<'HELP'
tests/systems/imgui_headers.sh [SUITE...]   parse what includes imgui.h with the headers of these suites (trixie sid)

Flags are those of build/release/compile_commands.json, so ./run or ./test comes first. Headers are kept in
build/imgui-headers; a suite is asked for newer ones once a day. One that cannot be reached and is not there is left out, with
a line that says so. Exit 0: all that was tried compiles, if only nothing; 1: something does not, with the place; 2: nothing is
built yet.

STRATA_COMMANDS=FILE   another compile_commands.json
STRATA_MIRROR=URL      another mirror than http://deb.debian.org/debian
HELP
  exit 0
fi

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
commands=${STRATA_COMMANDS:-$root/build/release/compile_commands.json}
mirror=${STRATA_MIRROR:-http://deb.debian.org/debian}
store=$root/build/imgui-headers
suites=("$@")
[ $# -gt 0 ] || suites=(trixie sid)
[ -f "$commands" ] || { echo "There is no $commands: run ./run or ./test first." >&2; exit 2; }
for tool in apt-get dpkg-deb python3; do
  command -v "$tool" >/dev/null && continue
  echo "Newer headers of Dear ImGui are left out: there is no $tool."
  exit 0
done

# What apt keeps for a suite, apart from that of this system.
fetch() (
  suite=$1 folder=$store/$1
  umask 022
  mkdir -p "$folder/lists/partial" "$folder/archives/partial"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$folder/sources.list"
  : >"$folder/status"
  # Apt takes no blanks in its options' values as they are; all paths are relative to a file that says where.
  cat >"$folder/apt.conf" <<CONF
Dir::State "$folder";
Dir::State::lists "$folder/lists";
Dir::State::status "$folder/status";
Dir::Cache "$folder";
Dir::Cache::archives "$folder/archives";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "";
APT::Architecture "$(dpkg --print-architecture)";
Acquire::Languages "none";
Acquire::http::Timeout "10";
Acquire::Retries "0";
CONF
  export APT_CONFIG=$folder/apt.conf
  cd "$folder"
  apt-get -qq -o APT::Update::Error-Mode=any update >log 2>&1 || return 1
  rm -rf new && mkdir new && cd new
  apt-get -qq download libimgui-dev >>../log 2>&1 || return 1
  local package
  package=$(echo libimgui-dev_*.deb)
  dpkg-deb --fsys-tarfile "$package" | tar -x ./usr/include
  dpkg-deb -f "$package" Version | sed 's/[+-].*//' >version
  rm "$package"
  cd ..
  rm -rf headers lists archives
  mv new headers
)

failed=0 tried=0
for suite in "${suites[@]}"; do
  headers=$store/$suite/headers
  note=
  if [ -z "$(find "$headers/version" -mtime -1 2>/dev/null)" ] && ! fetch "$suite"; then
    if [ ! -f "$headers/version" ]; then
      echo "$suite is left out: $mirror cannot be reached ($(grep -m 1 '^[EW]:' "$store/$suite/log" || echo "see $store/$suite/log"))"
      continue
    fi
    note=" (headers of $(date -r "$headers/version" +%F); the mirror cannot be reached)"
  fi
  tried=1
  began=$(date +%s)
  status=0
  result=$(python3 "$here/imgui_headers.py" "$commands" "$headers/usr/include/imgui" "$store/$suite") || status=$?
  echo "$suite libimgui-dev $(cat "$headers/version"): $result, $(($(date +%s) - began)) s$note"
  [ $status -eq 0 ] || failed=1
done
[ $tried -eq 1 ] || echo "No newer headers were tried."
exit $failed
