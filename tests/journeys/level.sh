#!/bin/bash
# A level (.obj) is opened by File > Open, its goal is dragged, HNA* stepped on it, a corridor painted over, and the
# level made anew with another setting.
source "$(dirname "$0")/journey.sh"
mkdir -p "$work/levels"
cp "$here/../../assets/levels/courtyard.obj" "$work/levels/court.obj"
start
key ctrl+o
type_text "$work/levels/"
where file.court.obj >/dev/null
type_text "cou"
key Return
for _ in $(seq 100); do
  [ "$(state map.title)" != court.obj ] || break
  look
done
expect "the level is open" "$(state map.title)" == court.obj
expect "its own mesh is there" "$(state navmesh.of_level)" == true
expect "planned on it" "$(state planners.navmesh.status)" == found
expect "by Detour as well" "$(state planners.detour.status)" == found
expect "and on the cells of its topmost ground" "$(state planners.astar.status)" == found
unfold tab.level
where level.size >/dev/null

# Dragged, the goal is planned to anew by all of them.
x=$(state query.goal.0)
y=$(state query.goal.1)
drag_cells "$x" "$y" 80 100 80 45
expect "the goal is in another room" "$(state query.goal)" == "[80, 45]"
expect "found on the mesh" "$(state planners.navmesh.status)" == found
expect "and by Detour" "$(state planners.detour.status)" == found

# HNA* over the polygons of the level.
unfold tab.hna
click hna.on
expect "groups are there" "$(state hna.level.1.groups)" ">" 0
expect "a way over groups" "$(state planners.hna1.status)" == found
expect "as long as over the mesh before it was pulled" "$(state planners.hna1.raw_cost)" == "$(state planners.navmesh.raw_cost)"
click compare.hna1.trace
expect "it is stepped" "$(state plan.traced)" == hna1
key Home
key Right Right Right
expect "three events on" "$(state playback.cursor)" == 3
key End

# A wall through the open ground: the mesh is made anew in the background, and so are the groups.
polygons=$(state navmesh.polygons)
key b
click terrain.blocked
drag_cells 70 60 125 60
for _ in $(seq 100); do
  [ "$(state navmesh.ready)" != true ] || break
  look
done
expect "the mesh is true again" "$(state navmesh.ready)" == true
expect "it has other polygons" "$(state navmesh.polygons)" != "$polygons"
expect "planned round the wall" "$(state planners.hna1.status)" == found
expect "at the same cost" "$(state planners.hna1.raw_cost)" == "$(state planners.navmesh.raw_cost)"
key ctrl+z
look
expect "as it was" "$(state navmesh.polygons)" == "$polygons"

# Another setting, and the level is made anew from its file.
key r
unfold tab.level
in_sight level.partition.monotone panel.left
click level.partition.monotone
xdotool mousemove $(where panel.left 0.5) click --repeat 40 4
look
in_sight level.build panel.left
expect "not yet used" "$(state level.outdated)" == true
click level.build
for _ in $(seq 100); do
  [ "$(state level.outdated)" != false ] || break
  look
done
expect "the level is made anew" "$(state level.outdated)" == false
expect "with its mesh" "$(state navmesh.ready)" == true

# It cannot be written over: saving asks for a name.
key b
drag_cells 70 60 75 60
key ctrl+s
where dialog.save_as >/dev/null
key Escape
expect "the file is as it was" "$(cmp "$work/levels/court.obj" "$here/../../assets/levels/courtyard.obj" && echo same)" == same
