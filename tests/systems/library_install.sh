#!/usr/bin/env bash
# Installs the library into a folder of its own, moves it, builds the programs of docs/examples with it, and checks what
# they print.
set -euo pipefail

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ] || [ $# -gt 1 ]; then
  cat <<'HELP'
tests/systems/library_install.sh [BUILD]   BUILD: a build folder (build/shared, which is configured and built first)

The programs are built by find_package(Strata), by pkg-config, and after add_subdirectory they are configured; a program
that asks for another version must be refused. Of the shared library it is also looked at which symbols it has, and
which libraries its users need. Each step is a line; what cannot be tried here is a line "left out". Exit 0: nothing has
failed; 1: something has; 77: the library is not built.
HELP
  [ $# -le 1 ] && exit 0 || exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }
left_out() { echo "left out: $1"; }
# Runs a command whose words are shown if it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$*"; }; }

build=${1:-}
if [ -z "$build" ]; then
  build=$root/build/shared
  (cd "$root" && quietly cmake --preset shared && quietly cmake --build --preset shared)
fi
build=$(cd "$build" && pwd)
shared=
if compgen -G "$build/library/libstrata.so.*" >/dev/null; then
  shared=1
elif [ ! -e "$build/library/libstrata.a" ]; then
  left_out "everything: $build has no library, build strata_library first"
  exit 77
fi

quietly cmake --install "$build" --prefix "$work/first" --component library
mv "$work/first" "$work/moved here"
prefix="$work/moved here"
headers=$(cd "$root/library/strata" && echo *.hpp version.hpp | tr ' ' '\n' | sort)
[ "$(cd "$prefix/include" && find . -type f | sort)" = "$(sed 's|^|./strata/|' <<<"$headers")" ] ||
  fail "other headers are installed than those of library/strata and version.hpp"
! grep -E '#include "(core|library)/|#include <(fmt|tbb|metis)' "$prefix"/include/strata/*.hpp || fail "see above: headers that are not installed"
! grep -rF "$root" "$prefix/lib/cmake" "$prefix/lib/pkgconfig" || fail "see above: folders of the sources"
echo "ok: installed into a folder that was moved"

# The words that each example prints.
check() {
  local program=$1 words=$2 said
  said=$(timeout 120 "$program") || fail "$program ends with $?, after: $said"
  grep -Ezq "$words" <<<"$said" || fail "$program prints: $said"
}
check_all() {
  check "$1/first_path" '^scout: length 36\.49 .*tank: length [4-9][0-9]\.[0-9]+ .*scout by HPA\*: length [34].*closed: 1 cell changed.*scout: length [4-9].*into the wall: the goal is blocked'
  check "$1/batch" '^20000 requests, 19979 paths, [0-9]+ turning points.*lengths alone: the same.*nearest depot: [0-2].*within 10: [0-9]+ cells'
  check "$1/game_loop" '^all arrived after [0-9]+ frames: 500 units, [1-9][0-9]* changes of doors, [0-9]+ paths, 0 steps into walls'
}

quietly cmake -S "$root/docs/examples" -B "$work/examples" -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build "$work/examples"
check_all "$work/examples"
echo "ok: examples by find_package(Strata)"

mkdir "$work/later"
cat >"$work/later/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.24)
project(later CXX)
find_package(Strata 0.999 REQUIRED)
CMAKE
! cmake -S "$work/later" -B "$work/later/build" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 || fail "version 0.999 is found"
tr -s ' \n' ' ' <"$work/log" | grep -q 'compatible with requested version' || { cat "$work/log" >&2; fail "another version is refused by other words"; }
echo "ok: another version is refused"

if command -v pkg-config >/dev/null; then
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  flags=$(pkg-config --cflags --libs strata)
  mkdir "$work/by-hand"
  # pkg-config escapes blanks for a shell.
  eval "quietly c++ -std=c++20 -O1 '$root/docs/examples/first_path.cpp' -o '$work/by-hand/first_path' $flags -Wl,-rpath,'$prefix/lib'"
  check "$work/by-hand/first_path" '^scout: length 36\.49 '
  echo "ok: an example by pkg-config"
else
  left_out "pkg-config: it is not there"
fi

mkdir "$work/added"
cat >"$work/added/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.24)
project(added CXX)
add_subdirectory("$root" strata)
add_executable(game "$root/docs/examples/first_path.cpp")
target_link_libraries(game PRIVATE Strata::strata)
get_target_property(folders Strata::strata INTERFACE_INCLUDE_DIRECTORIES)
message(STATUS "include folders: \${folders}")
foreach(target strata_tests strata_bench strata)
  if(TARGET \${target})
    message(FATAL_ERROR "\${target} would be built")
  endif()
endforeach()
install(TARGETS game)
CMAKE
quietly cmake -S "$work/added" -B "$work/added/build"
! grep -q 'library/strata' "$work/added/build/strata/library/cmake_install.cmake" || fail "the library is installed with a game that adds it"
echo "ok: add_subdirectory configures the library alone"
left_out "a build after add_subdirectory, which compiles the whole core"

if [ -z "$shared" ]; then
  left_out "symbols of the shared library: $build has the static one"
  exit 0
fi
library=$(echo "$prefix"/lib/libstrata.so.*.*.*)
nm -DC --defined-only "$library" | sed 's/^[0-9a-f]* . //' >"$work/symbols"
! grep -v '^strata::' "$work/symbols" || fail "see above: symbols of other libraries"
! grep -E '^strata::(World|GridMap|NavigatorState|plan)\b' "$work/symbols" || fail "see above: symbols of the core"
# Functions and classes that the headers declare.
for name in $(sed -nE 's/^[A-Za-z_][A-Za-z0-9_:<>]* ([a-z_]+)\(.*\);.*/\1(/p; s/^class ([A-Za-z]+) \{$/\1::/p' "$root"/library/strata/*.hpp |
  grep -vE '^(Iterator|Path(Cells)|Result)::'); do
  grep -qF "strata::$name" "$work/symbols" || fail "strata::$name is not in library/strata.symbols"
done
! readelf -d "$work/examples/first_path" | grep NEEDED | grep -E 'fmt|tbb|metis|Recast|png|yaml|pugi' || fail "see above: libraries that users need"
echo "ok: symbols of the shared library"
