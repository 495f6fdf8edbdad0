#!/bin/bash
# Files that are no maps: a dialog says file, line and reason, and the open map stays as it was.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight two\nwidth 5\nmap\n.....\n' >"$work/bad.map"
printf 'type octile\nheight 100000\nwidth 100000\nmap\n' >"$work/huge.map"
start
hash=$(state map.hash)

key ctrl+o
type_text "$work/bad.map"
key Return
where dialog.error >/dev/null
expect "the dialog names the place" "$(state dialogs.0.text)" contains "bad.map:2"
expect "the map is untouched" "$(state map.hash)" == "$hash"
key Return
expect "Enter closed it" "$(state dialogs)" == "[]"

key ctrl+o
type_text "$work/huge.map"
key Return
expect "the dialog names the file" "$(state dialogs.0.text)" contains "huge.map"
expect "the map is untouched" "$(state map.hash)" == "$hash"
key Escape
expect "Esc closed it" "$(state dialogs)" == "[]"

# A wrong command in the command search says so.
key ctrl+shift+p
type_text "query.start 99999 0"
key Return
expect "a message says why" "$(state messages)" contains "99999"
expect "the map is untouched" "$(state map.hash)" == "$hash"
