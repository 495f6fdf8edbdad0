#!/bin/bash
# What the user set up is there at the next start: panel sizes, interface size, recent files; and unsaved work of a program
# that was killed is offered.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n' >"$work/small.map"
start "$work/small.map"
before=$(width panel.right)
at=$(where splitter.right)
xdotool mousemove $at mousedown 1
xdotool mousemove_relative -- -50 0
xdotool mouseup 1
look
wider=$(width panel.right)
expect "wider" "$wider" ">" $((before + 30))
xdotool key ctrl+q
ended

start
expect "as wide" "$(width panel.right)" == "$wider"
expect "the recent file" "$(state recent)" contains small.map
key ctrl+shift+t
expect "reopened" "$(state map.title)" == small.map

# The window has the size and the place that it was given, unless a size is asked for.
xdotool key ctrl+q
ended
geometry() { xdotool getwindowgeometry --shell "$(xdotool search --name Strata | tail -1)" | grep -E '^(X|Y|WIDTH|HEIGHT)=' | tr '\n' ' '; }
size=usual
start
window=$(xdotool search --name Strata | tail -1)
xdotool windowsize "$window" 900 600
xdotool windowmove "$window" 70 50
look
look
moved=$(geometry)
expect "it was moved" "$moved" == "X=70 Y=50 WIDTH=900 HEIGHT=600 "
xdotool key ctrl+q
ended
start
expect "the window is as it was" "$(geometry)" == "$moved"
xdotool key ctrl+q
ended
size=1280x800
start
key ctrl+shift+t

# Painted, then killed: the work is offered again.
key b
drag_cells 0 0 4 0
hash=$(state map.hash)
tries=0
until ls "$work"/state/strata/recovery/*.json >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ $tries -lt 200 ] || fail "no recovery copy was written"
  sleep 0.1
done
kill -9 "$app_pid"
wait "$app_pid" 2>/dev/null || true
start
where dialog.question >/dev/null
# Esc decides later: the work is offered again.
key Escape
expect "the question is closed" "$(shown dialog.question)" == no
xdotool key ctrl+q
ended
start
where dialog.question >/dev/null
click question.restore
expect "the painted map is back" "$(state map.hash)" == "$hash"
expect "it is unsaved" "$(state map.unsaved)" == true

# Ended from outside with a dialog open: what was painted last is kept.
key b
drag_cells 0 2 4 2
hash=$(state map.hash)
key F1
kill -TERM "$app_pid"
wait "$app_pid" && fail "SIGTERM is not told" || expect "the signal is told" $? == 143
start
click question.restore
expect "what was painted last is back" "$(state map.hash)" == "$hash"

# A stock map is left as it is.
stock=$(dirname "$here")/../assets/maps/maze-96.map
# By another name: xdotool does not type all letters that the folder's name may have.
ln -s "$(realpath "$(dirname "$stock")")" "$work/stock"
before=$(sha256sum "$stock")
key ctrl+o
type_text "$work/stock/maze-96.map"
key Return
click question.discard
key b
drag_cells 10 10 14 10
key ctrl+s
where dialog.save_as >/dev/null
expect "it is said why" "$(state messages)" contains "left as it is"
type_text "mine.map"
key Return
expect "saved under another name" "$(state map.title)" == mine.map
[ -s "$work/mine.map" ] || fail "it is not beside the last file that did not come with the program"
expect "the stock map is the same" "$(sha256sum "$stock")" == "$before"
