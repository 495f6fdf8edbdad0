#!/bin/bash
# What people come for is few clicks away: each task begins with a fresh start, and every press of the mouse is counted.
source "$(dirname "$0")/journey.sh"

clicks=0
press() {
  clicks=$((clicks + 1))
  click "$1"
}
# task WORDS: a fresh start, with nothing pressed.
task() {
  echo "-- $1"
  if [ -n "$app_pid" ]; then
    xdotool key ctrl+q
    ended
  fi
  rm -rf "$work/config" "$work/state"
  start
  clicks=0
}

task "step A*"
expect "A* is stepped" "$(state plan.traced)" == astar
at=$(state playback.cursor)
press play.back
expect "a step back" "$(state playback.cursor)" "<" "$at"
exists explain.sentence
exists code.line.0
exists log.$((at - 1))
expect "clicks" $clicks "<=" 2

task "see the levels of HPA*"
press place.planners
press planners.hpa2
expect "it is stepped" "$(state plan.traced)" == hpa2
expect "its tab is unfolded" "$(state view.unfolded)" == tab.hpa
in_sight levels.1 panel.left
expect "clusters are shown" "$(state layers.clusters.on)" == true
expect "clicks" $clicks "<=" 2

task "two planners side by side"
press compare.hpa1.beside
expect "two views" "$(state view.split)" == 2
expect "clicks" $clicks "<=" 3

task "a crowd that walks"
press place.crowd
press crowd.run
expect "agents are there" "$(state crowd.agents)" ">" 0
expect "they walk" "$(state crowd.running)" == true
expect "clicks" $clicks "<=" 2

# Each place is one click away, and has what was unfolded there last.
task "from place to place"
for place in planners crowd analysis map; do
  press place.$place
  expect "the place" "$(state view.place)" == place.$place
done
expect "painting is unfolded" "$(state view.unfolded)" == tab.map
press tab.agent
press place.planners
press place.map
expect "the agent is unfolded still" "$(state view.unfolded)" == tab.agent

# Layers: all are hidden, one is shown alone, and the usual ones come back; of two heat maps one is shown.
in_sight layers.hide panel.left
press layers.hide
expect "no path is shown" "$(state layers.path.on)" == false
press layers.reset
expect "it is shown again" "$(state layers.path.on)" == true
in_sight layer.clearance panel.left
press layer.clearance
expect "clearances" "$(state layers.clearance.on)" == true
expect "in place of the searched cells" "$(state layers.search.on)" == false
in_sight layer.grid panel.left
xdotool keydown alt
press layer.grid
xdotool keyup alt
look
expect "the grid is shown" "$(state layers.grid.on)" == true
expect "alone" "$(state layers.path.on) $(state layers.clusters.on)" == "false false"

# The inspector stays in sight where the right panel is closed.
key r
click toolbar.right
click_at $(cell 12 17)
look
exists inspector.card
exists inspector.explained
click inspector.close
missing inspector.card

# Columns of the strip are dragged, and come back with the next start.
read -r x y <<<"$(where splitter.log)"
xdotool mousemove "$x" "$y" mousedown 1 mousemove $((x + 40)) "$y" mousemove $((x + 80)) "$y" mouseup 1
look
expect "the log is wider" "$(where splitter.log | cut -d' ' -f1)" ">" $((x + 60))
x=$(where splitter.log | cut -d' ' -f1)
xdotool key ctrl+q
ended
start
expect "as wide as before" "$(where splitter.log | cut -d' ' -f1)" == "$x"
expect "the place of the last run" "$(state view.unfolded)" == tab.agent

task "the chart of a scenario"
press place.analysis
press scenario.add
press scenario.run
exists scenario.table.planners
expect "clicks to the table of planners" $clicks "<=" 3
press scenario.view.chart
exists scenario.chart
expect "clicks" $clicks "<=" 4
key ctrl+z
expect "nothing is unsaved" "$(state scenario.unsaved)" == false

task "the chart of a scenario in a window"
press place.analysis
press scenario.chart_window
press chart.remedy
exists chart.plot
exists chart.table
expect "the run is there" "$(state scenario.run.complete)" == true
expect "clicks" $clicks "<=" 3
