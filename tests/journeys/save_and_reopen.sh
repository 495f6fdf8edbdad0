#!/bin/bash
# A painted map is saved under a name; after more changes the program asks before it loses them; the file opens again.
source "$(dirname "$0")/journey.sh"
start
key b
drag_cells 3 30 9 30
hash=$(state map.hash)

key ctrl+shift+s
where dialog.save_as >/dev/null
key ctrl+a
type_text "$work/painted"
key Return
[ -s "$work/painted.map" ] || fail "the file was not written"
expect "saved" "$(state map.unsaved)" == false
expect "title" "$(state map.title)" == painted.map

# Further changes: New asks, Cancel keeps them.
drag_cells 3 33 9 33
expect "unsaved again" "$(state map.unsaved)" == true
changed=$(state map.hash)
key ctrl+n
click new.create
where dialog.question >/dev/null
click question.cancel
expect "nothing lost" "$(state map.hash)" == "$changed"

# Reopen: Discard loses them, and the file is as it was saved.
key ctrl+shift+t
click question.discard
expect "the file as saved" "$(state map.hash)" == "$hash"
expect "its title" "$(state map.title)" == painted.map
expect "no changes" "$(state map.unsaved)" == false

# Saving where nothing can be written says why and keeps the map.
drag_cells 3 33 9 33
key ctrl+shift+s
key ctrl+a
type_text "/proc/nowhere/x.map"
key Return
where dialog.save_as >/dev/null
exists dialog.problem
expect "still unsaved" "$(state map.unsaved)" == true
expect "still painted" "$(state map.hash)" == "$changed"
key Escape

# Leaving asks; a place where nothing can be written is mended in the dialog, and the program ends once it has saved.
key b
drag_cells 3 36 9 36
key ctrl+q
where dialog.question >/dev/null
key Escape
expect "Esc stays" "$(state map.unsaved)" == true
key ctrl+n
click new.create
click question.discard
key b
drag_cells 3 5 9 5
key ctrl+q
click question.save
where dialog.save_as >/dev/null
key ctrl+a
type_text "/proc/nowhere/x.map"
key Return
exists dialog.problem
key ctrl+a
type_text "$work/last.map"
xdotool key Return
ended
[ -s "$work/last.map" ] || fail "the map was not saved before the program ended"
