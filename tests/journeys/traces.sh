#!/bin/bash
# A search trace and a plan of other programs are dropped on the window: both are stepped, a click on a fault goes there,
# and a wall that is painted over an agent's path is found at once.
source "$(dirname "$0")/journey.sh"
{
  printf 'type octile\nheight 12\nwidth 16\nmap\n'
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do echo '................'; done
} >"$work/room.map"
{
  printf 'version: 1.4.0\nevents:\n- {type: source, id: 0, x: 2, y: 5, g: 0, f: 9}\n'
  printf -- '- {type: destination, id: 9, x: 11, y: 5}\n'
  for i in 0 1 2 3 4 5 6 7 8; do
    printf -- '- {type: expanding, id: %d, g: %d, f: 9}\n' $i $i
    printf -- '- {type: generating, id: %d, pId: %d, x: %d, y: 5, g: %d, f: 9}\n' $((i + 1)) $i $((i + 3)) $((i + 1))
    printf -- '- {type: pondering, id: %d}\n' $i
  done
  printf -- '- {type: expanding, id: 77, x: 40, y: 5, g: 3, f: 9}\n- {type: end, id: 9, g: 9}\n'
} >"$work/room.trace.yaml"
printf 'soc=9\nmakespan=3\n0:(4,4),(8,4),(1,9)\n1:(5,4),(7,4),(2,9)\n2:(6,4),(6,4),(3,9)\n3:(7,4),(6,4),(4,9)\n' >"$work/room.plan"
start
window=$(xdotool search --name Strata | tail -1)
drop() {
  python3 "$here/drop.py" "$window" $(cell 20 20) "$@"
  look
}

drop "$work/room.trace.yaml"
expect "the map beside it is open" "$(state map.width)" == 16
expect "which is said" "$(state opened_trace.map)" == "on the map beside it"
expect "its query is ours" "$(state query.goal)" == "[11, 5]"
expect "every event can be stepped" "$(state playback.events)" == 31
expect "the tab shows it" "$(shown traces.file)" == yes
expect "and what is wrong" "$(state opened_trace.faults)" == 2
click traces.faults.0
expect "a click goes to the event of the fault" "$(state playback.cursor)" == 30
key Home
key Right
key Right
key Right
expect "the keys step it" "$(state playback.cursor)" == 3
expect "in its own words" "$(state playback.sentence)" contains "Expanding (2,5), g = 0.00"
click traces.step
expect "back to the search of ours" "$(state opened_trace.stepped)" == false
click traces.step
expect "and to the trace again" "$(state opened_trace.stepped)" == true

drop "$work/room.plan"
expect "the plan is stepped" "$(state opened_plan.stepped)" == true
expect "the map stays" "$(state opened_plan.map)" == "on the map beside it"
expect "two agents meet" "$(state opened_plan.first_fault)" contains "agents 0 and 1 are both in (6,4)"
expect "the costs are computed" "$(state opened_plan.claims)" contains "The file says soc 9; it is 8."
look "$work/before.png"
click plans.faults.0
expect "a click goes to the time step" "$(state opened_plan.step)" == 2
look "$work/after.png"
at=$(cell 6 4)
expect "the conflict is marked" "$(pixel "$work/after.png" $at)" != "$(pixel "$work/before.png" $at)"
key b
unfold tab.map
click terrain.blocked
drag_cells 2 9 2 10
expect "a wall across an agent's path is found" "$(state opened_plan.faults)" ">" 1
