#!/bin/bash
# A graph drawn with the mouse, contracted step by step, searched, and taken back with the map's edits.
source "$(dirname "$0")/journey.sh"
start
key g
expect "the tool" "$(state tool.name)" == graph
expect "its tab" "$(shown graph.state)" == no
for at in "5 30" "12 24" "19 30" "12 36"; do
  click_at $(cell $at)
done
look "$work/nodes.png"
expect "nodes" "$(state drawn.node_count)" == 4
drag_cells 5 30 12 24
drag_cells 12 24 19 30
drag_cells 5 30 12 36
drag_cells 12 36 19 30
expect "edges" "$(state drawn.edge_count)" == 4
expect "its tab came up" "$(shown graph.state)" == yes
# The node below is moved away: its edges keep their weights.
weight=$(state drawn.edges.1.weight)
drag_cells 12 36 12 38
expect "it has moved" "$(state drawn.nodes.3.1)" == 38
expect "the weight is kept" "$(state drawn.edges.1.weight)" == "$weight"
# A dearer edge by way of the panel.
at=$(where graph.edge.2)
xdotool mousemove $at click --repeat 2 --delay 60 1
key ctrl+a
type_text 20
key Return
expect "the weight typed" "$(state drawn.edges.1.weight)" == 20
# Node 2 is contracted first: a shortcut over it, cheaper than the way below.
click graph.node.2.up
expect "the order" "$(state drawn.order.0)" == 1

unfold tab.ch
click ch.graph.drawn
expect "the drawn graph" "$(state ch.graph)" == drawn
click "ch.order.as drawn"
expect "in its own order" "$(state ch.order)" == own
click ch.on
expect "the hierarchy is there" "$(state ch.ready)" == true
expect "with a shortcut" "$(state ch.shortcuts)" ">=" 1
click ch.contract
expect "its contraction is stepped" "$(state ch.contracting)" == true
expect "from the start" "$(state playback.cursor)" == 0
look "$work/before.png"
click play.expansion
click play.forward
click play.forward
look "$work/after.png"
expect "one node is gone" "$(state playback.contracted)" == 1
expect "a shortcut came" "$(state playback.added_arcs)" == 1
# The arc is on the map, a quarter of its length above its ends.
at=$(cell 12 26.64)
expect "the picture has changed" "$(pixel "$work/after.png" $at | cut -d' ' -f1)" "!=" "$(pixel "$work/before.png" $at | cut -d' ' -f1)"
click ch.contract
expect "back to searching" "$(state ch.contracting)" == false

# Start and goal go onto two nodes.
key r
drag_cells $(state query.start.0) $(state query.start.1) 5 30
drag_cells $(state query.goal.0) $(state query.goal.1) 19 30
expect "found over the drawn graph" "$(state planners.ch.status)" == found
click compare.ch.trace
expect "from both ends" "$(state playback.two_way)" == true

# One history for map and graph.
key b
drag_cells 30 30 34 30
expect "a stroke" "$(state history.undo)" contains Brush
key ctrl+z
expect "undone" "$(state history.undo)" == "Move start and goal"
key ctrl+z
key ctrl+z
expect "the ends as well" "$(state history.undo)" == Order
key ctrl+z ctrl+z
expect "order and weight are undone" "$(state drawn.edges.1.weight)" == "$weight"
key ctrl+z
expect "so is the move" "$(state drawn.nodes.3.1)" == 36
expect "it is not saved" "$(state drawn.unsaved)" == true
