#!/bin/bash
# Files that are no maps: the dialog says file, line and reason, keeps what was typed, and the open map stays as it was.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight two\nwidth 5\nmap\n.....\n' >"$work/bad.map"
printf 'type octile\nheight 100000\nwidth 100000\nmap\n' >"$work/huge.map"
start
hash=$(state map.hash)

key ctrl+o
type_text "$work/bad.map"
key Return
where dialog.open >/dev/null
exists dialog.problem
expect "the dialog names the place" "$(state problem.text)" contains "bad.map:2"
expect "the map is untouched" "$(state map.hash)" == "$hash"

# The line is mended, not typed again.
key ctrl+a
type_text "$work/huge.map"
key Return
expect "the dialog names the file" "$(state problem.text)" contains "huge.map"
expect "the map is untouched" "$(state map.hash)" == "$hash"
key Escape
expect "Esc closed it" "$(state view.windows)" == "[]"

# A pipe that somebody holds open and writes nothing to is not waited for.
mkfifo "$work/pipe.map"
exec {idle}<>"$work/pipe.map"
key ctrl+o
type_text "$work/pipe.map"
key Return
expect "the dialog says why" "$(state problem.text)" contains "pipe.map: is a pipe"
exec {idle}>&-
key Escape

# A wrong command in the command search says so.
key ctrl+shift+p
type_text ">query.start 99999 0"
key Return
expect "it says why" "$(state problem.text)" contains "99999"
expect "the map is untouched" "$(state map.hash)" == "$hash"
key Escape

# Where files end at a limit, saving fails with the reason, the program goes on, and nothing is left behind.
kill "$app_pid"
wait "$app_pid" 2>/dev/null || true
mkdir "$work/full"
printf 'map.new 1000 1000\npaint.fill 1 1 swamp\n' >"$work/paint.script"
ulimit -f 400
start --fresh --script "$work/paint.script"
key ctrl+shift+p
type_text ">map.save_as $work/full/large.map"
key Return
expect "the dialog says why" "$(state problem.text)" contains "large.map: cannot write: File too large"
expect "still unsaved" "$(state map.unsaved)" == true
expect "nothing is left" "$(ls "$work/full" | wc -l)" == 0
