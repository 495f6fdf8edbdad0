#!/bin/bash
# A stroke is painted with the mouse; it is seen in the map, the state and the picture, and one undo takes it back.
source "$(dirname "$0")/journey.sh"
start --check-frames
before_hash=$(state map.hash)
before=$(state map.passable)
look "$work/before.png"

key b
expect "tool" "$(state tool.name)" == brush
click terrain.blocked
drag_cells 3 30 9 30
look "$work/after.png"
after=$(state map.passable)
expect "fewer passable cells" "$after" "<" "$before"
expect "one stroke" "$(state history.position)" == 1
expect "unsaved" "$(state map.unsaved)" == true
expect "clusters redone" "$(state meter.clusters)" ">=" 1
expect "only some clusters redone" "$(state meter.clusters)" "<=" 6
in_sight meter.clusters panel.right
at=$(cell 6 30)
was=$(pixel "$work/before.png" $at)
now=$(pixel "$work/after.png" $at)
expect "the ground was light ($was)" "$(echo $was | cut -d' ' -f2)" ">" 120
expect "the wall is dark ($now)" "$(echo $now | cut -d' ' -f2)" "<" 110

key ctrl+z
expect "undone" "$(state map.hash)" == "$before_hash"
expect "nothing to undo" "$(state history.position)" == 0
key ctrl+y
expect "redone" "$(state map.passable)" == "$after"
click toolbar.undo
expect "undone by the tool bar" "$(state map.passable)" == "$before"

# A drag faster than the frames leaves no gaps: press, jump, release within one frame.
from=$(cell 3 33)
to=$(cell 9 33)
key minus
xdotool mousemove $from mousedown 1 mousemove $to mouseup 1
look
expect "seven cells in one leap" "$(state meter.cells)" ">=" 7
