#!/bin/bash
# A command that takes very long: the window says what is at work, a click on Stop and Esc end it, and a signal ends the
# program.
source "$(dirname "$0")/journey.sh"

# Gives a command by the command search, without waiting until it is done.
begin() {
  look
  # A command that was stopped has left the command search open, with the reason.
  [ "$(shown search.text)" != yes ] || key Escape
  key ctrl+shift+p
  type_text ">$1"
  rm -f "$control/work.json"
  xdotool key Return
  for _ in $(seq 500); do
    grep -qs work.stop "$control/work.json" && return
    sleep 0.01
  done
  fail "nothing is said to be at work"
}

start
key ctrl+shift+p
type_text ">crowd.spawn 300"
key Return
expect "agents are there" "$(state crowd.agents)" == 300
begin "crowd.step 10000000"
place=$(python3 -c 'import json, sys
box = json.load(open(sys.argv[1]))["widgets"]["work.stop"]
print(int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2))' "$control/work.json")
click_at $place
look
walked=$(state crowd.ticks)
[ "$walked" -gt 0 ] && [ "$walked" -lt 10000000 ] || fail "it walked $walked ticks"
expect "the panels are there again" "$(shown toolbar.undo)" == yes
expect "it goes on as ever" "$(state crowd.agents)" == 300

begin "crowd.step 10000000"
xdotool key Escape
look
[ "$(state crowd.ticks)" -gt "$walked" ] || fail "it has not walked on"

begin "crowd.step 10000000"
kill -TERM "$app_pid"
status=0
for _ in $(seq 300); do
  kill -0 "$app_pid" 2>/dev/null || break
  sleep 0.01
done
kill -0 "$app_pid" 2>/dev/null && fail "the signal does not end the program"
wait "$app_pid" || status=$?
app_pid=
expect "the program is ended by the signal" "$status" == 143
