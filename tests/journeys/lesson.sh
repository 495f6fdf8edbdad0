#!/bin/bash
# A lesson by mouse and keyboard: from the menu to the end, with wrong answers, clicks on the map, a wall that is built, a
# step back and Esc; the result is handed in; then in a presentation, and at the next start where it was left.
source "$(dirname "$0")/journey.sh"

start
home=$(state map.hash)
click menu.help
click menu.help.lessons
exists lessons.insert-ends
click lessons.astar-stops
expect "the lesson is open" "$(state lesson.id) $(state lesson.step)" == "astar-stops 1"
exists lesson.text
click lesson.student
type_text Ann
click lesson.set_student
expect "the variant of the student" "$(state lesson.student)" == Ann
click lesson.next

# A click on the map answers what is expanded next; after a wrong answer there is a hint.
expect "a cell is asked for" "$(state lesson.asks)" == next
xdotool mousemove $(cell 1 1) click 1
look
expect "not this cell" "$(state lesson.tries) $(state lesson.verdict)" == "1 wrong"
exists lesson.hint_text
xdotool mousemove $(cell 5 15) click 1
look
expect "right at the second try" "$(state lesson.verdict) $(state lesson.first)" == "right 0"
exists lesson.because
key ctrl+Return

# Three cells in their order; a second click takes a cell back.
for at in 6 9 9 7 8; do
  xdotool mousemove $(cell $at 15) click 1
  look
done
expect "the order" "$(state lesson.verdict) $(state lesson.first)" == "right 1"
key ctrl+Return

# A choice by mouse.
in_sight lesson.choice.2 panel.right
click lesson.choice.2
expect "chosen" "$(state lesson.verdict) $(state lesson.first)" == "right 2"
key ctrl+Return

# The wall.
expect "a wall is built" "$(state lesson.asks) $(state tool.name)" == "build brush"
key ctrl+Return
expect "it is not there yet" "$(state lesson.verdict)" == wrong
drag_cells 9 14 9 20
expect "too long" "$(state lesson.broken)" == 1
exists lesson.done
key ctrl+z
expect "short enough again" "$(state lesson.broken)" == 0
drag_cells 11 14 11 16
key ctrl+Return
expect "it is there" "$(state lesson.verdict)" == right
key ctrl+BackSpace
expect "a step back" "$(state lesson.step) $(state map.hash)" == "4 $home"
key ctrl+Return
expect "and on again" "$(state lesson.step) $(state lesson.done)" == "5 true"
key ctrl+Return
expect "another map" "$(state lesson.step) $(state map.width)" == "6 12"
key 3
key ctrl+Return
key 1
key ctrl+Return
expect "the end" "$(state lesson.finished) $(state lesson.first)" == "true 4"
exists lesson.finished

# The result goes to the student's folder.
click lesson.hand_in
python3 - "$work/documents/astar-stops-Ann.json" <<'PY' || fail "the result is not as it should be"
import json, sys
result = json.load(open(sys.argv[1]))
assert result['student'] == 'Ann' and result['lesson']['id'] == 'astar-stops', result
assert [q['first'] for q in result['questions']] == [False, True, True, False, True, True], result['questions']
assert any('paint.stroke' in line for line in result['questions'][3]['work'][-1]), result['questions'][3]
PY

# In a presentation it stands beside the map, in large letters.
click lesson.again
expect "from the beginning" "$(state lesson.step) $(state lesson.asked)" == "1 0"
key Tab
expect "presented" "$(state view.presentation)" == true
exists presentation.side
exists lesson.text
click lesson.next
expect "on in the presentation" "$(state lesson.step)" == 2
key Tab

# Esc leaves it; the next start goes on where it was.
key Escape
expect "left" "$(state lesson.open) $(state map.hash)" == "false $home"
kill "$app_pid" && wait "$app_pid" || true
start --lesson astar-stops
expect "where it was left" "$(state lesson.step) $(state lesson.asked)" == "2 0"
