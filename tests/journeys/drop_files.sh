#!/bin/bash
# Files that are dropped on the window: one of every kind, a map with its scenario, a script, and kinds that are refused.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 3\nwidth 5\nmap\n.....\n@@.@@\n.....\n' >"$work/a.map"
printf 'type octile\nheight 2\nwidth 4\nmap\n....\n....\n' >"$work/b c.map"
printf 'version 1\n1\ta.map\t5\t3\t0\t0\t4\t2\t6\n' >"$work/a.scen"
printf 'brush.radius 6\nwait 2\nterrain.select water\n' >"$work/paint.script"
printf 'brush.radius 3\nquery.start 999 0\n' >"$work/bad.script"
printf 'hello' >"$work/notes.txt"
start
window=$(xdotool search --name Strata | tail -1)
drop() {
  python3 "$here/drop.py" "$window" $(cell 20 20) "$@"
  look
}

drop "$work/b c.map"
expect "a map, with a blank in its name" "$(state map.width)" == 4
drop "$work/a.scen" "$work/a.map"
expect "a map with its scenario" "$(state map.width)" == 5
expect "the row of the scenario is the query" "$(state query.goal)" == "[4, 2]"
drop "$work/paint.script"
expect "a script is asked about" "$(state question.kind)" == script
expect "and has not run" "$(state tool.radius)" == 1
click question.run
expect "a script runs to its end" "$(state tool.terrain)" == water
expect "from its beginning" "$(state tool.radius)" == 6

# Refused: the reason and the kinds are said, and nothing of it is opened.
drop "$work/notes.txt" "$work/b c.map"
expect "the reason" "$(state dialogs.0.text)" contains "notes.txt: is of an unknown kind (.txt)"
expect "the kinds" "$(state dialogs.0.text)" contains "map (.map)"
expect "the map stays" "$(state map.width)" == 5
drop "$work/b c.map"
expect "nothing is opened behind a dialog" "$(state map.width)" == 5
expect "which is said" "$(state messages)" contains "while a dialog is open"
key Return
drop "$work/a.scen" "$work/b c.map"
expect "a scenario of another map" "$(state dialogs.0.text)" contains "a.map, not to b c.map"
key Return
drop "$work/bad.script"
click question.run
expect "the fault of a script is told" "$(state dialogs.0.text)" contains "bad.script:2"
key Return
expect "the program goes on" "$(state dialogs)" == "[]"

# A lesson and a card, as those that are recorded or sent.
cp "$here/../../assets/lessons/astar-stops.lesson" "$work/own.lesson"
drop "$work/own.lesson"
expect "a lesson begins" "$(state lesson.open)" == true
key Escape
expect "and is left" "$(state lesson.open)" == false
cp "$here/../../assets/figures/HPA-1a.figure" "$here/../../assets/figures/"*.map "$work"
drop "$work/HPA-1a.figure"
expect "a card is open" "$(state gallery.figure)" == HPA-1a
