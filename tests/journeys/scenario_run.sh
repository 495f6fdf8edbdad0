#!/bin/bash
# A scenario of one's own: rows are added with the mouse, run as a whole, looked at as chart and tables, saved as a table and
# as a scenario, and opened again with its map.
source "$(dirname "$0")/journey.sh"
start
unfold tab.scenario
expect "no rows yet" "$(state scenario.rows)" == 0
expect "and no results" "$(shown section.scenario)" == no

# Three rows: the query as it is, and two with other goals.
click scenario.add
drag_cells "$(state query.goal.0)" "$(state query.goal.1)" 20 30
click scenario.add
drag_cells 20 30 3 36
click scenario.add
expect "rows" "$(state scenario.rows)" == 3
expect "not saved" "$(state scenario.unsaved)" == true
key ctrl+z
expect "the last one is undone" "$(state scenario.rows)" == 2
key ctrl+y
expect "and done again" "$(state scenario.rows)" == 3

# A click takes a row, and the keys go through them by bucket: the first row has the longest way.
click scenario.row.1
expect "a click takes a row" "$(state scenario.current)" == 1
last=$(state scenario.row.bucket)
key Page_Up
expect "another row" "$(state scenario.current)" "!=" 1
expect "of a bucket before" "$(state scenario.row.bucket)" "<" "$last"
key Page_Down
expect "back again" "$(state scenario.current)" == 1

# All of them, by the planners of the comparison.
click scenario.run
expect "all rows are run" "$(state scenario.run.complete)" == true
expect "by A* too" "$(state scenario.run.planners.astar.found)" == 3
expect "which is optimal" "$(state scenario.run.planners.astar.excess)" == 0
reach scenario.table.planners
expect "the results are shown by planner" "$(shown scenario.table.planners)" == yes
click scenario.view.chart
expect "and as a chart" "$(shown scenario.chart)" == yes
click scenario.figure.time
look "$work/time.png"
click scenario.figure.expanded
look "$work/expanded.png"
expect "another chart" "$(cmp -s "$work/time.png" "$work/expanded.png" && echo same || echo other)" == other
click scenario.view.buckets
expect "a table of buckets" "$(shown scenario.table.buckets)" == yes
click scenario.view.rows
reach scenario.table.row.3
click scenario.table.row.2
expect "a click in the table takes a row" "$(state scenario.current)" == 2

# As a table in a file: the dialog is that of other files.
click scenario.csv
key ctrl+a
type_text "$work/results.csv"
key Return
expect "lines of the table" "$(wc -l <"$work/results.csv")" ">" 9
expect "its titles" "$(head -1 "$work/results.csv")" contains "row,bucket,map"

# An edit: the results are of before. A letter right after the typing would not be a key of the map.
sleep 1
key b
drag_cells 10 10 10 16
unfold tab.scenario
expect "the results do not hold any more" "$(state scenario.run.holds)" == false
reach scenario.results.old
expect "the screen says so" "$(shown scenario.results.old)" == yes
key ctrl+z
key r

# Saved: the map first, as rows name it, and the scenario beside it.
key ctrl+shift+s
key ctrl+a
type_text "$work/own.map"
key Return
expect "saved with the map" "$(state scenario.unsaved)" == false
[ -s "$work/own.map.scen" ] || fail "there is no own.map.scen"
key ctrl+o
type_text "$work/own.map.scen"
key Return
expect "opened again" "$(state scenario.rows)" == 3
expect "with its map" "$(state map.title)" == own.map
expect "the message says what it is" "$(state messages)" contains "a scenario of 3 rows"
expect "no problems" "$(state scenario.problems)" == 0
