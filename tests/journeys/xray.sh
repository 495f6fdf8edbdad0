#!/bin/bash
# The x-ray: a path of HPA* is taken apart by a click, the worst part is blamed and marked, a remedy is tried, then
# applied, and an edit makes everything anew.
source "$(dirname "$0")/journey.sh"
printf 'hpa.cluster_size 10\nplan.smooth off\n' >"$work/clusters.script"
start --script "$work/clusters.script"
click compare.hpa1.trace
look "$work/before.png"
click menu.search
click menu.search.xray
expect "the x-ray is on" "$(state xray.on)" == true
expect "of the search that is stepped" "$(state xray.planner)" == hpa1
expect "the blame is said" "$(shown xray.blame)" == yes
expect "something is lost" "$(state xray.lost)" ">" 0
expect "the parts add up to it" "$(state xray.sum)" == "$(state xray.lost)"
expect "the optimum is A*'s cost" "$(state xray.optimum)" == "$(state planners.astar.cost)"
look "$work/after.png"
at=$(cell $(state xray.worst.from.0) $(state xray.worst.from.1))
expect "the worst part is marked" "$(pixel "$work/after.png" $at)" != "$(pixel "$work/before.png" $at)"

# Tried: nothing is changed but what is said of it.
clusters=$(state hpa.cluster_size)
click xray.try.clusters
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ "$(state xray.trial.done)" != true ] || break
  look
done
xdotool mousemove $(where xray.strip) click --repeat 12 5
look
expect "what it would gain is shown" "$(shown xray.gain)" == yes
expect "the clusters are as they were" "$(state hpa.cluster_size)" == "$clusters"
gained=$(state xray.trial.after)
click xray.apply
expect "applied" "$(state hpa.cluster_size)" == "$((clusters / 2))"
expect "the path costs what was said" "$(state planners.hpa1.cost)" == "$gained"
expect "and is taken apart anew" "$(state xray.current)" == true

# A wall across the way.
key b
unfold tab.map
click terrain.blocked
drag_cells 20 33 20 35
expect "the answer of now" "$(state xray.current)" == true
expect "its parts add up" "$(state xray.sum)" == "$(state xray.lost)"
key r
unfold tab.xray
xdotool mousemove $(where panel.left) click --repeat 20 4
look
click xray.on
expect "the x-ray is off" "$(state xray.on)" == false
