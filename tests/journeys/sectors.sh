#!/bin/bash
# Sectors: switched on, their sizes changed, a second level, pieces of refinement; then a wall is painted.
source "$(dirname "$0")/journey.sh"
start
unfold tab.sectors
click sectors.on
expect "sectors are on" "$(state sectors.on)" == true
expect "a way over regions" "$(state planners.sectors.status)" == found
expect "never below optimal" "$(state planners.sectors.percent_over)" ">=" 0
regions=$(state sectors.level.1.regions)
click sectors.size.8
expect "smaller sectors" "$(state sectors.size)" == 8
expect "more regions" "$(state sectors.level.1.regions)" ">" "$regions"
click sectors.second.16
expect "a second level" "$(state sectors.level.2.sectors)" ">=" 4
expect "of larger sectors" "$(state sectors.level.2.sectors)" "<" "$(state sectors.level.1.sectors)"
# A size that the second level would not be above takes it along.
click sectors.size.16
expect "larger sectors" "$(state sectors.size)" == 16
expect "the second level gave way" "$(state sectors.second)" == 24
click sectors.segment.2
expect "refined two edges at a time" "$(state sectors.segment)" == 2
expect "still found" "$(state planners.sectors.status)" == found
in_sight sectors.level.2 panel.left

# A wall: only the sectors that it touches are flooded anew.
key b
click terrain.blocked
drag_cells 3 30 9 30
expect "sectors flooded" "$(state meter.sectors.1)" ">=" 1
expect "not all of them" "$(state meter.sectors.1)" "<" "$(state sectors.level.1.sectors)"
in_sight meter.sectors panel.right
expect "found again" "$(state planners.sectors.status)" == found
key r
click_at $(cell 20 30)
look
in_sight inspector.region.1 panel.right
expect "the inspector knows its region" "$(shown inspector.region.1)" == yes
