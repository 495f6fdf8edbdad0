#!/bin/bash
# A lecture: A* beside HPA*, one head for both, where they part, what only one of them has expanded, a third planner by
# a click in the comparison, four views, and everything as it was before.
source "$(dirname "$0")/journey.sh"
start --check-frames
layers=$(state layers.inter-edges.on)
key F3
expect "two views" "$(state view.split)" == 2
expect "they compare" "$(state view.searches.compared)" == true
expect "A* leads" "$(state view.searches.views.0.planner)" == astar
case $(state view.searches.views.1.planner) in hpa*) ;; *) fail "HPA* is not beside it" ;; esac
exists view.1.counts
exists view.2.counts

# Behind all divergences there is no later one. Then the first divergence, then both step by step.
events=$(state playback.cursor)
key F7
expect "no later divergence" "$(state playback.cursor)" == "$events"
key Home
key F7
first=$(state view.searches.views.1.same_expansions)
expect "just behind the first expansion that differs" "$(state playback.expanded)" == $((first + 1))
key Home
expect "both at the beginning" "$(state view.searches.views.1.cursor)" == 0
for _ in 1 2 3 4; do xdotool key shift+Right; done
look
expect "as many expansions" "$(state view.searches.views.0.expanded)" == 4
expect "in both" "$(state view.searches.views.1.expanded)" == 4

# The head is dragged to the end of its lane: both have ended.
xdotool mousemove $(where searches.head 0.3) mousedown 1
xdotool mousemove $(where searches.head 0.6)
look
between=$(state view.searches.head)
expect "in between" "$between" ">" 10
xdotool mousemove $(where searches.head 0.999)
xdotool mouseup 1
key End
expect "A* has ended" "$(state playback.cursor)" == "$(state playback.events)"
expect "HPA* has ended" "$(state view.searches.views.1.cursor)" == "$(state view.searches.views.1.events)"
expect "A* expands more" "$(state view.searches.views.0.expanded)" ">" "$(state view.searches.views.1.expanded)"
expect "as its answer says" "$(state view.searches.views.0.expanded)" == "$(state planners.astar.expanded)"

# The difference, by box and by key.
click searches.difference
expect "difference" "$(state view.searches.difference)" == true
expect "cells of A* alone" "$(state view.searches.views.1.only_first)" ">" 10
key F6
expect "no difference" "$(state view.searches.difference)" == false

# By phase A* waits while HPA* inserts start and goal.
click searches.pace
click searches.pace.phase
expect "pace" "$(state view.searches.pace)" == phase
key Home
for _ in 1 2 3; do xdotool key Right; done
look
expect "A* is ahead of nothing" "$(state view.searches.views.0.cursor)" == 3

# One click in the comparison, and one in a pane's title.
click compare.jps.beside
expect "jump points beside" "$(state view.searches.views.1.planner)" == jps
click view.2.planner
click view.planner.hpa1
expect "HPA* again" "$(state view.searches.views.1.planner)" == hpa1

xdotool key shift+F3
look
expect "four views" "$(state view.split)" == 4
key F2
expect "one view" "$(state view.split)" == 1
expect "the layers are as before" "$(state layers.inter-edges.on)" == "$layers"
