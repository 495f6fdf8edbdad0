#!/bin/bash
# A lesson by mouse and keyboard: from the menu to the end, with a wrong answer, a click on the map, a wall that is built,
# a step back and Esc; then in a presentation, and at the next start where it was left.
source "$(dirname "$0")/journey.sh"

start
revision=$(state map.hash)
click menu.help
click menu.help.lessons
exists lessons.insert-ends
click lessons.astar-stops
expect "the lesson is open" "$(state lesson.id) $(state lesson.step)" == "astar-stops 1"
exists lesson.text
click lesson.next

# A wrong choice, its hint, and the right one by its digit.
in_sight lesson.choice.2 panel.right
click lesson.choice.2
expect "wrong" "$(state lesson.verdict) $(state lesson.tries)" == "wrong 1"
exists lesson.hint_text
key 1
expect "right at the second try" "$(state lesson.verdict) $(state lesson.first)" == "right 0"
exists lesson.because
key ctrl+Return
expect "the third step" "$(state lesson.step)" == 3
key 1
key ctrl+Return

# A click on the map answers what is expanded next.
expect "a cell is asked for" "$(state lesson.asks)" == next
xdotool mousemove $(cell 1 1) click 1
look
expect "not this cell" "$(state lesson.tries) $(state lesson.verdict)" == "1 wrong"
in_sight lesson.tell panel.right
click lesson.tell
expect "told" "$(state lesson.verdict)" == told
key ctrl+Return

# A number is typed.
in_sight lesson.field panel.right
click lesson.field
xdotool type 80.7
key Return
expect "the cost" "$(state lesson.verdict) $(state lesson.first)" == "right 2"
key ctrl+Return

# The wall.
expect "a wall is built" "$(state lesson.asks)" == build
key ctrl+Return
expect "it is not there yet" "$(state lesson.verdict)" == wrong
key b
drag_cells 11 14 11 16
key ctrl+Return
expect "it is there" "$(state lesson.verdict)" == right
key ctrl+Backspace
expect "a step back" "$(state lesson.step) $(state map.hash)" == "5 $revision"
key ctrl+Return
expect "and on again" "$(state lesson.step) $(state lesson.done)" == "6 true"
key ctrl+Return
expect "the end" "$(state lesson.finished) $(state lesson.first)" == "true 2"
exists lesson.finished

# In a presentation it stands beside the map, in large letters.
click lesson.again
expect "from the beginning" "$(state lesson.step) $(state lesson.asked)" == "1 0"
key ctrl+Return
key Tab
expect "presented" "$(state view.presentation)" == true
exists presentation.side
exists lesson.choice.1
click lesson.choice.1
expect "answered in the presentation" "$(state lesson.verdict)" == right
key Tab

# Esc leaves it; the next start goes on where it was.
key Escape
expect "left" "$(state lesson.open) $(state map.hash)" == "false $revision"
kill "$app_pid" && wait "$app_pid" || true
start --lesson astar-stops
expect "where it was left" "$(state lesson.step) $(state lesson.first)" == "2 1"
