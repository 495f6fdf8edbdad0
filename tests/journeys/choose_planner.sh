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
click place.planners
for planner in hna1 labels haa-low; do
  in_sight planners.add panel.left
  [ "$(shown planners.$planner)" == yes ] || click planners.add
  in_sight planners.$planner panel.left
  click planners.$planner
  expect "a name chooses" "$(state plan.traced)" == $planner
  before=$(printf '%s\n' $before $planner | sort | xargs)
  expect "one is compared more" "$(compared)" == "$before"
  xdotool mousemove $(where panel.left) click --repeat 24 4
  look
done
