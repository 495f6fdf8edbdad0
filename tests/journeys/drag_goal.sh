#!/bin/bash
# The goal is dragged with the mouse; both planners search anew and the figures follow.
source "$(dirname "$0")/journey.sh"
start
x=$(state query.goal.0)
y=$(state query.goal.1)
cost=$(state planners.astar.cost)
expanded=$(state planners.hpa1.expanded)

# Half way, the button still down, the figures have changed already.
from=$(cell "$x" "$y")
to=$(cell 5 8)
xdotool mousemove $from mousedown 1
xdotool mousemove_relative -- -40 0
xdotool mousemove $to
look
expect "live cost" "$(state planners.astar.cost)" != "$cost"
xdotool mouseup 1
look
expect "goal x" "$(state query.goal.0)" == 5
expect "goal y" "$(state query.goal.1)" == 8
expect "A* solved" "$(state planners.astar.status)" == found
expect "HPA* solved" "$(state planners.hpa1.status)" == found
expect "cost" "$(state planners.astar.cost)" != "$cost"
expect "expansions of HPA*" "$(state planners.hpa1.expanded)" != "$expanded"
expect "HPA* is never below optimal" "$(state planners.hpa1.percent_over)" ">=" 0

# Another planner joins the comparison by its box.
click compare.add
click planners.dijkstra.show
expect "Dijkstra solved" "$(state planners.dijkstra.status)" == found
expect "Dijkstra agrees with A*" "$(state planners.dijkstra.cost)" == "$(state planners.astar.cost)"

# Swapped by key.
key x
expect "start is where the goal was" "$(state query.start.0)" == 5
