#!/usr/bin/env bash
# Has continuous integration start the programs of the archive in bare roots of Debian 12 and 13 (package_root.sh),
# whenever what decides about that has changed since it last held: packaging, CMake files, the list of packages, the
# libraries that the programs are linked with, and these scripts. What cannot be tried here is said, and is no failure.
#
# tests/systems/package_stage.sh [--again]    --again: whatever has held before
#
# What has held is kept in $XDG_CACHE_HOME/strata/packages-held or ~/.cache/strata/packages-held.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=build/release
programs=(strata strata-bench strata-papers strata-grade)
for program in "${programs[@]}"; do
  [ -x "$build/$program" ] || { echo "There is no $build/$program: run ./run or ./test first." >&2; exit 2; }
done
held=${XDG_CACHE_HOME:-$HOME/.cache}/strata/packages-held
state=$(
  {
    find . \( -path ./build -o -path ./out -o -path ./.git \) -prune -o \( -name CMakeLists.txt -o -name '*.cmake' -o -path './packaging/*' \
      -o -path './cmake/*' -o -path './tests/systems/package_*' \) -type f -print0 | sort -z | xargs -0 sha256sum
    # Without the addresses.
    for program in "${programs[@]}"; do echo "$program"; ldd "$build/$program" | sed 's/ (0x.*//' | sort; done
    cat /etc/debian_version 2>/dev/null || true
  } | sha256sum | cut -d' ' -f1
)
if [ "${1:-}" != --again ] && grep -qx "$state" "$held" 2>/dev/null; then
  echo "Packages: nothing that they depend on has changed since they were tried."
  exit 0
fi
began=$SECONDS
log=$build/packages.log
rm -rf "$build/packages"
cmake --build --preset release --target package >"$log" 2>&1 || { tail -n 20 "$log"; echo "Packages cannot be made, see $log"; exit 1; }
shopt -s nullglob
mains=("$build"/packages/strata_*.deb)
! dpkg-deb -f "${mains[@]}" Depends | grep -iE 'mpi' || { echo "The main package needs MPI: see above."; exit 1; }
echo "Packages were made in $((SECONDS - began)) s: $(cd "$build/packages" && echo strata*.deb strata*.tar.gz)"
all=1
systems=(bookworm trixie) tried=()
for system in "${systems[@]}"; do
  tests/systems/package_root.sh "$system" &
  tried+=($!)
done
failed=
for process in "${tried[@]}"; do
  status=0
  wait "$process" || status=$?
  case $status in
    0) ;;
    77) all= ;;  # tried again next time
    *) failed=1 ;;
  esac
done
[ -z "$failed" ] || exit 1
echo "Packages took $((SECONDS - began)) s"
[ -n "$all" ] || exit 0
mkdir -p "${held%/*}"
echo "$state" >>"$held"
