#!/bin/bash
# A piece is selected, moved, copied, turned, pasted and filled with mouse and keyboard; one undo takes back each change.
source "$(dirname "$0")/journey.sh"
start
before_hash=$(state map.hash)

key m
expect "tool" "$(state tool.name)" == area
drag_cells 3 30 6 32
expect "twelve cells are selected" "$(state selection.cells)" == 12
look "$work/selected.png"
xdotool keydown shift
drag_cells 3 34 4 34
xdotool keyup shift
expect "two more" "$(state selection.cells)" == 14
key ctrl+c
key shift+f
filled=$(state map.hash)
expect "filled" "$filled" != "$before_hash"
expect "one step" "$(state history.position)" == 1
key ctrl+z
expect "undone" "$(state map.hash)" == "$before_hash"

key ctrl+v z Right
expect "the piece floats" "$(state floating.moved)" == false
expect "the map is as before" "$(state map.hash)" == "$before_hash"
look "$work/floating.png"
key Escape
expect "given up" "$(state map.hash)" == "$before_hash"
key Escape
expect "nothing is selected" "$(state selection.cells)" == 0

key w
click_at $(cell 0 0)
look
expect "the wand selects the border" "$(state selection.cells)" ">" 100
key ctrl+shift+a
key m
drag_cells 0 0 3 3
key Delete
expect "deleted" "$(state history.position)" == 1
drag_cells 1 1 4 2
expect "dragged" "$(state floating.moved)" == true
click_at $(cell 20 20)
look
expect "a click puts it down" "$(state selection.box)" == "[3, 1, 7, 5]"
key ctrl+z ctrl+z
expect "all undone" "$(state map.hash)" == "$before_hash"
