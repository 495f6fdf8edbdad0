#!/bin/bash
# A whole lesson by mouse, as somebody does who has never seen one: from the menu through a choice, a number, a wrong
# answer, a goal that is dragged, to the end and home again. The keyboard types the number and nothing else.
source "$(dirname "$0")/journey.sh"

start
home=$(state map.hash) cell=$(state query.goal)
click menu.help
click menu.help.lessons
exists lessons.astar-stops
click lessons.insert-ends
expect "the lesson" "$(state lesson.id) $(state lesson.step) of $(state lesson.steps)" == "insert-ends 1 of 5"
exists lesson.text

# The first answer is wrong: a choice of three has one try, and the lesson says why it is wrong, and which is right.
in_sight lesson.choice.2 panel.right
click lesson.choice.2
expect "wrong" "$(state lesson.verdict) $(state lesson.tries) $(state lesson.first)" == "told 1 0"
expect "its reason" "$(state lesson.reason)" contains "nearest transition"
in_sight lesson.because panel.right
click lesson.next

# A number.
expect "a number is asked for" "$(state lesson.step) $(state lesson.asks)" == "2 number"
in_sight lesson.field panel.right
click lesson.field
type_text 90
click lesson.answer
expect "near enough" "$(state lesson.verdict) $(state lesson.first)" == "right 1"
click lesson.next

in_sight lesson.choice.2 panel.right
click lesson.choice.2
expect "the least part" "$(state lesson.verdict) $(state lesson.first)" == "right 2"
click lesson.next

# The goal is dragged beside the start; what is built is checked by a button.
expect "something is built" "$(state lesson.asks) $(state tool.name)" == "build select"
in_sight lesson.done panel.right
click lesson.done
expect "not done yet" "$(state lesson.verdict)" == wrong
drag_cells 36 15 30 20 7 12
expect "the goal" "$(state query.goal.0),$(state query.goal.1)" == 7,12
in_sight lesson.done panel.right
click lesson.done
expect "it holds" "$(state lesson.verdict) $(state lesson.first)" == "right 2"
click lesson.next

in_sight lesson.choice.3 panel.right
click lesson.choice.3
expect "the last one" "$(state lesson.verdict) $(state lesson.first)" == "right 3"
click lesson.next
expect "the end" "$(state lesson.finished)" == true
exists lesson.finished
click lesson.close
expect "home again" "$(state lesson.open) $(state map.hash) $(state query.goal)" == "false $home $cell"
