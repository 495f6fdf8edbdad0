# Helpers of the journeys; sourced. Usage of a journey: JOURNEY.sh PROGRAM
# Widgets are clicked by their names in the program's interface dump, cells by the camera in it. After each gesture
# `look` waits for the program to say that nothing is pending: nothing here sleeps and hopes.
set -euo pipefail

program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)

# The whole journey runs inside one virtual display. The server picks a free number itself, as two journeys that look for
# one at the same time may take the same; and it does not reset when the program ends, as it would refuse the next start.
if [ -z "${JOURNEY_DISPLAY:-}" ]; then
  number=$(mktemp "${TMPDIR:-/tmp}/strata-display.XXXXXX")
  Xvfb -displayfd 3 -screen 0 ${screen:-1280x800}x24 -nolisten tcp -noreset 3>"$number" 2>/dev/null &
  server=$!
  trap 'kill $server 2>/dev/null || true; rm -f "$number"' EXIT
  for _ in $(seq 1000); do
    [ ! -s "$number" ] && kill -0 $server 2>/dev/null || break
    sleep 0.01
  done
  [ -s "$number" ] || { echo "FAILED: the virtual display does not start" >&2; exit 1; }
  status=0
  DISPLAY=:$(cat "$number") JOURNEY_DISPLAY=1 bash "${BASH_SOURCE[1]}" "$program" || status=$?
  exit $status
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/strata-journey.XXXXXX")
control=$work/control
mkdir -p "$control"
app_pid=
token=0

coproc helper { exec python3 -u "$here/journey.py" "$control"; }
exec {to_helper}>&"${helper[1]}" {from_helper}<&"${helper[0]}"

finish() {
  local status=$?
  # It keeps what is unsaved before it ends.
  if [ -n "$app_pid" ]; then
    kill "$app_pid" 2>/dev/null || true
    wait "$app_pid" 2>/dev/null || true
  fi
  if [ $status -ne 0 ] && [ -n "${JOURNEY_KEEP:-}" ]; then cp -r "$work" "$JOURNEY_KEEP"; fi
  rm -rf "$work"
  exit $status
}
trap finish EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# start ARGS...: the program with these arguments, in a window of $size (1280x800; usual: the program's own choice) on a screen of $screen; returns when it is idle for the first
# time. Settings are kept in the journey's own folder, so that a second start finds them. STRATA_JOURNEY_OPTIONS are options
# for every start, such as "--frame-rate 10". All panels are open, unless first_start=1 asks for what a first start shows.
start() {
  export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
  # New files are saved there, not in the folders of whoever runs the journey.
  mkdir -p "$work/config" "$work/documents"
  printf 'XDG_DOCUMENTS_DIR="%s"\n' "$work/documents" >"$work/config/user-dirs.dirs"
  if [ -z "${first_start:-}" ] && [ ! -e "$work/config/strata/layout.json" ]; then
    mkdir -p "$work/config/strata"
    echo '{"left_mode":0,"tools_open":true,"steps_open":true}' >"$work/config/strata/layout.json"
  fi
  local sized=(--size "${size:-1280x800}")
  [ "${size:-}" == usual ] && sized=()
  (cd "$work" && exec "$program" ${sized[@]+"${sized[@]}"} --control "$control" ${STRATA_JOURNEY_OPTIONS:-} "$@" >"$work/out" 2>&1) &
  app_pid=$!
  look
}

# Waits until the program has seen all input sent so far and is idle; then $control/ui.json and state.json are new.
# look PNG also takes a picture.
look() {
  token=$((token + 1))
  rm -f "$control/ui.json"
  printf '%s\n%s\n' "$token" "${1:-}" >"$control/request.new"
  mv "$control/request.new" "$control/request"
  local tries=0
  while [ ! -s "$control/ui.json" ]; do
    kill -0 "$app_pid" 2>/dev/null || fail "the program ended: $(cat "$work/out")"
    tries=$((tries + 1))
    [ $tries -lt 1500 ] || fail "the program does not become idle"
    sleep 0.01
  done
}

# ask QUESTION WORDS...: of journey.py, which reads the newest dumps.
ask() {
  local IFS=$'\t' answer
  printf '%s\n' "$*" >&$to_helper
  IFS= read -r answer <&$from_helper
  case $answer in
    '= '*) printf '%s\n' "${answer#= }" ;;
    *) fail "${answer#! }" ;;
  esac
}
# Waits until the program has ended by itself.
ended() {
  wait "$app_pid" || fail "the program ended with status $?"
  app_pid=
}

