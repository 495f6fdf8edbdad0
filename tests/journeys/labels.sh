#!/bin/bash
# Labels: switched on, stepped like a search, asked for the ancestors of a node by a click, and true again after a stroke.
source "$(dirname "$0")/journey.sh"
start

unfold tab.labels
click labels.on
for _ in $(seq 100); do
  look
  [ "$(state labels.ready)" != true ] || break
done
expect "labels are there" "$(state labels.ready)" == true
expect "their planner answers" "$(state planners.labels.status)" == found
expect "at the cost of A*" "$(state planners.labels.cost)" == "$(state planners.astar.cost)"
expect "their counts are told" "$(shown labels.counts)" == yes

# Painted across the way: the labels are built anew, and the answer is again that of A*.
key b
click terrain.blocked
drag_cells 12 20 12 34
for _ in $(seq 100); do
  look
  [ "$(state labels.ready)" != true ] || break
done
expect "labels are there again" "$(state labels.ready)" == true
expect "at the cost of A*" "$(state planners.labels.cost)" == "$(state planners.astar.cost)"
unfold tab.labels
click labels.graph.cells
for _ in $(seq 100); do
  look
  [ "$(state labels.ready)" != true ] || break
done
expect "all cells have labels" "$(state labels.graph)" == cells
expect "at the cost of A*" "$(state planners.labels.cost)" == "$(state planners.astar.cost)"
