#!/bin/bash
# Which planner for this map? One click from an open scenario to one table with a row a planner, and a sentence that names
# the choice; a title sorts it, a row is stepped, the program that uses the choice is copied, and the report is written.
source "$(dirname "$0")/journey.sh"
# on_page NAME: clicks what is on the page, wherever the page is scrolled to.
on_page() {
  in_sight "$1" chart.window
  click "$1"
}
start
unfold tab.scenario
click scenario.add
drag_cells "$(state query.goal.0)" "$(state query.goal.1)" 20 30
click scenario.add
expect "rows" "$(state scenario.rows)" == 2

# One click.
click scenario.decide
expect "the page is open" "$(state chart.open)" == decide
look
expect "the planners are measured" "$(state decide.measured.queries)" == 2
exists chart.table
in_sight chart.plot chart.window
expect "a row for A*" "$(state decide.rows.astar.found)" == 2
expect "and one for hub labels, which are off" "$(state decide.rows.labels.found)" == 2
expect "a choice for a static map" "$(state decide.sentence)" contains "Static map: "
expect "and for queries between edits" "$(state decide.sentence)" contains "100 queries an edit: "
expect "and for memory" "$(state decide.sentence)" contains "Least memory: "
expect "rows of the table" "$(state chart.rows)" ">" 9

# A title sorts; a row is stepped.
on_page chart.table.column.4
expect "sorted by expansions" "$(state chart.sorts.decide.column)" == 4
on_page chart.table.column.4
on_page chart.table.row.1
expect "the planner of the first row is stepped" "$(state planners.dijkstra.shown)" == true
expect "its queries are shown" "$(state chart.open)" == decide-queries
in_sight chart.plot chart.window
on_page chart.pick.decide
expect "the totals again" "$(state chart.open)" == decide
on_page chart.table.column.4

# The page takes the place of the map, and its verdicts follow the bound at once.
for use in static rate memory; do in_sight "decide.verdict.$use" chart.window; done
on_page decide.verdict.memory
on_page decide.copy
expect "the planner of the verdict is stepped, and copied" "$(state plan.traced)" == "$(state decide.choice.memory)"
on_page decide.page.bound.0
expect "optimal paths alone" "$(state decide.bound)" == optimal
expect "which is said" "$(state decide.sentence)" contains "Chosen among"
on_page decide.copy
expect "the program is copied" "$(state messages)" contains "on the clipboard as C++"
on_page decide.report
key ctrl+a
type_text "$work/report.html"
key Return
expect "the page is written" "$(head -1 "$work/report.html")" == "<!DOCTYPE html>"
on_page decide.random
expect "random queries" "$(state decide.measured.random)" == true
key Escape
expect "the page is closed" "$(state chart.open)" == ""

# Two clicks from the map alone.
click compare.decide
expect "the page is open" "$(state chart.open)" == decide
on_page decide.by_scenario
expect "the rows of the scenario" "$(state decide.measured.random)" == false
on_page decide.close
expect "the map is there" "$(state chart.open)" == ""

# A stroke of the brush: what was measured is of before.
key b
drag_cells 10 10 10 14
click compare.decide
expect "out of date" "$(state decide.outdated)" == true
in_sight decide.outdated chart.window

# Nobody has fitted HPA* to this map: the page says so, and one click fits it and measures again.
in_sight decide.not_fitted chart.window
on_page decide.fit
expect "measured again" "$(state decide.outdated)" == false
expect "with the clusters that suit the map" "$(state hpa.cluster_size)" == 16
missing decide.not_fitted
missing decide.fit
