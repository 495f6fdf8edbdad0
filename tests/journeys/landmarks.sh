#!/bin/bash
# Landmarks: switched on, the heat map shown, one of them dragged with the mouse: h and the picture follow.
source "$(dirname "$0")/journey.sh"
start
unfold tab.landmarks
click landmarks.on
expect "landmarks are on" "$(state landmarks.on)" == true
expect "exact" "$(state landmarks.exact)" == true
expect "an optimal way" "$(state planners.alt.cost)" == "$(state planners.astar.cost)"
expect "found with fewer expansions" "$(state planners.alt.expanded)" "<" "$(state planners.astar.expanded)"

# One landmark, its distances as a heat map; the searched cells are out of the way.
reach landmarks.count
xdotool mousemove $(where landmarks.count 0.05) mousedown 1
xdotool mousemove $(where landmarks.count 0.02)
xdotool mousemove $(where landmarks.count -0.2) mouseup 1
look
expect "one landmark" "$(state landmarks.count)" == 1
key ctrl+6
click landmark.1.show
expect "the heat map is on" "$(state layers.heuristic.on)" == true
reach legend.heuristic
expect "its range is said" "$(shown legend.heuristic)" == yes
far=$(state landmarks.heuristic.high)
x=$(state landmarks.cells.0.0)
y=$(state landmarks.cells.0.1)
click_at $(cell 3 36)
look "$work/before.png"
h=$(state inspected.landmarks.landmark_bound)

# Dragged to the south-west corner, with the cell that is inspected beside it.
drag_cells "$x" "$y" 4 36
look "$work/after.png"
expect "it has moved" "$(state landmarks.cells.0)" == "[4, 36]"
expect "placed by hand now" "$(state landmarks.automatic)" == false
expect "exact again" "$(state landmarks.exact)" == true
expect "h has changed" "$(state inspected.landmarks.landmark_bound)" != "$h"
at=$(cell 7 36)
was=$(pixel "$work/before.png" $at)
now=$(pixel "$work/after.png" $at)
expect "the picture is dark beside it ($was before)" "$(echo $now | cut -d' ' -f2)" "<" "$(echo $was | cut -d' ' -f2)"

# Automatic placement takes it back, and a stroke is made up for in the background.
click landmarks.auto
expect "automatic" "$(state landmarks.automatic)" == true
key b
click terrain.blocked
drag_cells 3 33 9 33
expect "exact after the stroke" "$(state landmarks.exact)" == true
expect "still optimal" "$(state planners.alt.cost)" == "$(state planners.astar.cost)"
