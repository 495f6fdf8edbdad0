#!/bin/bash
# A search is stepped by keys and buttons, scrubbed on the timeline, stopped at a breakpoint; events are clicked.
source "$(dirname "$0")/journey.sh"
start
size=$(state playback.events)
expect "the trace has events" "$size" ">" 100
expect "it starts at its end" "$(state playback.cursor)" == "$size"

key Home
expect "Home" "$(state playback.cursor)" == 0
key Right
key Right
expect "two steps" "$(state playback.cursor)" == 2
key Left
expect "one back" "$(state playback.cursor)" == 1
key End
expect "End" "$(state playback.cursor)" == "$size"

# A click in the middle of the timeline, then a drag to a quarter.
click_at $(where timeline 0.5)
look
middle=$(state playback.cursor)
expect "middle, from below" "$middle" ">" $((size * 45 / 100))
expect "middle, from above" "$middle" "<" $((size * 55 / 100))
xdotool mousemove $(where timeline 0.5) mousedown 1
xdotool mousemove $(where timeline 0.4)
xdotool mousemove $(where timeline 0.25)
look
xdotool mouseup 1
look
quarter=$(state playback.cursor)
expect "quarter, from below" "$quarter" ">" $((size * 20 / 100))
expect "quarter, from above" "$quarter" "<" $((size * 30 / 100))

# An event of the list.
click "log.$((quarter + 1))"
expect "event clicked" "$(state playback.cursor)" == $((quarter + 1))

# Next expansion, and a breakpoint on the line that takes a node from the open list.
click play.expansion
expect "further" "$(state playback.cursor)" ">" $((quarter + 1))
click play.first
click code.line.2
key shift+End
expect "stopped at the breakpoint" "$(state playback.event.line)" == 2
first_stop=$(state playback.cursor)
key shift+End
expect "and at the next" "$(state playback.cursor)" ">" "$first_stop"

# A tap of Space plays, another stops.
click code.line.2
click play.first
xdotool key space
sleep 0.5
xdotool key space
look
expect "playing moved on" "$(state playback.cursor)" ">" 5
expect "and was stopped" "$(state playback.playing)" == false
