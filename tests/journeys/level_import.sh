#!/bin/bash
# A level with z going up: it cannot be used as it is, is offered with z up, and is opened so; the next one is read
# otherwise from the dialog of opening it.
source "$(dirname "$0")/journey.sh"
mkdir -p "$work/levels"
# A floor with a wall on it, z up; and the same floor wound the other way round, y up, with a table over it.
printf 'v %s\n' "0 0 0" "0 -16 0" "20 -16 0" "20 0 0" "9 -6 0" "11 -6 0" "11 -6 2" "9 -6 2" >"$work/levels/zup.obj"
printf 'f 1 2 3 4\nf 5 6 7 8\n' >>"$work/levels/zup.obj"
printf 'v %s\n' "0 0 0" "20 0 0" "20 0 20" "0 0 20" "7 1.5 7" "7 1.5 14" "14 1.5 14" "14 1.5 7" >"$work/levels/down.obj"
printf 'f 1 2 3 4\nf 5 6 7 8\n' >>"$work/levels/down.obj"
cp "$here/../../assets/levels/courtyard.obj" "$work/levels/court.obj"

wait_for_title() {
  for _ in $(seq 100); do
    [ "$(state map.title)" != "$1" ] || return 0
    look
  done
  fail "$1 is not open"
}

start
key ctrl+o
type_text "$work/levels/"
where file.zup.obj >/dev/null
type_text "zup"
exists level.up.z
exists level.unit.cm
exists level.flip
key Return
for _ in $(seq 100); do
  (where dialog.problem) >/dev/null 2>&1 && break
  look
done
expect "z up is offered" "$(state problem.offer)" == "Open with z up"
look "$work/offer.png"
click error.offer
wait_for_title zup.obj
expect "it is read with z up" "$(state level.settings.up)" == z
expect "its ground is there" "$(state planners.astar.status)" == found

# The level that comes with the program has y up: the dialog of opening it sets that.
key ctrl+o
type_text "$work/levels/"
where file.court.obj >/dev/null
type_text "cou"
click level.up.y
expect "y is up" "$(state level.settings.up)" == y
key Return
wait_for_title court.obj
expect "planned on it" "$(state planners.navmesh.status)" == found

# Ground that points down: noted, with a button in the tab.
key ctrl+o
type_text "$work/levels/"
where file.down.obj >/dev/null
type_text "down"
key Return
wait_for_title down.obj
expect "it may be flipped" "$(state level.guess)" == "flip=on"
unfold tab.level
look "$work/guess.png"
click level.guess
for _ in $(seq 100); do
  [ "$(state level.guess)" != "flip=on" ] || look
done
expect "its faces are flipped" "$(state level.settings.flip)" == on
expect "nothing is in doubt" "$(state level.guess)" == ""
