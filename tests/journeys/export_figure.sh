#!/bin/bash
# File > Export > Figure: the dialog says how large the figure is, and writes it as SVG, as PDF and as PNG.
source "$(dirname "$0")/journey.sh"
start
click menu.file
click menu.file.export
click menu.file.figure
where dialog.figure >/dev/null
key ctrl+a
type_text "$work/one.pdf"
click figure.svg
click figure.go
missing dialog.figure
[ -s "$work/one.svg" ] || fail "the SVG was not written"
grep -q '<desc># Strata reproduction' "$work/one.svg" || fail "the SVG does not say how it was made"
expect "it is told" "$(state messages.0)" contains "one.svg"
# The legend of the window stands below the map; its words are in the description of the file, too.
for entry in "expanded, early to late" "path of A\*" "start and goal"; do
  grep -q "^# legend: $entry" "$work/one.svg" || fail "the legend of the figure lacks '$entry'"
done

# The options of the last time are there again; the suffix follows the format.
click menu.file
click menu.file.export
click menu.file.figure
key ctrl+a
type_text "$work/two.svg"
click figure.png
click figure.area.all
click figure.ground.none
click figure.width.pixels
click figure.go
missing dialog.figure
[ "$(head -c 4 "$work/two.png" | tail -c 3)" = PNG ] || fail "the PNG was not written"

# Nothing is selected: that area cannot be chosen. Where nothing can be written, a message says why.
click menu.file
click menu.file.export
click menu.file.figure
if (where figure.area.selection) >/dev/null 2>&1; then fail "an empty selection can be chosen"; fi
key ctrl+a
type_text "/proc/nowhere/x.png"
click figure.pdf
click figure.go
exists dialog.problem
echo "ok: a path that cannot be written is refused, and the dialog stays"
click figure.cancel
missing dialog.figure

# A film of the search: a GIF with a frame for every 400th expansion. The play head stands where it stood.
before=$(state playback.cursor)
click menu.file
click menu.file.export
click menu.file.animation
where dialog.animation >/dev/null
key ctrl+a
type_text "$work/film.gif"
click film.every
key ctrl+a
type_text 400
click film.pixels
key ctrl+a
type_text 120
click film.go
missing dialog.animation
for _ in $(seq 100); do
  [ -s "$work/film.gif" ] && break
  sleep 0.1
  look
done
[ "$(head -c 6 "$work/film.gif")" = GIF89a ] || fail "the film was not written"
look
expect "the play head" "$(state playback.cursor)" == "$before"
