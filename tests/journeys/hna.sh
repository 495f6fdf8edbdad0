#!/bin/bash
# HNA*: switched on in its tab, which brings the mesh; the goal is dragged, its search stepped, a corridor painted over.
source "$(dirname "$0")/journey.sh"
start
unfold tab.hna
click hna.on
expect "HNA* is on" "$(state hna.on)" == true
expect "and the mesh with it" "$(state navmesh.on)" == true
expect "groups are there" "$(state hna.level.1.groups)" ">" 0
expect "a way over groups" "$(state planners.hna2.status)" == found
expect "as long as over the mesh before it was pulled" "$(state planners.hna2.raw_cost)" == "$(state planners.navmesh.raw_cost)"
in_sight hna.level.2 panel.left

# Dragged, the goal is planned to anew.
x=$(state query.goal.0)
y=$(state query.goal.1)
drag_cells "$x" "$y" 20 30
expect "the goal has moved" "$(state query.goal)" != "[$x, $y]"
expect "still found" "$(state planners.hna1.status)" == found

# One more level, and its search is stepped.
click hna.levels.3
expect "three levels" "$(state hna.levels)" == 3
click compare.hna1.trace
expect "it is stepped" "$(state plan.traced)" == hna1
key Home
expect "at the beginning" "$(state playback.cursor)" == 0
key Right Right Right
expect "three events on" "$(state playback.cursor)" == 3
key End

# A wall: tiles of the mesh are made anew, and the groups that stand on them.
key b
click terrain.blocked
drag_cells 3 30 9 30
expect "tiles made anew" "$(state meter.navmesh.tiles)" ">=" 1
expect "groups renewed" "$(state meter.hna.1.groups)" ">=" 1
in_sight meter.hna.1 panel.right
expect "they are on the meter" "$(shown meter.hna.1)" == yes
expect "found again" "$(state planners.hna1.status)" == found
key r
click_at $(cell 20 30)
look
reach inspector.group.1
expect "the inspector knows its group" "$(shown inspector.group.1)" == yes
expect "and the ways that are stored" "$(state inspected.groups.1.polygons)" ">" 0
