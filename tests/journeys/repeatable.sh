#!/bin/bash
# With a fixed clock the same script gives the same picture and the same state, byte for byte.
source "$(dirname "$0")/journey.sh"
cat >"$work/repeat.script" <<'SCRIPT'
planner.trace hpa1
layer entrances on
layer transitions on
layer inter-edges on
layer intra-edges on
step.to 120
inspect 12 12
paint.stroke brush blocked 1 round 3,30 9,30
step.play
wait 20
step.pause
SCRIPT
for run in 1 2; do
  "$program" --fresh --fixed-clock --size 1280x800 --script "$work/repeat.script" --frames 40 \
    --screenshot "$work/$run.png" --dump-state "$work/$run.json" --dump-ui "$work/$run.ui.json"
done
cmp "$work/1.png" "$work/2.png" || fail "the pictures differ"
cmp "$work/1.json" "$work/2.json" || fail "the states differ"
cmp "$work/1.ui.json" "$work/2.ui.json" || fail "the interface dumps differ"
echo "ok: pictures and states are equal"
