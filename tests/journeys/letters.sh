#!/bin/bash
# A map of another program: unknown letters get a terrain in the dialog that their notice opens, which is there again at the
# next start; and the scenario that lies beside the map is opened by a click, on its notice or in its tab.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 3\nwidth 5\nmap\n.....\n@@E@@\n..S..\n' >"$work/emitters.map"
printf 'version 1\n1\temitters.map\t5\t3\t0\t0\t0\t2\t6\n' >"$work/emitters.map.scen"
start "$work/emitters.map"
expect "the unknown letter is told" "$(state notices.0.text)" contains "'E'"
expect "and the scenario" "$(state notices.1.text)" contains "emitters.map.scen"
passable=$(state map.passable)

click notice.letters.do
click letters.E
click letters.E.ground
expect "the letter is ground" "$(state map.letters.0)" == "E=ground"
expect "which agents can enter" "$(state map.passable)" == $((passable + 1))
missing notice.letters
key Return
missing dialog.letters

# Closed, the notice is gone; the tab still has the scenario.
click notice.beside.close
missing notice.beside
unfold tab.scenario
click scenario.beside
expect "the scenario is open" "$(state scenario.rows)" == 1
expect "with the letters as chosen" "$(state map.letters.0)" == "E=ground"
expect "so that there is a path" "$(state scenario.row.found)" == 6
missing scenario.beside
xdotool key ctrl+q
ended

start
key ctrl+shift+t
expect "at the next start they are as chosen" "$(state map.letters.0)" == "E=ground"
