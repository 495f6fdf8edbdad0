#!/bin/bash
# Three lessons from the menu to their end by mouse: a landmark that is dragged, a passage that is closed with the brush, doors
# that are kept apart by a wall. Numbers are typed.
source "$(dirname "$0")/journey.sh"

lesson() {
  click menu.help
  click menu.help.lessons
  exists lessons.$1
  click lessons.$1
  expect "the lesson" "$(state lesson.id) $(state lesson.step)" == "$1 1"
}
right() {
  expect "step $(state lesson.step), $1" "$(state lesson.verdict)" == right
  click lesson.next
}
choice() {
  exists lesson.choice.$1 # without a turn of the wheel
  click lesson.choice.$1
  right "choice $1"
}
number() {
  exists lesson.field
  click lesson.field
  type_text $1
  click lesson.answer
  right "number $1"
}
built() {
  exists lesson.done
  click lesson.done
  right built
}
ends() {
  expect "the end, all right at the first try" "$(state lesson.finished) $(state lesson.first)" == "true $1"
  click lesson.close
}

start
lesson better-h
expect "what it asks about is hidden" "$(state hidden)" contains future
choice 3
choice 3
choice 2
drag_cells 27 28 30 20 36 15
built
choice 1
choice 2
ends 6

lesson wall-falls
number 1
number 2
number 3
drag_cells 24 34 24 38
built
number 1
choice 3
number 2
ends 7

lesson dominance
number 1
number 2
number 1
drag_cells 10 5 19 5
built
choice 1
ends 5
