#!/bin/bash
# A crowd on the mesh: added by a click, run, sent to the goal marker; one is followed by a click on it; a wall is painted
# across their way while they walk, and taken back.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 30\nwidth 50\nmap\n' >"$work/hall.map"
for _ in $(seq 30); do printf '.%.0s' $(seq 50) && echo; done >>"$work/hall.map"
start --check-frames "$work/hall.map"

unfold tab.crowd
click crowd.on.mesh
expect "there is nobody" "$(state walkers.there)" == false
click walkers.spawn
expect "walkers were added" "$(state walkers.agents)" == 500
expect "they are drawn" "$(state layers.walkers.on)" == true
click walkers.step
expect "a tick" "$(state walkers.ticks)" == 1
expect "they are planned" "$(state walkers.counts.walking)" ">=" 400

click walkers.run
look
expect "they run" "$(state walkers.running)" == true
for _ in $(seq 50); do
  look
  [ "$(state walkers.ticks)" -lt 40 ] || break
done
click walkers.run
expect "they stand" "$(state walkers.running)" == false
ticks=$(state walkers.ticks)
expect "ticks have passed" "$ticks" ">=" 40
look
expect "paused they stay where they are" "$(state walkers.ticks)" == "$ticks"

# A wall across their way: a wave of plans, and some are below it until it is taken back.
key b
unfold tab.map
click terrain.blocked
drag_cells 25 0 25 29
unfold tab.crowd
click walkers.step
expect "the wave of planning" "$(state walkers.wave.affected)" ">=" 50
expect "it is told" "$(shown walkers.wave)" == yes
key ctrl+z
click walkers.step
expect "nobody is walled in" "$(state walkers.counts.walled_in)" == 0

click "walkers.goal.goal marker"
click walkers.run
for _ in $(seq 300); do
  look
  [ "$(state walkers.counts.arrived)" -lt 100 ] || break
done
click walkers.run
expect "they gather round the marker" "$(state walkers.counts.arrived)" ">=" 100
click walkers.clear
expect "nobody is left" "$(state walkers.there)" == false
