#!/bin/bash
# An open lesson stands above all other sections of the right panel: above the crowd, and above a cell that it inspects.
source "$(dirname "$0")/journey.sh"
printf 'lesson.open crowds\nwait.ready\n' >"$work/crowds.script"
start --script "$work/crowds.script"
above() { # above SECTION: the lesson's title lies higher than that of the section
  local lesson section
  lesson=$(where section.lesson) section=$(where "$1")
  expect "the lesson is above $1" "${lesson#* }" "<" "${section#* }"
}
key e # without the steps there is room for both
above section.crowd

printf 'lesson.open clearance\nlesson.tell\nwait.ready\n' >"$work/clearance.script"
click lesson.close
missing section.lesson
xdotool key ctrl+q
ended
start --script "$work/clearance.script"
expect "the answer shows the cell" "$(state inspected.clearance)" == 3
above section.inspector
