#!/bin/bash
# The window of charts: it says what is missing and does it, shows the values under the pointer, a drag selects a range and a
# double click resets it, a title sorts the table, a row loads the query, Esc closes, and the next start opens it again.
source "$(dirname "$0")/journey.sh"
start
unfold tab.scenario
click scenario.chart_window
expect "the chart is open" "$(state chart.open)" == scenario-expanded
expect "it says what is missing" "$(state chart.reason)" contains "No scenario is open"
click chart.remedy
expect "the run is there" "$(state scenario.run.complete)" == true
exists chart.plot
exists chart.table
key Escape
expect "Esc closes it" "$(state chart.open)" == ""
drag_cells "$(state query.goal.0)" "$(state query.goal.1)" 20 30
unfold tab.scenario
click scenario.add
drag_cells 20 30 3 36
click scenario.add
click scenario.run
click scenario.chart_window
expect "rows of the table" "$(state chart.rows)" ">=" 3

# Over the plot some point is near enough to be told.
found=no
for share in 0.3 0.4 0.5 0.6 0.7 0.8 0.9 0.95; do
  for rise in -80 -60 -40 -20 0 20 40 60; do
    read -r x y <<<"$(where chart.plot $share)"
    xdotool mousemove "$x" $((y + rise))
    look
    if (ask state chart.pointed.series) >/dev/null 2>&1; then found=yes && break 2; fi
  done
done
expect "the pointer tells a value" $found == yes

# A drag selects a range; a double click resets it.
read -r x y <<<"$(where chart.plot 0.4)"
read -r x2 _ <<<"$(where chart.plot 0.7)"
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x + 20)) "$y" mousemove "$x2" "$y" mouseup 1
look
expect "a range" "$(state chart.range.1)" ">" "$(state chart.range.0)"
expect "the axis ends there" "$(state chart.x.high)" == "$(state chart.range.1)"
exists chart.all
xdotool mousemove "$x" "$y" click --repeat 2 --delay 60 1
look
expect "all points again" "$(state chart.range)" == "[]"

# A title sorts, a row is the query.
click chart.table.column.1
click chart.table.column.1
expect "sorted downwards" "$(state chart.first_row.0)" == "$(state chart.rows)"
click chart.table.row.1
expect "the row is the query" "$(state scenario.current)" == 1

# Another chart; a planner is hidden; the window is moved, and is there at the next start.
click chart.pick
click chart.pick.effort
expect "another chart" "$(state chart.open)" == effort
exists chart.plot
read -r x y <<<"$(where chart.title)"
before=$(where chart.window)
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x + 12)) $((y + 20)) mousemove $((x + 30)) $((y + 44)) mouseup 1
look
moved=$(where chart.window)
expect "it is moved" "$moved" "!=" "$before"
key ctrl+q
xdotool mousemove $(where question.discard) click 1
ended
start
expect "what was discarded is not offered" "$(state question.kind 2>/dev/null)" == ""
expect "it opens again" "$(state chart.open)" == effort
expect "where it was" "$(where chart.window)" == "$moved"
key Escape
expect "closed" "$(state chart.open)" == ""
