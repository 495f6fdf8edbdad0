#!/bin/bash
# Whatever cannot be used says why: each disabled widget has its reason in the interface dump, and its tooltip shows it.
source "$(dirname "$0")/journey.sh"
start
expect "nothing is disabled without a reason" "$(ask unexplained)" == none
expect "undo says why" "$(ask reason toolbar.undo)" contains "no edit"
look "$control/before.png"
xdotool mousemove $(ask middle toolbar.undo)
look
look "$control/tooltip.png"
# The tooltip stands below the button, where the map was.
at=($(ask middle toolbar.undo))
same=yes
for dx in 20 40 60 80; do
  for dy in 30 40 50; do
    [ "$(pixel "$control/before.png" $((at[0] + dx)) $((at[1] + dy)))" == \
      "$(pixel "$control/tooltip.png" $((at[0] + dx)) $((at[1] + dy)))" ] || same=no
  done
done
expect "a tooltip is there" "$same" == no

key ctrl+shift+p
type_text "remove start and goal"
key Return
expect "no query" "$(state query.set)" == false
for widget in toolbar.swap play.first play.toggle; do
  expect "$widget says why" "$(ask reason $widget)" contains "start and goal are not set"
done
for tab in tab.crowd tab.scenario tab.graph tab.landmarks; do
  unfold $tab
  expect "$tab disables nothing without a reason" "$(ask unexplained)" == none
done
unfold tab.graph
expect "the graph says why it cannot be saved" "$(ask reason graph.save)" contains "no graph is drawn"
unfold tab.crowd
expect "the crowd says why it cannot go a tick" "$(ask reason crowd.step)" contains "no agents"
