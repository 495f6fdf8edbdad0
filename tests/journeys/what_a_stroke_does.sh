#!/bin/bash
# A stroke that is held says what it does: the cost, the transitions that it takes, the agents that lose their way. Esc
# takes it back.
source "$(dirname "$0")/journey.sh"
printf 'crowd.spawn 50 7\n' >"$work/crowd.script"
start --script "$work/crowd.script"
hash=$(state map.hash)
cost=$(state planners.astar.cost)
key b
key 5
xdotool mousemove $(cell 26 1) mousedown 1
xdotool mousemove $(cell 26 6)
xdotool mousemove $(cell 26 20)
xdotool mousemove $(cell 26 38)
look "$work/stroke.png"
expect "held" "$(state stroke.under_way)" == true
exists stroke.note
expect "the way to the goal is walled off" "$(state stroke.lines)" contains "no path any more"
expect "transitions vanish" "$(state stroke.vanished)" ">" 0
expect "agents lose their way" "$(state stroke.ways.0.lost)" ">" 0
if [ -n "${JOURNEY_PICTURE:-}" ]; then cp "$work/stroke.png" "$JOURNEY_PICTURE"; fi
key Escape
xdotool mouseup 1
look
expect "let go" "$(state stroke.under_way)" == false
missing stroke.note
expect "the map is as before" "$(state map.hash)" == "$hash"
expect "and the path" "$(state planners.astar.cost)" == "$cost"
