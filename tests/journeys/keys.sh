#!/bin/bash
# Keys that the user changes: in the list of keys, by the keyboard, kept for the next start. A command is run by its fields
# in the command search. The layers are reached without the pointer.
source "$(dirname "$0")/journey.sh"
start

# The grid gets another key.
key F1
click help.filter
type_text "grid"
click "key.layer grid toggle.Ctrl+G"
exists keys.waits
key Escape
missing keys.waits
exists "key.layer grid toggle.Ctrl+G"
click "key.layer grid toggle.Ctrl+G"
key ctrl+j
exists keys.said
exists "key.layer grid toggle.Ctrl+J"
# Keys that menus need are refused, and it is said in the window.
click "key.layer grid toggle.Ctrl+J"
key F10
exists keys.refused
exists "key.layer grid toggle.Ctrl+J"
key Escape
expect "the list is closed" "$(shown help.filter)" == no
expect "the message says it" "$(state messages)" contains "Ctrl+J now runs layer grid toggle"
key ctrl+g
expect "the old key does nothing" "$(state layers.grid.on)" == false
key ctrl+j
expect "the new key switches the grid" "$(state layers.grid.on)" == true

# One that another command has is taken from it; Space can be given away, too.
key F1
click help.filter
type_text "random start"
click "key.query.random.Ctrl+R"
key space
exists keys.said
click help.close
goal=$(state query.goal)
key space
expect "Space chooses a query" "$(state query.goal)" != "$goal"
expect "and plays nothing" "$(state playback.playing)" == false
# Backspace takes a key away.
key F1
click help.filter
type_text "swap start"
click "key.query.swap.X"
key BackSpace
exists "key.query.swap.none"
key Escape
start_cell=$(state query.start)
key x
expect "X does nothing" "$(state query.start)" == "$start_cell"

# Restarted: all of it is there.
xdotool key ctrl+q
ended
start
key ctrl+j
expect "Ctrl+J is kept" "$(state layers.grid.on)" == true
key ctrl+g
expect "Ctrl+G is still free" "$(state layers.grid.on)" == true
key F1
click keys.reset
expect "the usual keys" "$(shown keys.said)" == yes
key Escape
key ctrl+g
expect "Ctrl+G is back" "$(state layers.grid.on)" == false
# What cannot be read is told, and hurts nothing.
xdotool key ctrl+q
ended
printf '{"keys": {"edit.undo": "Foo", "layer grid toggle": "F9"}}' >"$work/config/strata/settings.json"
start
expect "it is told" "$(state messages)" contains "unknown key 'Foo'"
key F9
expect "the rest holds" "$(state layers.grid.on)" == true

# A command with arguments, by its fields: Tab goes on, a word may be begun only, Up and Down choose, mistakes are told.
key ctrl+shift+p
type_text ">paint.rectangle"
key Return
exists search.field.5
type_text 3
key Tab
type_text 30
key Tab
type_text 8
key Return
exists search.reason
expect "nothing is painted" "$(state map.unsaved)" == false
type_text 34
key Tab
key Down Down
key Tab
type_text swa
key Return
expect "the search is closed" "$(shown search.field.0)" == no
expect "painted" "$(state map.unsaved)" == true
click_at $(cell 3 30)
look
expect "an outline of swamp" "$(state inspected.terrain)" == swamp
key Escape
# A command that the lab refuses: in place, and the fields stay.
key ctrl+shift+p
type_text ">view.goto"
key Return
type_text 3
key Tab
type_text 4000
key Return
exists search.reason
expect "the fields stay" "$(shown search.field.1)" == yes
key Escape

# The layers by the keyboard: the right panel, down the list, Space; Esc gives the keys back to the map.
unfold_layers
in_sight layer.path panel.right
key shift+F8
exists focus.right
tries=0
until [ "$(shown focus.item)" == yes ] && [ "$(where focus.item | cut -d' ' -f2)" == "$(where layer.path | cut -d' ' -f2)" ]; do
  tries=$((tries + 1))
  [ $tries -lt 80 ] || fail "the path's row is not reached"
  key Down
done
expect "the path is drawn" "$(state layers.path.on)" == true
step=$(state playback.cursor)
key space
expect "Space switches its layer" "$(state layers.path.on)" == false
expect "and plays nothing" "$(state playback.cursor)" == "$step"
key Return
expect "Enter switches it once" "$(state layers.path.on)" == true
key shift+F8
exists focus.bottom
missing focus.right
key shift+F8
exists focus.left
key Escape
missing focus.left
key Left
expect "on the map an arrow key steps again" "$(state playback.cursor)" "<" "$step"

# A key goes by what it types on the layout of the keyboard, also with Ctrl: "/" is Shift+7 in Germany and Shift+: in France.
fits() { # fits LAYOUT KEYCODE
  setxkbmap "$1"
  xdotool mousemove $(cell 12 30) click 4
  look
  local zoom
  zoom=$(state view.zoom)
  xdotool keydown ctrl keydown shift keydown "$2" keyup "$2" keyup shift keyup ctrl
  look
  expect "Ctrl+/ fits the map on the layout $1" "$(state view.zoom)" "<" "$zoom"
}
fits de 16
fits fr 60
