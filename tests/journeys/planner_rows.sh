#!/bin/bash
# HPA* is one row: one click chooses it, one its number of levels; only its path and search are drawn, and the others come
# back as they were.
source "$(dirname "$0")/journey.sh"
first_start=1
start
drawn() { echo "$(state planners.astar.shown) $(state planners.jps.shown) $(state planners.jps.path_hidden)"; }
before=$(drawn)
missing compare.hpa2.show
click compare.hpa1.trace
expect "HPA* is stepped" "$(state plan.traced)" == hpa1
expect "no other planner was switched" "$(drawn)" == "$before"
click compare.hpa3.trace
expect "three levels" "$(state plan.traced)" == hpa3
expect "in the place of one" "$(state planners.hpa1.shown) $(state planners.hpa3.shown)" == "false true"
expect "found" "$(state planners.hpa3.status)" == found
expect "no other planner was switched" "$(drawn)" == "$before"

# The path of jump points is hidden by its eye; its figures stay.
click compare.jps.path
expect "hidden" "$(state planners.jps.path_hidden)" == true
exists compare.jps.expanded
before=$(drawn)

# Only this, by the button under the pointer and back by the key; then by the menu of a row.
click compare.hpa3.only
expect "only HPA*" "$(state plan.only) $(state plan.traced)" == "true hpa3"
key s
expect "all again" "$(state plan.only)" == false
expect "as they were" "$(drawn)" == "$before"
xdotool mousemove $(where compare.astar.trace) click 3
look
click row.only
expect "only A*" "$(state plan.only) $(state plan.traced)" == "true astar"
expect "HPA* keeps its levels" "$(state planners.hpa3.shown)" == true
click compare.astar.only
expect "all again" "$(state plan.only)" == false
expect "as they were" "$(drawn)" == "$before"

click compare.levels
expect "levels have rows of their own" "$(state plan.levels_apart)" == true
exists compare.hpa1.show
exists compare.hpa2.show
click compare.levels
missing compare.hpa2.show
exists compare.hpa1.level
