#!/bin/bash
# A divider is dragged: the panel has that size. In a smaller window panels fold as ever; in the old one the size is back,
# also after a restart.
source "$(dirname "$0")/journey.sh"
resize() {
  xdotool search --class strata windowsize "$1" "$2"
  for _ in $(seq 50); do
    look
    [ "$(ask window)" == "$1 $2" ] && return
  done
  fail "the window does not become $1 x $2"
}
start
before=$(width panel.right)
at=($(where splitter.right))
xdotool mousemove "${at[@]}" mousedown 1 mousemove_relative -- -40 0 mousemove_relative -- -40 0 mousemove_relative -- -20 0 mouseup 1
look
wide=$(width panel.right)
expect "the panel is as wide as it was dragged" "$wide" == $((before + 100))
resize 760 480
missing panel.left
exists fold.left
resize 1280 800
exists panel.right
exists panel.left
expect "it has its size again" "$(width panel.right)" == "$wide"
xdotool key ctrl+q
ended
size=760x480
start
missing panel.left
exists fold.left
resize 1280 800
expect "and after a restart" "$(width panel.right)" == "$wide"
xdotool key ctrl+q
ended
# What an earlier program has written does not hold panels open for ever.
sed -i 's/"right_mode":0/"right_mode":1/; s/"left_mode":0/"left_mode":1/; s/,"kept":\[[^]]*\]//' "$work/config/strata/layout.json"
grep -q '"right_mode":1' "$work/config/strata/layout.json" || fail "no such layout: $(cat "$work/config/strata/layout.json")"
start
missing panel.left
exists fold.left
