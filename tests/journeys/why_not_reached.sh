#!/bin/bash
# Why was this cell not reached? A student steps, asks the map, reads the open list, looks at the tree, and lets playing
# stop on a condition.
source "$(dirname "$0")/journey.sh"
start
expect "the last sentence" "$(state playback.sentence)" contains "the path costs"

# A cell that is clicked says what became of it, and a step changes that.
key Home
click_at $(cell 22 30)
look
expect "the cell" "$(state inspected.cell.0)" == 22
expect "not yet" "$(state inspected.explained)" contains "Not reached yet"
expect "why is shown" "$(shown inspector.explained)" == yes
key End
expect "in the end" "$(state inspected.explained)" contains "event"
click_at $(cell 15 15)
look
expect "the dead end was filled" "$(state inspected.explained)" contains "Expanded by event"

# The wall.
click_at $(cell 0 0)
look
expect "a wall" "$(state inspected.explained)" contains "cannot stand here"

# The tree beside the map follows the search; a click on a node inspects its cell.
key alt+v
click menu.view.panels
click menu.view.tree
expect "the tree is shown" "$(shown tree.canvas)" == yes
key Home
key shift+Right
key shift+Right
key shift+Right
click tree.parent
parent="$(state inspected.cell.0),$(state inspected.cell.1)"
expect "the third that is opened has the second for its parent" "$parent" == "4,15"
click tree.close
expect "the tree is closed" "$(shown tree.canvas)" == no

# Playing stops where f grows.
key alt+s
click menu.search.stop
click menu.search.stop.f-grows
expect "the condition" "$(state playback.conditions)" contains f-grows
key Home
key shift+End
expect "stopped at an expansion" "$(state playback.event.type)" == expand
first=$(state playback.cursor)
key shift+End
expect "and at the next growth" "$(state playback.cursor)" ">" "$first"
expect "it is said" "$(state playback.sentence)" contains "smallest f"
