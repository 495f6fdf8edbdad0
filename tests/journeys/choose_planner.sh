#!/bin/bash
# A click on a planner's name chooses this planner, and its box adds it: neither adds others of its structure.
source "$(dirname "$0")/journey.sh"
# compared: the planners that are compared, in one line.
compared() {
  python3 -c '
import json, sys
rows = json.load(open(sys.argv[1]))["planners"]
print(" ".join(sorted(name for name, row in rows.items() if row.get("shown"))))' "$control/state.json"
}
start
before=$(compared)
go_to planners
for planner in hna1 labels haa-low; do
  # It is found by its name in the field above the list.
  reach planners.find
  xdotool mousemove $(where planners.find) click --repeat 2 1
  key ctrl+a
  type_text $planner
  click planners.$planner
  expect "a name chooses" "$(state plan.traced)" == $planner
  before=$(printf '%s\n' $before $planner | sort | xargs)
  expect "one is compared more" "$(compared)" == "$before"
done
