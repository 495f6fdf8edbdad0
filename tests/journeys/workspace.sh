#!/bin/bash
# A workspace is saved by the menu and dropped on a fresh window in another folder: the same screen comes back. One with
# a command that it must not have is refused.
source "$(dirname "$0")/journey.sh"
mkdir -p "$work/lecture"
printf 'type octile\nheight 8\nwidth 12\nmap\n............\n....@@@@....\n....@@@@....\n............\n............\n....@@......\n............\n............\n' >"$work/lecture/room.map"
start "$work/lecture/room.map"
click compare.hpa1.trace
key ctrl+g
click menu.view
click menu.view.views
click menu.view.split2
grid=$(state layers.grid.on)
click menu.file
click menu.file.save_workspace
look
expect "the window asks for a name" "$(shown dialog.save_workspace)" == yes
key ctrl+a
type_text "$work/lecture/room.strata"
key Return
expect "the file is there" "$(head -1 "$work/lecture/room.strata")" == "workspace 1"
mv "$work/lecture" "$work/student"
click menu.view
click menu.view.views
click menu.view.split1
click compare.astar.trace
window=$(xdotool search --name Strata | tail -1)
python3 "$here/drop.py" "$window" $(cell 6 4) "$work/student/room.strata"
look
expect "the map is open" "$(state map.width)" == 12
expect "the planner is stepped again" "$(state plan.traced)" == hpa1
expect "the views are back" "$(state view.split)" == 2
expect "the layers are as they were" "$(state layers.grid.on)" == "$grid"
printf 'map.save_as stolen.map\n' >>"$work/student/room.strata"
python3 "$here/drop.py" "$window" $(cell 6 4) "$work/student/room.strata"
look
expect "what is no setting is refused" "$(state dialogs.0.text)" contains "map.save_as is not allowed in a workspace"
key Return
expect "and nothing is written" "$(ls "$work/student" | wc -l)" == 2
