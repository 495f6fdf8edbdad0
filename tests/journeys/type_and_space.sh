#!/bin/bash
# A number is typed into a slider after a double click, and holds; the strip shows all of the pseudo-code; the window of a
# chart leaves the titles of the views in sight; at twice the size the places of the folded panel stay in sight, and open it.
source "$(dirname "$0")/journey.sh"
size=1280x800
start

# A slider of 400 steps has the whole line below its label, and takes a typed number.
unfold tab.crowd
click crowd.brush
in_sight crowd.density panel.left
low=$(where crowd.density 0) high=$(where crowd.density 1)
expect "the slider is wide" "$((${high% *} - ${low% *}))" ">" 170
xdotool mousemove $(where crowd.density 0.6) click --repeat 2 --delay 40 1
look
xdotool key ctrl+a
type_text 137
key Return
expect "typed" "$(state crowd.density)" == 137
look
look
expect "and it holds" "$(state crowd.density)" == 137
# A drag still moves it.
xdotool mousemove $(where crowd.density 0.2) mousedown 1
xdotool mousemove $(where crowd.density 0.5)
xdotool mouseup 1
look
expect "dragged to the middle" "$(state crowd.density)" ">" 150
expect "and no further" "$(state crowd.density)" "<" 250
key r

# All lines of HPA*'s pseudo-code are in sight, the last one included.
click compare.hpa1.trace
key Home
key Right
exists code.line.0
exists code.line.16

# The window of a chart begins below the titles of the views.
go_to planners
unfold tab.effort
click effort.window
title=$(where view.1.level 0) window=$(where chart.title 0)
expect "the chart lies below the title of the view" "${window#* }" ">" "$((${title#* } + 8))"
key Escape
expect "Esc closes it" "$(state chart.open)" == ""

# At twice the size the panel is folded; its places lead to it.
xdotool key ctrl+q
ended
start --scale 2
missing panel.left
exists fold.left
for place in map planners crowd learn; do exists place.$place; done
click place.crowd
exists panel.left
expect "the place is shown" "$(state view.place)" == place.crowd
key Escape
missing panel.left
exists place.map
