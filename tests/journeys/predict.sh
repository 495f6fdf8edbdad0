#!/bin/bash
# A student predicts A*: hides how the search goes on, clicks the node that comes next, is told why, and leaves with Esc.
source "$(dirname "$0")/journey.sh"
start
expect "A* is solved" "$(state planners.astar.cost)" ">" 0

key alt+s
click menu.search.predict
expect "it asks" "$(state predict.asks)" == true
expect "no planner answers any more" "$(state planners.astar.solved)" == false
expect "no event after the cursor is known" "$(state playback.events)" == "$(state playback.cursor)"
exists section.predict

# The start is the only open node. A click on it answers, and does not drag it.
click_at $(cell 3 15)
look
expect "right" "$(state predict.verdict)" == taken
expect "a hit" "$(state predict.hits)" == 1
expect "the start stays" "$(state query.start.0)" == 3

# Twice wrong: then the answer is told.
click_at $(cell 3 15)
look
expect "closed by now" "$(state predict.verdict)" == closed
expect "one more try" "$(state predict.lines.1)" contains "One more try"
click_at $(cell 30 30)
look
expect "not in the open list" "$(state predict.verdict)" == not-open
expect "the right one is told" "$(state predict.lines.0)" contains "is expanded with f"
expect "one of two" "$(state predict.lines.2)" contains "1 of 2"

# The end of the search brings the answers back, a step back hides them again.
key End
expect "the answers are there" "$(state planners.astar.solved)" == true
key Left
expect "and hidden" "$(state planners.astar.solved)" == false

# A round by the menu; Esc leaves.
key alt+s
click menu.search.predict_round
expect "ten to go" "$(state predict.left)" == 10
click_at $(cell 3 15)
look
expect "nine to go" "$(state predict.left)" == 9
key Escape
expect "it has ended" "$(state predict.on)" == false
expect "all is known again" "$(state planners.astar.solved)" == true

# Short hints beside the pointer neither say anything else meanwhile nor take the first Esc.
click menu.view
click menu.view.hints
key alt+s
click menu.search.predict
xdotool mousemove $(cell 9 4)
look
missing hint
key Escape
expect "one Esc ends it" "$(state predict.on)" == false
exists hint
