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

first_start=1
task "step A*"
expect "A* is stepped" "$(state plan.traced)" == astar
for part in panel.left toolbar.brush code.line.0 log.1; do missing $part; done
at=$(state playback.cursor)
press play.back
expect "a step back" "$(state playback.cursor)" "<" "$at"
expect "clicks" $clicks == 1
press steps
exists code.line.0
exists log.$((at - 1))
key e
missing code.line.0
key e
exists code.line.0

# A click on the sentence of the strip opens the steps, too; they stay as they were left.
key e
click explain.sentence
exists code.line.0
xdotool key ctrl+q
ended
start
exists code.line.0

task "one level of HPA* alone"
press compare.hpa1.trace
press view.level.1
expect "it is stepped" "$(state plan.traced)" == hpa1
expect "level 1 alone" "$(state view.levels.0)" == 1
expect "clusters are shown" "$(state layers.clusters.on)" == true
expect "clicks" $clicks == 2
press view.level.step
expect "the level of the step" "$(state view.levels.0)" == step

task "see the levels of HPA*"
press place.planners
press planners.hpa2
expect "it is stepped" "$(state plan.traced)" == hpa2
expect "its tab is unfolded" "$(state view.unfolded)" == tab.hpa
in_sight levels.1 panel.left
in_sight hpa.cost panel.left
expect "clusters are shown" "$(state layers.clusters.on)" == true
expect "clicks" $clicks "<=" 2

# One click shows any two, a second one chooses which.
task "two planners side by side"
press views.two
expect "two views" "$(state view.split)" == 2
press compare.jps.beside
exists view.2.planner
expect "two views still" "$(state view.split)" == 2
expect "clicks" $clicks == 2

# The pointer opens the submenu; the dialog offers both views, and Enter writes the film.
task "a film of both views"
press views.two
press menu.file
xdotool mousemove $(where menu.file.export)
look
press menu.file.animation
exists film.view.all
expect "clicks" $clicks == 3
key Return
missing dialog.animation
for _ in $(seq 300); do
  film=$(find "$work/documents" -name '*.gif' -size +0 | head -1)
  [ -z "$film" ] || break
  sleep 0.1
  look
done
[ -n "$film" ] || fail "the film was not written"

task "a lesson of one's own"
cp "$here/../../assets/lessons/astar-stops.lesson" "$work/documents/own.lesson"
press menu.help
press menu.help.lessons
press lessons.own.lesson
expect "it plays" "$(state lesson.step)" == 1
expect "clicks" $clicks == 3
key Escape

task "a lesson of one's own that plays"
press place.learn
in_sight learn.record panel.left
press learn.record
expect "recording" "$(state recording.on)" == true
press record.play
expect "it plays" "$(state lesson.id)" == lesson
expect "nothing more is recorded" "$(state recording.on)" == false
expect "clicks" $clicks "<=" 3
[ -e "$work/documents/lesson.lesson" ] || fail "it is not saved"
# It is listed from then on; the section of the recorder is there again once the lesson is left, and can be closed.
key Escape
expect "left" "$(state lesson.open)" == false
in_sight learn.lesson.lesson panel.left
in_sight record.discard panel.right
click record.discard
missing section.record

task "a crowd that walks"
press place.crowd
press crowd.run
expect "agents are there" "$(state crowd.agents)" ">" 0
expect "they walk" "$(state crowd.running)" == true
expect "clicks" $clicks "<=" 2

# Each place is one click away, and has what was unfolded there last; a second click closes it.
task "from place to place"
for place in planners crowd learn map; do
  press place.$place
  expect "the place" "$(state view.place)" == place.$place
done
expect "painting is unfolded" "$(state view.unfolded)" == tab.map
exists toolbar.brush
press place.map
missing panel.left
expect "no place" "$(state view.place)" == ""
press place.map
press tab.agent
press place.planners
press place.map
expect "the agent is unfolded still" "$(state view.unfolded)" == tab.agent

# Layers: all are hidden, one is shown alone, and the usual ones come back; of two heat maps one is shown.
unfold_layers
in_sight layers.hide panel.right
press layers.hide
expect "no path is shown" "$(state layers.path.on)" == false
press layers.reset
expect "it is shown again" "$(state layers.path.on)" == true
in_sight layer.clearance panel.right
press layer.clearance
expect "clearances" "$(state layers.clearance.on)" == true
expect "in place of the searched cells" "$(state layers.search.on)" == false
in_sight layer.grid panel.right
xdotool keydown alt
press layer.grid
xdotool keyup alt
look
expect "the grid is shown" "$(state layers.grid.on)" == true
expect "alone" "$(state layers.path.on) $(state layers.clusters.on)" == "false false"

# The inspector stays in sight where the right panel is closed.
key r
click menu.view
click menu.view.panels
click menu.view.right
click_at $(cell 12 17)
look
exists inspector.card
exists inspector.explained
click inspector.close
missing inspector.card

# Columns of the steps are dragged, and come back with the next start.
key e
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

task "from an open scenario to Decide"
xdotool key ctrl+q
ended
cp "$here/../../assets/maps/running-example.map" "$work/"
printf 'version 1\n0\trunning-example.map\t40\t40\t3\t15\t36\t15\t80.7\n' >"$work/own.scen"
start "$work/own.scen"
expect "the scenario is open" "$(state scenario.rows)" == 1
press compare.decide
look
expect "the rows of the scenario" "$(state decide.measured.random) $(state decide.measured.queries)" == "false 1"
expect "clicks" $clicks == 1
key Escape

task "the chart of a scenario"
press place.planners
press tab.scenario
press scenario.add
press scenario.run
exists scenario.table.planners
expect "clicks to the table of planners" $clicks "<=" 4
press scenario.view.chart
exists scenario.chart
expect "clicks" $clicks "<=" 5
key ctrl+z
expect "nothing is unsaved" "$(state scenario.unsaved)" == false

task "the chart of a scenario in a window"
press place.planners
press tab.scenario
press scenario.chart_window
press chart.remedy
exists chart.plot
exists chart.table
expect "the run is there" "$(state scenario.run.complete)" == true
expect "clicks" $clicks "<=" 4
