#!/bin/bash
# A crowd: added by a click, run by key, placed by brush; one agent is followed by a click on it; a wall is painted across
# their way while they walk; they are sent out over an exit.
source "$(dirname "$0")/journey.sh"
printf 'type octile\nheight 40\nwidth 60\nmap\n' >"$work/hall.map"
for _ in $(seq 40); do printf '.%.0s' $(seq 60) && echo; done >>"$work/hall.map"
start "$work/hall.map"

unfold tab.crowd
expect "there is no crowd" "$(state crowd.there)" == false
click crowd.spawn
expect "agents were added" "$(state crowd.agents)" == 1000
expect "the tables came along" "$(state tables.on)" == true
expect "and their planner is not compared" "$(state planners.tables.shown)" == false
reach crowd.arrivals
expect "the scope is on the screen" "$(shown crowd.arrivals)" == yes
key j
expect "a tick" "$(state crowd.ticks)" == 1

# They walk while the clock runs; the program answers in the meantime.
key k
look
expect "the crowd runs" "$(state crowd.running)" == true
for _ in $(seq 50); do
  look
  [ "$(state crowd.ticks)" -lt 40 ] || break
done
key k
expect "it stands" "$(state crowd.running)" == false
expect "ticks have passed" "$(state crowd.ticks)" ">=" 20
expect "agents have walked" "$(state crowd.entered)" ">" 500
ticks=$(state crowd.ticks)
look
expect "paused it stays where it is" "$(state crowd.ticks)" == "$ticks"

# Cleared, and placed by brush in one corner.
click crowd.clear
expect "nobody is left" "$(state crowd.agents)" == 0
click "crowd.goals.goal marker"
key c
expect "the brush is in hand" "$(state tool.name)" == crowd
drag_cells 4 8 4 30
placed=$(state crowd.agents)
expect "agents were placed" "$placed" ">=" 8
key r
xdotool mousemove $(cell 59 20)
for _ in 1 2 3 4 5; do key j; done
expect "they are planned" "$(state crowd.status.walking)" ">=" 1

# Followed by a click on where it is.
key n
expect "one is followed" "$(state crowd.followed.agent)" == 1
x=$(state crowd.followed.cell.0) y=$(state crowd.followed.cell.1)
click followed.close
expect "and not any more" "$(shown followed)" == no
click_at $(cell "$x" "$y")
look
expect "a click on an agent follows it" "$(shown followed)" == yes
key ctrl+slash

# A wall across their way.
key b
unfold tab.map
click terrain.blocked
drag_cells 30 0 30 39
key j
expect "the wave of planning" "$(state crowd.wave.affected)" ">=" 1
reach crowd.wave
expect "it is told" "$(shown crowd.wave)" == yes
expect "they are cut off" "$(state crowd.status.no_way)" ">=" 1
key ctrl+z
key j
expect "the way is open again" "$(state crowd.status.no_way)" == 0

# Out over an exit, which a right click makes.
key c
xdotool mousemove $(cell 10 20) click 3
look
expect "an exit" "$(state crowd.exits.0.0)" == 10
click crowd.goals.exits
key k
for _ in $(seq 300); do
  look
  [ "$(state crowd.agents)" -gt 0 ] || break
done
key k
expect "all are out" "$(state crowd.agents)" == 0
expect "they are counted" "$(state crowd.status.gone)" == "$placed"
