#!/bin/bash
# A question about the map: what can be reached, with a stroke that changes it; goals placed by the mouse; back again.
source "$(dirname "$0")/journey.sh"
start
unfold tab.ask
expect "nothing is asked" "$(state ask.question)" == shortest
click ask.question
click ask.question.reach
expect "reach is asked" "$(state ask.question)" == reach
expect "it is answered" "$(state ask.current)" == true
expect "the sentence is shown" "$(shown ask.sentence)" == yes
expect "its layer is on" "$(state layers.reach.on)" == true
expect "there are contour lines" "$(state ask.answer.lines)" ">" 0
before=$(state ask.answer.cells)
expect "there are cells" "$before" ">" 100

# A wall beside the start: fewer cells can be reached.
key b
click terrain.blocked
x=$(state query.start.0)
y=$(state query.start.1)
drag_cells $((x + 4)) $((y - 3)) $((x + 4)) $((y + 3))
expect "the answer is that of now" "$(state ask.current)" == true
expect "fewer cells are reached" "$(state ask.answer.cells)" "<" "$before"
key ctrl+z
expect "undo brings them back" "$(state ask.answer.cells)" == "$before"

# Goals by the mouse: the one beside the start is the nearest.
key r
unfold tab.ask
click ask.question
click ask.question.nearest
click ask.place
click_at $(cell $((x + 2)) "$y")
look
expect "one goal was added" "$(state ask.goals.0)" == "[$((x + 2)), $y]"
expect "it is the nearest" "$(state ask.answer.goal)" == 1
expect "its row says so" "$(shown ask.nearest)" == yes
click ask.remove_goal.1
expect "it is gone" "$(state ask.answer.goal)" == 0

click ask.question
click ask.question.alternatives
expect "the paths are listed" "$(shown ask.path.1)" == yes
click ask.question
click ask.question.shortest
expect "nothing is asked any more" "$(state ask.question)" == shortest
expect "the search is shown again" "$(state layers.search.on)" == true
