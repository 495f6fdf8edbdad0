#!/bin/bash
# Rooms: the tab says what they need, a click makes it so; they are cut, pruned cells are counted, and a wall is painted
# into one.
source "$(dirname "$0")/journey.sh"
start
unfold tab.rooms
expect "what is in the way is said" "$(shown rooms.fix.profile)" == yes
click rooms.fix.profile
expect "four-connected moves" "$(state rules.profile)" == four
expect "nothing is in the way any more" "$(shown rooms.fix.profile)" == no
click rooms.on
expect "rooms are on" "$(state rooms.on)" == true
expect "the pruned share is shown" "$(shown rooms.pruned)" == yes
pruned=$(state rooms.pruned)
expect "pruned cells" "$((pruned * 100 / $(state rooms.passable)))" ">=" 25
expect "room pruning finds a way" "$(state planners.rooms.status)" == found
expect "an optimal one" "$(state planners.rooms.cost)" == "$(state planners.astar.cost)"
expect "and looks at fewer cells" "$(state planners.rooms.expanded)" "<" "$(state planners.astar.expanded)"

# A wall across a room: it falls apart into others, at once.
key b
click terrain.blocked
drag_cells 6 12 8 14
expect "rooms dissolved" "$(state meter.rooms.dissolved)" ">=" 1
in_sight meter.rooms panel.right
expect "they are on the meter" "$(shown meter.rooms)" == yes
walled=$(state rooms.pruned)
expect "fewer cells are pruned" "$walled" "<" "$pruned"
expect "still optimal" "$(state planners.rooms.cost)" == "$(state planners.astar.cost)"
key ctrl+z
expect "undone" "$(state rooms.pruned)" ">" "$walled"

# Search without rooms, then none at all.
key r
unfold tab.rooms
click rooms.on
expect "rooms are off" "$(state rooms.on)" == false
expect "and their layers" "$(state layers.rooms.on)" == false
