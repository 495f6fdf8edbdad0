#!/bin/bash
# At three times the size in a window of 1024x640 the panels are icons: one opens over the map, is used, and closes by Esc,
# by a second click and by a click on the map; what was chosen in it is there again.
source "$(dirname "$0")/journey.sh"
size=1024x640
start --scale 3
missing panel.left
missing panel.right
missing panel.bottom
exists fold.left
exists fold.right
exists fold.bottom
exists toolbar.more
exists menu.more
width=$(width map)
click fold.left
exists panel.left
missing fold.tools
unfold tab.sectors
expect "the map is as wide as before" "$(width map)" == "$width"
click sectors.on
expect "switched on in the panel" "$(state sectors.on)" == true
key Escape
missing panel.left
expect "the map is still there" "$(width map)" == "$width"
click fold.right
exists panel.right
click compare.jps.trace
expect "another planner is stepped" "$(state plan.traced)" == jps
click section.comparison
missing compare.jps.trace
click fold.right
missing panel.right
click fold.left
reach sectors.on
exists sectors.on
start_cell=$(state query.start)
xdotool mousemove $(where map 0.99) click 1
look
missing panel.left
expect "the click has closed the panel and done nothing else" "$(state query.start)" == "$start_cell"
# The tab that was chosen comes back with the next start, and what was folded is folded.
xdotool key ctrl+q
ended
start --scale 3
click fold.left
reach sectors.on
exists sectors.on
click fold.right
exists section.comparison
missing compare.jps.trace
click fold.left
click toolbar.more
in_sight toolbar.swap toolbar.list
key Escape
expect "menus close first" "$(shown panel.left)" == yes
key Escape
missing panel.left
