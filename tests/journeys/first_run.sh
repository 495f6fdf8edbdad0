#!/bin/bash
# The first minute at 1280x800, from the start without settings on: the card over the map, its button, hints that follow
# the pointer, Esc, the menus that open both again, and the simple view. Starts are as for a person (--greet).
source "$(dirname "$0")/journey.sh"

# Whether two widgets of the dump overlap.
overlap() {
  python3 - "$control/ui.json" "$1" "$2" <<'PY'
import json, sys
widgets = json.load(open(sys.argv[1]))['widgets']
a, b = widgets[sys.argv[2]], widgets[sys.argv[3]]
apart = (a['x'] + a['width'] <= b['x'] or b['x'] + b['width'] <= a['x'] or
         a['y'] + a['height'] <= b['y'] or b['y'] + b['height'] <= a['y'])
print('no' if apart else 'yes')
PY
}
# menu MENU ENTRY...: through menus by mouse.
menu() {
  local entry
  for entry in "$@"; do click "$entry"; done
}

start --greet
expect "the card is open at the first start" "$(state view.first_run)" == true
exists first_run.step
expect "it lies over the map" "$(overlap first_run map)" == yes
xdotool mousemove $(cell 5 5)
look
missing hint

# A start that is driven shows neither, though nobody has closed the card.
kill "$app_pid" && wait "$app_pid" || true
start
missing first_run
kill "$app_pid" && wait "$app_pid" || true
start --greet
exists first_run

# Step A*: one step, and a hint that tells how to go on; the second step ends it.
click first_run.step
missing first_run
expect "A* is stepped" "$(state plan.traced) $(state playback.cursor)" == "astar 1"
xdotool mousemove $(cell 8 5)
look
expect "how to go on" "$(state view.hints.shown)" == step
exists hint
xdotool mousemove $(cell 12 7)
first=$(where hint)
xdotool mousemove $(cell 20 5)
look
expect "the hint follows" "$(where hint)" != "$first"
key Right
expect "and is done" "$(state view.hints.done)" contains step
expect "the next hint" "$(state view.hints.shown)" == move

# The hint covers neither S nor G, wherever the pointer is.
at_start=$(state query.start.0) at_row=$(state query.start.1)
for step in -2 -1 0 1 2; do
  xdotool mousemove $(cell $((at_start + step)) $((at_row - 2)))
  look
  if [ "$(shown hint)" == yes ]; then
    read -r x y <<<"$(cell "$at_start" "$at_row")"
    python3 - "$control/ui.json" "$x" "$y" <<'PY' || fail "the hint covers S"
import json, sys
w = json.load(open(sys.argv[1]))['widgets']['hint']
x, y = float(sys.argv[2]), float(sys.argv[3])
sys.exit(w['x'] <= x <= w['x'] + w['width'] and w['y'] <= y <= w['y'] + w['height'])
PY
  fi
done
key End
drag_cells "$at_start" "$at_row" "$at_start" $((at_row + 2))
expect "S was dragged" "$(state query.start.1)" == $((at_row + 2))
xdotool mousemove $(cell 9 4)
look
missing hint
expect "dragging is known now" "$(state view.hints.done)" contains move

# The card again, from the menu Help; Esc and its cross.
menu menu.help menu.help.first_run
exists first_run
key Escape
missing first_run
menu menu.help menu.help.first_run
click first_run.close
missing first_run
go_to map
key b
expect "the brush" "$(state tool.name) $(state tool.terrain)" == "brush blocked"
xdotool mousemove $(cell 9 4)
look
expect "a hint to paint" "$(state view.hints.shown)" == paint
strokes=$(state meter.strokes)
drag_cells 9 4 14 4
expect "painted" "$(state meter.strokes)" ">" "$strokes"
look
missing hint
key r

# A start that knows all of that.
kill "$app_pid" && wait "$app_pid" || true
start --greet
if [ "$(shown question.discard)" == yes ]; then click question.discard; fi
missing first_run
xdotool mousemove $(cell 9 4)
look
missing hint

# View switches hints on again, all of them; Esc ends them for good.
menu menu.view menu.view.hints
xdotool mousemove $(cell 9 4)
look
exists hint
key Escape
missing hint
expect "no more hints" "$(state view.hints.on)" == false

# Simple and full.
go_to planners
exists planners.find
click planners.add
in_sight planners.dijkstra.show panel.left
click planners.dijkstra.show
menu menu.view menu.view.detail menu.view.simple
expect "simple" "$(state view.detail)" == simple
missing planners.find
missing planners.dijkstra
exists planners.astar
exists planners.hpa3
expect "Dijkstra stays on" "$(state planners.dijkstra.shown) $(state view.hidden_planners)" == "true 1"
missing compare.dijkstra.trace
exists compare.astar.trace
click planners.hpa2
expect "HPA* is stepped, and nothing unfolds" "$(state plan.traced) $(state view.unfolded)" == "hpa2 "
missing settings.cluster
click detail.full
expect "full" "$(state view.detail)" == full
exists planners.find
exists compare.dijkstra.trace
kill "$app_pid" && wait "$app_pid" || true
