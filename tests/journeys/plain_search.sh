#!/bin/bash
# Plain search in class: another heuristic and a weight for A* in their tab, what they promise, the mark wherever the
# numbers of A* stand, and the searches that are taught beside it.
source "$(dirname "$0")/journey.sh"
start
unfold tab.plain
expect "A* is as usual" "$(state planners.astar.title)" == "A*"
expanded=$(state planners.astar.expanded)
cost=$(state planners.astar.cost)

# Manhattan's distance says too much where diagonal moves are allowed, and the screen says so.
click plain.heuristic
click plain.heuristic.manhattan
expect "heuristic" "$(state plan.heuristic)" == manhattan
expect "the mark" "$(state planners.astar.title)" == "A* (Manhattan; inadmissible)"
expect "the row says why" "$(state planners.astar.note)" contains "no optimum is promised"
exists plain.promise
click plain.heuristic
click plain.heuristic.zero
expect "without a heuristic it opens more" "$(state planners.astar.expanded)" ">" "$expanded"
expect "and finds as much" "$(state planners.astar.cost)" == "$cost"
click plain.heuristic
click plain.heuristic.octile

# The weight is dragged to the right.
xdotool mousemove $(where plain.weight 0.02) mousedown 1 mousemove $(where plain.weight 0.4) mouseup 1
look
expect "a weight" "$(state plan.weight)" ">" 1
expect "it is marked" "$(state planners.astar.title)" contains inadmissible
click plain.ties
click plain.ties.fifo
expect "order among equals" "$(state plan.ties)" == fifo

# Searches beside it, by their boxes; one of them is stepped.
for planner in dijkstra bfs best-first bidirectional theta; do
  before=$(state planners.$planner.shown)
  click plain.$planner
  expect "the box of $planner" "$(state planners.$planner.shown)" != "$before"
done
click compare.bidirectional.trace
expect "stepped" "$(state plan.traced)" == bidirectional
# Side by side and before a class the name goes along.
key F3
exists view.1.counts
key Tab
exists caption
key Tab
