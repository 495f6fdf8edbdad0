#!/bin/bash
# The construction of rooms is begun by its button, stepped, scrubbed, asked about by a click on the map, and left again.
source "$(dirname "$0")/journey.sh"
start
unfold tab.rooms
click rooms.fix.profile
click rooms.on
expect "rooms are on" "$(state rooms.on)" == true
click rooms.construct
expect "it is stepped from its beginning" "$(state playback.cursor)" == 0
expect "nothing is built yet" "$(state construction.parts)" == 0
size=$(state playback.events)
expect "it has events" "$size" ">" 100

key Right
key Right
expect "two steps" "$(state playback.cursor)" == 2
expect "the heap is beside the map" "$(shown rooms.heap)" == yes
click play.forward
expect "a third" "$(state playback.cursor)" == 3
click_at $(where timeline 0.5)
look
expect "scrubbed to the middle, from below" "$(state playback.cursor)" ">" $((size * 45 / 100))
expect "and from above" "$(state playback.cursor)" "<" $((size * 55 / 100))
expect "rooms are there" "$(state construction.parts)" ">" 0

# Why the construction has a cell.
click_at $(cell 8 20)
look
expect "it says what it has done there" "$(state inspected.explained)" contains "room"
key End
expect "the end" "$(state playback.cursor)" == "$size"
click_at $(cell 8 20)
look
expect "which room holds it" "$(state inspected.explained)" contains "for room"

reach rooms.construct
click rooms.construct
expect "the search is stepped again" "$(state playback.sentence)" != ""
expect "no construction any more" "$(state playback.top_level)" ">=" 0
expect "another recording" "$(state playback.events)" != "$size"
