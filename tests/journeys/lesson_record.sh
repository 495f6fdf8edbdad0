#!/bin/bash
# A lesson is recorded by mouse: a wall is painted, a question is put, a second step is begun; the file passes its check and
# plays.
source "$(dirname "$0")/journey.sh"

start
home=$(state map.hash)
click menu.help
click menu.help.record
expect "recording" "$(state recording.on) $(state recording.steps)" == "true 1"
in_sight record.title panel.right
exists record.step_now
key b
drag_cells 20 4 20 8
expect "painted" "$(state map.hash)" != "$home"
click record.ask
expect "a question" "$(state recording.asks)" == 1
drag_cells 24 4 24 8
built=$(state map.hash)
click record.title
type_text "And then"
click record.step
expect "a second step" "$(state recording.steps)" == 2
click record.file
type_text walls
click record.save
click record.stop
expect "stopped" "$(state recording.on)" == false
grep -q '^step "And then"' "$work/documents/walls.lesson" || fail "no second step: $(cat "$work/documents/walls.lesson")"
[ "$(grep -c 'paint.stroke' "$work/documents/walls.lesson")" = 2 ] || fail "not both walls"
"$program" --check-lesson "$work/documents/walls.lesson" || fail "the lesson does not pass its check"

# It plays: the second wall comes once the question is answered.
kill "$app_pid" && wait "$app_pid" || true
start --fresh --lesson "$work/documents/walls.lesson"
expect "it is open" "$(state lesson.id) $(state lesson.asks)" == "walls choice"
in_sight lesson.choice.1 panel.right
click lesson.choice.1
expect "revealed" "$(state lesson.verdict) $(state map.hash)" == "right $built"
key ctrl+Return
expect "the second step" "$(state lesson.step_title)" == "And then"
