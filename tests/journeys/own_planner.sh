#!/bin/bash
# A planner of one's own: Compare > Add your own..., a name and a command; its row stands beside the others, its search is
# stepped, an edit reaches it, and a program that fails is said to and started again; one that is long is stopped.
source "$(dirname "$0")/journey.sh"
examples=$(realpath "$here/../../examples/planners")
{
  echo "if [ ! -e '$work/seen' ]; then touch '$work/seen'; echo 'no license' >&2; exit 5; fi"
  echo "exec python3 '$examples/astar.py'"
} >"$work/once.sh"
start
go_to planners
in_sight planners.own panel.left
click planners.own
expect "the dialog opens" "$(shown own.name)" == yes
expect "nothing is added without a name" "$(shown own.mine.state)" == no
type_text "mine"
look
click own.command
type_text "python3 $examples/astar.py"
look
click own.add
expect "it is ready" "$(state external.mine.state)" == ready
expect "by its own name" "$(state external.mine.says_name)" == "A* in Python"
click own.close
expect "its path is legal and costs what that of A* costs" "$(state planners.mine.cost)" == "$(state planners.astar.cost)"
expect "its row is in the comparison" "$(shown compare.mine.expanded)" == yes

click compare.mine.trace
expect "a click steps its search" "$(state plan.traced)" == mine
key Home
key Right
key Right
key Right
key Right
expect "as it tells it" "$(state playback.sentence)" contains "Expanding (3,15), g = 0.00"
before=$(state planners.mine.cost)
key b
drag_cells 5 12 5 18
expect "a wall reaches it" "$(state planners.mine.cost)" "!=" "$before"
expect "and A*" "$(state planners.mine.cost)" == "$(state planners.astar.cost)"

go_to planners
in_sight planners.own panel.left
click planners.own
type_text "once"
look
click own.command
type_text "sh $work/once.sh"
look
click own.add
expect "a program that ends has failed" "$(state external.once.state)" == failed
expect "with what it said" "$(state planners.once.note)" contains "no license"
click own.once.start
expect "it is started again by hand" "$(state external.once.state)" == ready
expect "and answers" "$(state planners.once.cost)" == "$(state planners.astar.cost)"
click own.mine.remove
click own.close
expect "one that is removed leaves the list" "$(shown compare.mine.trace)" == no
expect "and A* is stepped again" "$(state plan.traced)" == astar

# A program that is long at its start is waited for no longer than a moment, says so in its row, and is stopped there.
echo "import time; time.sleep(1000)" >"$work/long.py"
go_to planners
in_sight planners.own panel.left
click planners.own
click own.limit."120 s"
expect "the time limit is set" "$(state preferences.external.limit)" == 120
click own.name
type_text "long"
look
click own.command
type_text "python3 $work/long.py"
look
click own.add
expect "its state is told" "$(state external.long.state)" == starts
expect "A* has answered" "$(state planners.astar.note)" == found
click own.close
expect "its row says that it starts" "$(state planners.long.note)" contains "starting for"
click compare.long.stop
expect "a click stops it" "$(state planners.long.note)" == "was stopped"
go_to planners
in_sight planners.own panel.left
click planners.own
click own.long.remove
click own.limit."1 s"
click own.close

# At the next start it is remembered, and not started.
key ctrl+z
expect "the wall is taken back" "$(state map.unsaved)" == false
xdotool key ctrl+q
ended
start
expect "it is remembered" "$(state external.once.state)" == "not started"
expect "and has no row" "$(shown compare.once.trace)" == no
go_to planners
in_sight planners.own panel.left
click planners.own
click own.once.start
click own.close
expect "until it is started by hand" "$(state planners.once.cost)" == "$(state planners.astar.cost)"
echo "own planner: fine"
