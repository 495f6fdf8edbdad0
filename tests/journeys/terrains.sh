#!/bin/bash
# Terrains of one's own: a name and a weight by mouse and keyboard in the dialog that the place Map leads to, kept with the file.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 4\nwidth 6\nmap\n..SS..\n..SS..\n..SS..\n......\n' >"$work/own.map"
printf 'type octile\nheight 1\nwidth 3\nmap\n.S.\n' >"$work/other.map"
start "$work/own.map"
go_to map
click terrains.show
exists dialog.terrains
click terrains.swamp.name
key ctrl+a
type_text "hot lava"
key Return
expect "the name" "$(state terrains.swamp.name)" == "hot lava"
exists dialog.terrains
xdotool mousemove $(where terrains.swamp.weight) click --repeat 2 --delay 60 1
look
type_text 9
key Return
expect "the weight" "$(state terrains.swamp.weight)" == 9
expect "holds for the search" "$(state rules.weights.1)" == 9
# A name that another terrain has is refused: the dialog keeps what was typed, and says why.
click terrains.trees.name
key ctrl+a
type_text "water"
key Tab
exists dialog.problem
expect "the trees keep their name" "$(state terrains.trees.name)" == trees
key Escape
missing dialog.terrains
click_at $(cell 2 0)
look
xdotool mousemove $(cell 2 0)
look
key ctrl+o
type_text "$work/other.map"
key Return
expect "another map has the usual name" "$(state terrains.swamp.name)" == swamp
xdotool key ctrl+q
ended

start
key ctrl+o
type_text "$work/own.map"
key Return
expect "the name is kept" "$(state terrains.swamp.name)" == "hot lava"
expect "and the weight" "$(state rules.weights.1)" == 9
expect "the file is untouched" "$(head -5 "$work/own.map" | tail -1)" == "..SS.."
go_to map
click terrains.show
click terrains.swamp.usual
expect "the usual name" "$(state terrains.swamp.name)" == swamp
