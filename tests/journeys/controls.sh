#!/bin/bash
# Modifier keys go with the event that they are held at, also when they went down while the window had not the keyboard;
# the command search asks for what is missing; a row that is off is switched on by its box.
source "$(dirname "$0")/journey.sh"
printf 'hpa.cluster_size 10\n' >"$work/clusters.script"
start --script "$work/clusters.script"

# Ctrl+click types into a slider.
unfold tab.hpa
at=$(where settings.cluster)
xdotool keydown ctrl mousemove $at click 1 keyup ctrl
look
expect "a click alone changes nothing" "$(state hpa.cluster_size)" == 10
xdotool key ctrl+a
type_text 17
key Return
expect "typed into the slider" "$(state hpa.cluster_size)" == 17
# A double click does the same.
xdotool mousemove $at click --repeat 2 --delay 40 1
look
xdotool key ctrl+a
type_text 16
key Return
expect "typed after a double click" "$(state hpa.cluster_size)" == 16
# The value stands in the bar of the slider, beside its grab.
value=$(where settings.cluster.value 0) value_end=$(where settings.cluster.value 1)
grab=$(where settings.cluster.grab 0) grab_end=$(where settings.cluster.grab 1) slider_end=$(where settings.cluster 1)
beside=$((${value% *} >= ${grab_end% *} || ${value_end% *} <= ${grab% *}))
expect "a value beside the grab" $beside == 1
expect "and inside the bar" $((${value_end% *} <= ${slider_end% *})) == 1

# The same where Ctrl goes down while nothing has the keyboard: the window learns of it only by the click.
window=$(xdotool search --onlyvisible --class strata | head -1)
unfocus() { # no window has the keyboard; one that only lost it to the root would still hear keys under the pointer
  python3 -c '
import ctypes
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))
x11.XSetInputFocus(display, 0, 0, 0)
x11.XSync(display, 0)'
}
held() { # held KEY COMMAND...: the key is down before the window gets the keyboard back, and up again after it
  local modifier=$1
  shift
  unfocus
  look
  xdotool keydown "$modifier"
  "$@"
  xdotool keyup "$modifier" windowfocus "$window"
  look
}
click_focused() { xdotool mousemove "$1" "$2" windowfocus "$window" click 1; }
held ctrl click_focused $(where settings.cluster)
xdotool key ctrl+a
type_text 12
key Return
expect "typed, though Ctrl was down before" "$(state hpa.cluster_size)" == 12

# Ctrl+wheel changes the size of the brush, with and without the keyboard; the wheel alone zooms.
unfold tab.map
key b
before=$(state tool.size)
zoom=$(state view.zoom)
xdotool mousemove $(cell 12 30) keydown ctrl click 4 keyup ctrl
look
expect "a larger brush" "$(state tool.size)" == $((before + 1))
expect "and no zoom" "$(state view.zoom)" == "$zoom"
wheel() { xdotool mousemove $(cell 12 30) click 4; }
held ctrl wheel
expect "larger again, without the keyboard" "$(state tool.size)" == $((before + 2))
expect "still no zoom" "$(state view.zoom)" == "$zoom"
xdotool mousemove $(cell 12 30) click 4
look
expect "the wheel alone zooms" "$(state view.zoom)" ">" "$zoom"
key ctrl+slash

# Shift+click draws a line, Alt erases whatever the brush would paint.
xdotool key minus minus minus minus
look
click terrain.blocked
free=$(state map.passable)
drag_cells 3 34 4 34
held shift click_focused $(cell 9 34)
expect "a line of seven cells" "$(state map.passable)" == $((free - 7))
held alt click_focused $(cell 6 34)
expect "one of them erased" "$(state map.passable)" == $((free - 6))
drag_cells 5 34 7 34
expect "painted from its wall, not erased" "$(state map.passable)" == $((free - 7))

# The command search.
key ctrl+shift+p
type_text ">hpa.lev"
key Return
expect "asks for what is missing" "$(shown search.field.0)" == yes
type_text 2
key Return
expect "the argument came behind the name" "$(state hpa.levels)" == 2
expect "and the search is closed" "$(shown search.text)" == no
key ctrl+shift+p
type_text "xyzzy"
key Return
expect "says that nothing matches" "$(shown search.reason)" == yes
key Escape
look "$work/dark.png"
key ctrl+shift+p
type_text "light theme"
key Return
look "$work/light.png"
expect "dark before" "$(pixel "$work/dark.png" $(where tab.map 0.9) | cut -d' ' -f1)" "<" 100
expect "light after" "$(pixel "$work/light.png" $(where tab.map 0.9) | cut -d' ' -f1)" ">" 150

# A planner that is off: it stands in the list of those to be added, and its box switches it on.
expect "sectors are off" "$(state sectors.on)" == false
click compare.add
expect "the list of planners" "$(state view.place)" == place.planners
in_sight planners.sectors.show panel.left
click planners.sectors.show
expect "switched on by the box" "$(state sectors.on)" == true
expect "and compared" "$(state planners.sectors.shown)" == true

# A breakpoint on the loop over neighbours.
key r Home
click code.line.4
key shift+End
expect "stops at a neighbour" "$(state playback.event.type)" == generate
expect "that was reached from the start" "$(state playback.event.parent)" == "$(state query.start)"
