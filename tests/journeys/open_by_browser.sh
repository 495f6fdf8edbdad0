#!/bin/bash
# A map is opened by File > Open: by typing a folder, choosing with the arrow keys, and by double click.
source "$(dirname "$0")/journey.sh"
mkdir -p "$work/maps/deep"
printf 'type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n' >"$work/maps/small.map"
printf 'type octile\nheight 8\nwidth 8\nmap\n' >"$work/maps/deep/square.map"
for _ in 1 2 3 4 5 6 7 8; do echo '........'; done >>"$work/maps/deep/square.map"
echo 'not a map' >"$work/maps/readme.txt"
start

click menu.file
click menu.file.open
where dialog.open >/dev/null
type_text "$work/maps/"
where file.small.map >/dev/null
where file.deep >/dev/null
if (where file.readme.txt) 2>/dev/null; then fail "files that are no maps are listed"; fi
type_text "sma"
key Return
expect "map opened by name" "$(state map.title)" == small.map
expect "its width" "$(state map.width)" == 5
expect "its passable cells" "$(state map.passable)" == 12

key ctrl+o
type_text "$work/maps/"
key Down
key Return
where file.square.map >/dev/null
at=$(where file.square.map)
# The pointer rests on the row before it is clicked, and the list is laid out.
xdotool mousemove $at
look
expect "the row stays where it was" "$(where file.square.map)" == "$at"
xdotool click --repeat 2 --delay 60 1
look
expect "map opened by double click" "$(state map.title)" == square.map
expect "its height" "$(state map.height)" == 8

key ctrl+shift+t
expect "no dialog is open" "$(state dialogs)" == "[]"
