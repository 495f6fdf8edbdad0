#!/usr/bin/env bash
# What the archive holds: every library that its programs need but those of the system, no MPI, and the licence text of all
# that goes along. Usage: tests/archive.sh CMAKE BUILD
set -euo pipefail
cmake=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }
command -v readelf >/dev/null || { echo "readelf is not there"; exit 77; }
root="$work/un packed"
for component in program bundle; do
  "$cmake" --install "$build" --prefix "$root" --component $component >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
done

# C and C++, OpenGL, and what talks to the display. Nothing else is left to the system.
of_system='^(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)|lib(GL|EGL|GLX|OpenGL|GLdispatch)|lib(X11|xcb|Xau|Xdmcp|bsd|md))\.so(\.[0-9.]+)?$'
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
for file in "$root"/bin/* "$root"/lib/strata/*; do
  for library in $(needed "$file"); do
    [[ $library =~ $of_system ]] || [ -e "$root/lib/strata/$library" ] || fail "${file##*/} needs $library, which is not in the archive"
  done
done
programs=$(cd "$root/bin" && echo *)
[ "$programs" = "strata strata-bench strata-grade strata-papers" ] || fail "the programs of the archive are: $programs"
for program in "$root"/bin/*; do
  found=$(ldd "$program")
  ! grep -E 'not found|libmpi|libopen-' <<<"$found" || fail "$program: see above"
  # Those of the archive come before those of this system, for the libraries that libraries need as well.
  taken=$(sed -n 's/.* => \(.*\) (0x.*/\1/p' <<<"$found")
  while IFS= read -r path; do
    library=${path##*/}
    [ ! -e "$root/lib/strata/$library" ] || [[ $path == "$root/"* ]] || fail "$program takes $library from $path"
  done <<<"$taken"
done
ls "$root"/lib/strata/libcairo.so.* >/dev/null || fail "Cairo is not in the archive"

# Each library and font has its licence text, and so has what is compiled in.
licences="$root/share/doc/strata/licences"
for file in "$root"/lib/strata/* "$root"/share/strata/fonts/*; do
  [ ! -L "$file" ] || continue
  text=$(sed -n "s|^${file##*/}: ||p" "$licences/bundled")
  [ -s "$licences/$text" ] && [ -n "$text" ] || fail "${file##*/} has no licence text in $(ls "$licences" | tr '\n' ' ')"
done
for package in libimgui-dev libstb-dev python3-glad nlohmann-json3-dev; do
  text=$(sed -n "s/^$package: //p" "$licences/compiled-in")
  [ -n "$text" ] && [ -s "$licences/$text" ] || fail "what comes of $package has no licence text"
done
if [ -e "$build/strata-bench-mpi" ]; then
  "$cmake" --install "$build" --prefix "$work/mpi" --component mpi >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  [ -x "$work/mpi/bin/strata-bench-mpi" ] || fail "strata-bench-mpi is not in its package"
  [ -s "$work/mpi/share/doc/strata-bench-mpi/licences/compiled-in" ] || fail "strata-bench-mpi has no licence texts"
fi
