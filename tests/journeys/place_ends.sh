#!/bin/bash
# Start and goal are placed from the menu of a cell and by their tool, moved over the legend of paths, and taken back.
source "$(dirname "$0")/journey.sh"
start
ends() { echo "$(state query.start.0),$(state query.start.1) $(state query.goal.0),$(state query.goal.1)"; }
right_click() {
  xdotool mousemove $(cell "$1" "$2") click 3
  look
}

before=$(ends)
right_click 20 3
expect "the menu says which cell" "$(shown cell.start)" == yes
click cell.start
expect "the start is there" "$(ends)" == "20,3 ${before#* }"
right_click 4 4
click cell.clear
expect "no query" "$(state query.set)" == false
right_click 6 5
click cell.goal
right_click 4 4
click cell.start
expect "placed after they were removed" "$(ends)" == "4,4 6,5"
right_click 9 9
key Escape
expect "Esc closes the menu" "$(shown cell.start)" == no
for _ in 1 2 3 4; do key ctrl+z; done
expect "all is taken back" "$(ends)" == "$before"

# By the tool: from the start to the goal in one drag.
click toolbar.ends
drag_cells 3 20 12 30
expect "both by one drag" "$(ends)" == "3,20 12,30"
key ctrl+z
expect "taken back at once" "$(ends)" == "$before"
click toolbar.select

# Without the right panel the legend lies on the map. The goal is dragged where its names are: they let the pointer through.
click toolbar.right
expect "the legend is open" "$(shown paths.key)" == yes
drag_cells $(tr , " " <<<"${before#* }") 1 35
expect "dropped below the legend" "$(ends)" == "${before% *} 1,35"
expect "the legend still stands there" "$(shown paths.key)" == yes
drag_cells 1 35 20 30
expect "dragged away from below the legend" "$(ends)" == "${before% *} 20,30"
click paths.key
expect "its title folds it" "$(ask shown paths.key)" == yes
