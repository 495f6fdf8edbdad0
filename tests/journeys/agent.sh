#!/bin/bash
# A larger agent: its size and what it enters, a wall in its way, why it cannot stand at a cell, and HAA* for it.
source "$(dirname "$0")/journey.sh"
start
cost=$(state planners.astar.cost)
unfold tab.agent
# Size 2 by the slider: drag from 1 to the right until it says 2.
xdotool mousemove $(where agent.size 0.06) mousedown 1
xdotool mousemove $(where agent.size 0.12)
xdotool mousemove $(where agent.size 0.19) mouseup 1
look
expect "size" "$(state agent.size)" == 2
expect "a detour for the larger agent" "$(state planners.astar.cost)" ">" "$cost"
click enters.water
expect "capability" "$(state agent.capability)" contains water
unfold_layers
click layer.clearance
expect "clearances are drawn" "$(state layers.clearance.on)" == true

# HAA* is built for it and joins the comparison.
unfold tab.haa
click haa.on
expect "the graph is built" "$(state haa.on)" == true
expect "HAA* finds a way" "$(state planners.haa-high.status)" == found
expect "never below A*'s" "$(state planners.haa-high.cost)" ">=" "$(state planners.astar.cost)"
reach haa.high
exists haa.high

# A wall is painted; all of it stays true.
key b
expect "the terrains are at hand" "$(shown terrain.blocked)" == yes
click terrain.blocked
drag_cells 14 4 14 8
expect "HAA* was updated" "$(state meter.haa.clusters)" ">=" 1
in_sight meter.haa.clusters panel.right
expect "and answers" "$(state planners.haa-high.status)" == found

# Left of the wall there is no room for two.
key r
click_at $(cell 12 6)
look
expect "inspected" "$(state inspected.cell)" == "[12, 6]"
expect "it does not fit" "$(state inspected.fits)" == false
expect "because of the wall" "$(state inspected.why)" contains "a wall at (13,6)"
reach inspector.why
exists inspector.why
key ctrl+z
expect "it fits again" "$(state inspected.fits)" == true
