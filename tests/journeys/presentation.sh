#!/bin/bash
# A presentation at 1280x800: a sentence at 3 % of the window's height, whatever the interface's scale, a slim transport,
# legend, open list and pseudo-code beside the map, numbers along its edges, titles of compared searches, a ring around the
# pointer, a black screen, and the keys that presenters send. Nothing lies over the maps, and Tab returns everything as it
# was.
source "$(dirname "$0")/journey.sh"

# measure NAME KEY: x, y, width or height of a widget.
measure() {
  python3 -c 'import json, sys; print(round(json.load(open(sys.argv[1]))["widgets"][sys.argv[2]][sys.argv[3]]))' \
    "$control/ui.json" "$1" "$2"
}
# off_the_maps: no part of the presentation lies over a map.
off_the_maps() {
  python3 - "$control/ui.json" <<'PY' || fail "something lies over a map"
import json, sys
widgets = json.load(open(sys.argv[1]))['widgets']
maps = [w for name, w in widgets.items() if name.startswith('map.')]
over = ('pointer.ring', 'map')
for name, w in widgets.items():
    if name in over or name.startswith('map.'):
        continue
    for m in maps:
        if (w['x'] + 0.5 < m['x'] + m['width'] and m['x'] + 0.5 < w['x'] + w['width'] and
                w['y'] + 0.5 < m['y'] + m['height'] and m['y'] + 0.5 < w['y'] + w['height']):
            print(name, w, m)
            sys.exit(1)
PY
}

start
key Home
left=$(where panel.left 0.5)
key Tab
expect "presenting" "$(state view.presentation)" == true
exists caption
exists legend
missing panel.left
missing toolbar.undo
expect "the sentence has 3 % of 800 pixels" "$(measure caption.sentence height)" == 24
off_the_maps
click play.forward
click play.expansion
expect "the transport steps" "$(state playback.cursor)" ">" 1
click_at $(where timeline 0.5)
look
expect "and scrubs" "$(state playback.cursor)" ">" 100
at=$(state playback.cursor)

# Pseudo-code and open list beside the map; the map gets what they leave.
wide=$(measure map.1 width)
key o
expect "code" "$(state view.large_code)" == true
exists large.code
exists code.line.$(state playback.line)
expect "the map makes room" "$(measure map.1 width)" "<" "$wide"
key shift+o
expect "open list" "$(state view.presented.open_list)" == true
exists explain.open.0
exists code.line.$(state playback.line)
off_the_maps
key o shift+o
missing large.code
missing explain.open.0
expect "the map is as large as before" "$(measure map.1 width)" == "$wide"

# What presenters send: Page Down and Page Up step, the full stop makes the screen black, F5 and Esc begin and end.
key Next
expect "Page Down steps" "$(state playback.cursor)" == $((at + 1))
key Prior
expect "Page Up steps back" "$(state playback.cursor)" == "$at"
key period
expect "black" "$(state view.presented.black)" == true
exists black
picture=$work/black.png
look "$picture"
expect "nothing is to be seen" "$(pixel "$picture" 640 400)" == "0 0 0"
key Escape
expect "the screen is back, and the presentation goes on" "$(state view.presented.black) $(state view.presentation)" == "false true"
key b
expect "B is the brush here too" "$(state tool.name)" == brush
key r
xdotool mousemove $(cell 20 10)
look
exists pointer.ring
ring=$(where pointer.ring)
expect "the ring is at the pointer" "$ring" == "$(cell 20 10)"
key Escape
expect "Esc ends" "$(state view.presentation)" == false
key F5
expect "F5 begins" "$(state view.presentation)" == true

# Compared searches have a title each, off the maps.
key F3
expect "two maps" "$(state view.split)" == 2
exists view.1.title
exists view.2.title
off_the_maps
key shift+F3
exists view.4.title
off_the_maps
key F3 F3
expect "one map" "$(state view.split)" == 1
key Tab
expect "panels are back" "$(where panel.left 0.5)" == "$left"
expect "at the same step" "$(state playback.cursor)" == "$at"

# The size of the sentence does not go with the interface's.
key ctrl+alt+equal ctrl+alt+equal ctrl+alt+equal ctrl+alt+equal
expect "a large interface" "$(state view.scale)" == 2
key Tab
expect "the sentence has its size" "$(measure caption.sentence height)" == 24
off_the_maps
key Tab
