#!/bin/bash
# The break-even by the menu: the plot and the words are there, another planner is held against, the scale is changed, and a
# stroke of the brush is counted as an edit.
source "$(dirname "$0")/journey.sh"
start
click menu.search
click menu.search.pay
expect "the plot is shown" "$(shown pay.plot)" == yes
expect "who leads is said" "$(shown pay.leaders)" == yes
reach pay.pair.hpa1
expect "HPA* is held against A*" "$(shown pay.pair.hpa1)" == yes
expect "A* is held against nobody" "$(shown pay.pair.astar)" == no

# Both scales are drawn.
click pay.scale.linear
expect "linear" "$(state pay.scale)" == linear
look "$work/linear.png"
click pay.scale.log
expect "logarithmic" "$(state pay.scale)" == log
look "$work/log.png"
expect "another picture" "$(cksum <"$work/log.png")" != "$(cksum <"$work/linear.png")"

# Held against HPA* now.
click pay.against
click pay.against.hpa1
expect "another one is held against" "$(state pay.against)" == hpa1
expect "A* is in the list" "$(shown pay.pair.astar)" == yes

# A stroke: what it made HPA* redo is what an edit takes.
key b
drag_cells 20 35 24 35
unfold tab.pay
xdotool mousemove $(where pay.plot) click --repeat 12 5
look
expect "a stroke was counted" "$(shown pay.strokes)" == yes
expect "it is held against" "$(shown pay.edit.astar)" == yes

# The leader board stays while the goal is dragged: rows neither move nor go.
key r
row() { where compare.hpa1.time | cut -d' ' -f2; }
before=$(row)
from=$(cell $(state query.goal.0) $(state query.goal.1))
xdotool mousemove $from mousedown 1
xdotool $(ask between $from $(cell 28 28))
look
expect "the time of HPA* is shown during the drag" "$(shown compare.hpa1.time)" == yes
expect "where it was" "$(row)" == "$before"
xdotool mouseup 1
look
expect "and after it" "$(row)" == "$before"
