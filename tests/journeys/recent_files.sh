#!/bin/bash
# Recent files with pictures of their maps: kept for the next start, opened from the list, forgotten one by one when gone.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 3\nwidth 5\nmap\n.....\n@@.@@\n.....\n' >"$work/a.map"
printf 'type octile\nheight 2\nwidth 4\nmap\nWWWW\n....\n' >"$work/b.map"
printf 'type graph\nnode 1,0\n' >"$work/c.graph"
start "$work/a.map"
key ctrl+o
type_text "$work/b.map"
key Return
expect "b is open" "$(state map.width)" == 4
key ctrl+o
type_text "$work/c.graph"
key Return
expect "three recent files" "$(state recent)" == '["c.graph", "b.map", "a.map"]'
expect "two pictures are kept" "$(ls "$work/cache/strata" | wc -l)" == 2
xdotool key ctrl+q
ended

rm "$work/b.map"
start
click menu.file
click menu.file.open_recent
click menu.file.recents
look
exists recent.0.file
exists recent.1.gone
exists recent.2.picture
# The water of b is not there any more; a has its walls in grey.
click recent.1.forget
expect "b is forgotten" "$(state recent)" == '["c.graph", "a.map"]'
exists recent.1.picture
key Down
key Return
expect "the keyboard opens a" "$(state map.width)" == 5
missing dialog.recent

# In the menu, with the picture.
key ctrl+n
key Return
click menu.file
click menu.file.open_recent
click menu.file.recent.1
expect "the menu opens it" "$(state map.file)" == a.map
