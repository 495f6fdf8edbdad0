#!/usr/bin/env bash
# What is installed runs from wherever it is moved to, with the maps that came along. Usage: tests/install.sh CMAKE BUILD
set -euo pipefail
cmake=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/first" --component program >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
mv "$work/first" "$work/moved here"
root="$work/moved here"
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
unset DISPLAY WAYLAND_DISPLAY STRATA_DATA_FOLDER

for program in strata strata-bench strata-papers strata-grade; do
  version=$("$root/bin/$program" --version)
  [[ $version =~ ^$program\ [0-9]+\.[0-9]+\.[0-9]+(\ \([0-9a-f]{12}\+?\))?$ ]] || fail "$program --version says: $version"
done
[ -s "$root/share/doc/strata/licences/compiled-in" ] || fail "licence texts of what is compiled in are not there"

# Maps that came along are stock maps: nothing is written over them. Those of the sources are files like any other.
map="$root/share/strata/assets/maps/cave-192.map"
printf 'paint.rectangle 5 5 40 40 filled water\nmap.save\n' >"$work/save.script"
if said=$("$root/bin/strata" --no-window "$map" --script "$work/save.script" 2>&1); then fail "a stock map was written over"; fi
[[ $said == *"comes with Strata"* ]] || fail "saving over a stock map says: $said"
cp "$map" "$work/own.map"
"$root/bin/strata" --no-window "$work/own.map" --script "$work/save.script"
! cmp -s "$map" "$work/own.map" || fail "a map of one's own was not saved"
"$root/bin/strata-bench" queries --map "$map" --pairs 3 >"$work/table" 2>&1 || { cat "$work/table" >&2; exit 1; }

# Every type of the desktop entry is defined beside it, or by the system: those of levels and of Graphviz.
entry="$root/share/applications/strata.desktop"
types=$(sed -n 's/^MimeType=//p' "$entry" | tr ';' ' ')
[ -n "$types" ] || fail "the desktop entry has no types"
for type in $types; do
  [[ $type = model/* || $type = text/vnd.graphviz ]] || grep -q "type=\"$type\"" "$root/share/mime/packages/strata.xml" || fail "nothing defines $type"
done
icon=$(sed -n 's/^Icon=//p' "$entry")
[ -s "$root/share/icons/hicolor/scalable/apps/$icon.svg" ] || fail "there is no icon $icon"
if command -v desktop-file-validate >/dev/null; then desktop-file-validate "$entry"; fi
python3 -c 'import sys, xml.dom.minidom as m; [m.parse(f) for f in sys.argv[1:]]' \
  "$root/share/mime/packages/strata.xml" "$root/share/icons/hicolor/scalable/apps/$icon.svg"