# state PATH: a value of the state, by dotted path ("query.goal.0", "planners.astar.cost").
state() { ask state "$1"; }
# where NAME [SHARE]: "x y" of the middle of a widget, or of a place at SHARE (0..1) of its width.
# exists NAME, missing NAME: a widget is there to be seen, or is not.
exists() { where "$1" >/dev/null; }
missing() { if (where "$1") >/dev/null 2>&1; then fail "'$1' is there"; fi; }
# in_sight NAME PANEL: turns the wheel over the panel, down and then up, until the widget is there.
in_sight() {
  local turn
  for turn in $(seq 36); do
    (where "$1") >/dev/null 2>&1 && return
    xdotool mousemove $(where "$2") click --repeat 2 $((turn > 12 ? 4 : 5))
    look
  done
  fail "'$1' is nowhere in '$2'"
}
# reach NAME: turns the wheel over the side panels, down and then up, until the widget is there, as a hand does.
reach() {
  [ "$(shown "$1")" == yes ] && return
  local panel button share
  for panel in panel.left panel.right; do
    # Over the scroll bar of the right panel no list within it takes the wheel.
    share=0.5
    [ $panel == panel.left ] || share=0.985
    [ "$(shown $panel)" == yes ] || continue
    for button in 5 4; do
      for _ in $(seq 24); do
        xdotool mousemove $(where $panel $share) click $button
        look
        [ "$(shown "$1")" == yes ] && return
      done
    done
  done
  true  # what is looked for fails with its name
}
# go_to PLACE: shows a place ("planners") in the left panel.
go_to() { [ "$(state view.place)" == "place.$1" ] && [ "$(shown panel.left)" == yes ] || click "place.$1"; }
# unfold_layers: unfolds the switches of all layers in the legend.
unfold_layers() {
  in_sight legend.all panel.right
  click legend.all
}
# unfold TAB: goes to the place of a tab ("tab.hpa"), and unfolds it there.
unfold() {
  local place=planners list=yes
  case $1 in
    tab.map | tab.agent | tab.generate | tab.level | tab.graph) place=map ;;
    tab.crowd) place=crowd ;;
    tab.ask | tab.effort | tab.xray | tab.pay | tab.scenario | tab.decide | tab.sweep | tab.traces) list=no ;;
  esac
  go_to $place
  [ "$(state view.unfolded)" == "$1" ] && return
  if [ $place$list == plannersyes ] && [ "$(shown planners.find)" == no ]; then click tab.planners; fi
  if [ $place == planners ] && [ "$(shown "$1")" == no ]; then
    in_sight planners.add panel.left
    click planners.add
  fi
  in_sight "$1" panel.left
  click "$1"
}
where() { ask where "$1" "${2:-0.5}"; }
# width NAME: of a widget, in pixels.
width() { ask width "$1"; }
# shown NAME: whether the widget is on the screen, "yes" or "no".
shown() { ask shown "$1"; }
# cell X Y [VIEW]: "x y" of the middle of a cell, in the first view or in VIEW ("map.2").
cell() { ask cell "$@"; }
# pixel PNG X Y: "r g b".
pixel() { ask pixel "$1" "$2" "$3"; }

# Function keys go by their number on the keyboard: with newer keyboard maps xdotool finds F1 on a level that it reaches with
# Alt, and sends Alt+F1.
xdotool() {
  local words=() word
  for word in "$@"; do
    if [[ $word =~ ^(.*\+)?F([1-9]|1[0-2])$ ]]; then
      local number=${BASH_REMATCH[2]}
      word=${BASH_REMATCH[1]}$((number <= 10 ? 66 + number : 84 + number))
    fi
    words+=("$word")
  done
  command xdotool "${words[@]}"
}

click_at() { xdotool mousemove "$1" "$2" click 1; }
click() {
  local at
  reach "$1"
  at=$(where "$@")
  click_at $at
  look
}
key() {
  xdotool key --delay 20 "$@"
  look
}
type_text() {
  xdotool type --delay 15 "$1"
  look
}
# drag_cells X0 Y0 X1 Y1 [X Y...]: with the left button through cells, in small steps as a hand does.
drag_cells() {
  local from to i
  from=$(cell "$1" "$2")
  shift 2
  xdotool mousemove $from mousedown 1
  while [ $# -ge 2 ]; do
    to=$(cell "$1" "$2")
    shift 2
    xdotool $(ask between $from $to)
    from=$to
  done
  xdotool mouseup 1
  look
}

# expect WHAT ACTUAL OP EXPECTED
expect() {
  [ "$(ask compare "$2" "$3" "$4")" = yes ] || fail "$1: $2, expected $3 $4"
  echo "ok: $1 is $2 ($3 $4)"
}
