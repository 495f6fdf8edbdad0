#!/usr/bin/env bash
# Steps of fresh_root.sh, inside the root: steps.sh STEP. Its last word is in /strata-results/said, beside what it leaves.
# Exit 0: ok; 77: left out; else failed.
set -euo pipefail
results=/strata-results
cd "$STRATA_PLACE"
program=$PWD/build/release/strata
bench=$PWD/build/release/strata-bench
# Of this user alone, as another may have used the root before.
scratch=/tmp/strata-$(id -u)
mkdir -p "$scratch"

said() { printf '%s\n' "$*" >"$results/said"; printf '== %s\n' "$*"; }
fail() { said "$@"; exit 1; }
leave_out() { said "$@"; exit 77; }
# A command that fails unforeseen is the reason itself.
unforeseen() {
  local status=$? command=${BASH_COMMAND%%$'\n'*}
  [ $status -eq 0 ] || [ -s $results/said ] || said "$command: exit status $status"
}
trap unforeseen EXIT
export DEBIAN_FRONTEND=noninteractive
# As install_packages.sh does: lists of packages that cannot be renewed may do.
install() { apt-get update -q || true; apt-get install -y -q --no-install-recommends "$@"; }

# The compiler's own words, with the file, or the last line.
reason() { grep -m 1 -E '(fatal )?error:|FAILED:|^CMake Error|undefined reference|not installed:' "$1" || tail -n 1 "$1"; }

# strata ARGS...: under a virtual display, for a script; what it prints is in the log.
strata() { timeout 300 xvfb-run -a -s '-screen 0 1920x1200x24' "$program" --size 1280x800 --frames 3 "$@"; }

play_run() {
  local expected pictures status=0
  rm -rf out
  ./run >"$results/run.log" 2>&1 || status=$?
  cp out/*.png out/*.csv out/*.txt "$results/" 2>/dev/null || true
  [ $status -eq 0 ] || fail "./run ended with $status: $(reason "$results/run.log")"
  expected=$(grep -c '^screenshot ' assets/tour.script)
  pictures=$(find out -maxdepth 1 -name '*.png' -size +0 | wc -l)
  [ "$pictures" -ge "$expected" ] || fail "$pictures pictures, expected $expected"
  [ -s out/planners.txt ] || fail "no table of planners"
  said "$pictures picture$([ "$pictures" -eq 1 ] || echo s)"
}

# A script that opens, paints and saves; with decimals where there may be some. Files go to $1.
write_probe() {
  cat >"$1/probe.script" <<SCRIPT
map.open "$PWD/assets/maps/rooms-64.map"
wait.ready
paint.stroke brush swamp 2 round 10,10 30,30
plan.weight 1.5
query.random 3
planner.trace hpa1
wait.ready
map.save_as "$1/Ärger straße 日本.map"
export.table "$1/table.csv"
export.trace "$1/search.trace.json"
map.new 20 20 ground force
map.open "$1/Ärger straße 日本.map"
wait.ready
assert map.width == 64
assert map.unsaved == false
assert map.file == "Ärger straße 日本.map"
assert planners.astar.status == found
layer.opacity clusters 55
ui.scale 1.25
paint.stroke brush water 1 square 40,40 44,44
assert map.unsaved == true
edit.undo
wait 3
dump.state "$1/state.json"
screenshot "$1/picture.png"
app.quit force
SCRIPT
}

# paint_in_odd_home COMMAND...: the program without --fresh, so that it reads and writes settings and copies of unsaved work as
# it does for users; COMMAND makes its environment.
paint_in_odd_home() {
  local work=$scratch/odd-home status=0
  rm -rf $work && mkdir $work
  cat >$work/probe.script <<SCRIPT
map.open "$PWD/assets/maps/rooms-64.map"
paint.stroke brush blocked 2 round 10,10 30,30
assert map.unsaved == true
wait 20
map.save_as $work/saved.map
assert map.unsaved == false
screenshot $work/picture.png
app.quit force
SCRIPT
  "$@" timeout 300 xvfb-run -a -s '-screen 0 1920x1200x24' "$program" --script $work/probe.script >$work/log 2>&1 || status=$?
  cat $work/log
  cp $work/picture.png "$results/" 2>/dev/null || true
  [ $status -eq 0 ] || fail "the program ended with $status: $(tail -n 1 $work/log)"
  [ -s $work/saved.map ] || fail "no map was saved"
  said "opened, painted and saved a map$(grep -m 1 . $work/log | sed 's/^/; it said: /')"
}

case $1 in
  packages)
    # As an administrator does for a user.
    # shellcheck disable=SC2086
    [ -z "$STRATA_NEEDED" ] || install $STRATA_NEEDED
    cmake/install_packages.sh
    said "installed by root" ;;

  clang)
    install clang
    said "$(clang++ --version | sed -n 1p)" ;;

  take-away)
    dpkg --remove --force-depends xdotool ;;

  missing)
    status=0
    ./run >"$results/run.log" 2>&1 || status=$?
    cat "$results/run.log"
    [ $status -ne 0 ] || fail "./run does not stop where xdotool is missing"
    grep -q 'not installed: xdotool' "$results/run.log" || fail "xdotool is missing, and ./run does not say so"
    line=$(grep -m 1 'apt-get install.* xdotool' "$results/run.log") || fail "no line to type for xdotool"
    said "says:$(echo " $line" | tr -s ' ')" ;;

  run) play_run ;;

  test)
    status=0
    ./test >"$results/test.log" 2>&1 || status=$?
    passed=$(grep -oE '[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' "$results/test.log" | tail -n 1 || true)
    if [ $status -ne 0 ]; then
      which=$(sed -n '/^The following tests FAILED/,/^Errors/p' "$results/test.log" | grep -oE '[a-z_]+ \([A-Za-z]+\)' | tr '\n' ' ' || true)
      fail "./test ended with $status: ${which:-$(reason "$results/test.log")} $passed"
    fi
    number=$(echo "$passed" | grep -oE '[0-9]+$' || true)
    said "${number:-?} of ${number:-?} tests" ;;

  journeys)
    ctest --test-dir build/release -L journey --repeat "until-fail:$STRATA_JOURNEYS" --output-on-failure -j"$(nproc)" \
      >"$results/journeys.log" 2>&1 ||
      fail "$(grep -oE '[a-z_]+ \((Failed|Timeout)\)' "$results/journeys.log" | tr '\n' ' ') $(grep -m 1 FAILED: "$results/journeys.log")"
    said "$(grep -oE 'out of [0-9]+' "$results/journeys.log" | grep -oE '[0-9]+') journeys, $STRATA_JOURNEYS times each" ;;

  home) export HOME=/read-only; paint_in_odd_home env ;;
  no-home) unset HOME; paint_in_odd_home env -u HOME ;;

  make-locales)
    command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ] || install locales
    localedef -i de_DE -f UTF-8 de_DE.UTF-8 ;;

  locales)
    work="$scratch/locale ü"
    locale -a | grep -qi '^de_DE.utf' || fail "the locale de_DE.UTF-8 could not be made"
    for locale in C.UTF-8 de_DE.UTF-8 C; do
      rm -rf "$work" && mkdir -p "$work/home"
      write_probe "$work"
      # LC_ALL as some set it; the settings are read and written too.
      HOME="$work/home" LANG=$locale LC_ALL=$locale strata --fixed-clock --script "$work/probe.script" ||
        fail "with $locale the script fails"
      LANG=$locale LC_ALL=$locale "$bench" generate --kind cave --width 64 --height 64 --seed 7 --out "$work/höhle.map" --queries 50
      rm -rf "${results:?}/$locale"
      mkdir "$results/$locale"
      cp -r "$work/." "$results/$locale/"
    done
    for locale in de_DE.UTF-8 C; do
      different=$(diff -rq -x .cache "$results/C.UTF-8" "$results/$locale" || true)
      [ -z "$different" ] || fail "with $locale other than with C.UTF-8: $(echo "$different" | head -n 1)"
    done
    said "$(find "$results/C.UTF-8" -type f | wc -l) files are the same with C.UTF-8, C and de_DE.UTF-8" ;;

  umask)
    for mask in 022 077; do
      work=$scratch/umask-$mask
      rm -rf $work && mkdir -p $work/home
      (umask $mask; write_probe $work; HOME=$work/home strata --script $work/probe.script) || fail "with $mask the script fails"
      cp "$work/picture.png" "$results/picture-$mask.png"
      rights=$(stat -c %a "$work/Ärger straße 日本.map")
      case $mask in 022) expected=644 ;; *) expected=600 ;; esac
      [ "$rights" = $expected ] || fail "with $mask a saved map has the rights $rights, expected $expected"
    done
    umask 077
    play_run
    said "saved maps have 644 and 600; ./run with 077 leaves $(cat $results/said)" ;;

  network)
    if (exec 3<>/dev/tcp/deb.debian.org/80) 2>/dev/null; then fail "there is a network"; fi
    play_run
    pictures=$(cat $results/said)
    ./test -R '^(layers|sizes|packages|bench_exit_codes)$' >"$results/test.log" 2>&1 || fail "./test: $(reason "$results/test.log")"
    ! grep -qE 'apt-get|Installing' "$results/run.log" "$results/test.log" || fail "apt-get was called"
    said "$pictures, and tests" ;;

  get-weston)
    [ "$STRATA_SYSTEM" != bookworm ] || exit 0
    install weston ;;

  wayland)
    library=$(ldconfig -p | awk '/libglfw\.so\.3/ && !seen++ { print $NF }')
    [ -n "$library" ] || fail "there is no libglfw.so.3"
    grep -qa 'libwayland-client' "$library" || leave_out "GLFW of this system ($library) knows no Wayland"
    command -v weston >/dev/null || leave_out "there is no weston"
    export XDG_RUNTIME_DIR=$scratch/wayland WAYLAND_SOCKET_NAME=strata-wayland
    rm -rf "$XDG_RUNTIME_DIR" && mkdir -m 700 "$XDG_RUNTIME_DIR"
    # On a plain screen, and on one where a unit of the window is two pixels.
    for scale in 1 2; do
      rm -rf "$XDG_RUNTIME_DIR" && mkdir -m 700 "$XDG_RUNTIME_DIR"
      WAYLAND_SCALE=$scale xvfb-run -a -s '-screen 0 1920x1200x24' bash "$0" wayland-window
    done
    said "a window on $(weston --version | sed -n 1p): painted on, scaled, closed; also where the screen is scaled by 2" ;;

  wayland-window)  # within the virtual display
    control=$XDG_RUNTIME_DIR/control
    mkdir "$control"
    weston --backend=x11 --renderer=pixman --shell=kiosk --no-config --width=$((1280 / WAYLAND_SCALE)) \
      --height=$((800 / WAYLAND_SCALE)) --scale="$WAYLAND_SCALE" --idle-time=0 \
      --socket="$WAYLAND_SOCKET_NAME" >"$results/weston.log" 2>&1 & weston=$!
    trap 'unforeseen; kill $weston 2>/dev/null || true' EXIT
    for _ in $(seq 200); do
      [ -S "$XDG_RUNTIME_DIR/$WAYLAND_SOCKET_NAME" ] && break
      kill -0 $weston 2>/dev/null || fail "weston does not start: $(tail -n 1 "$results/weston.log")"
      sleep 0.05
    done
    (unset DISPLAY; WAYLAND_DISPLAY=$WAYLAND_SOCKET_NAME WAYLAND_DEBUG=1 \
      exec "$program" --fresh --control "$control" "$PWD/assets/maps/rooms-64.map") >"$results/program.log" 2>&1 & strata=$!
    token=0
    look() {
      token=$((token + 1))
      rm -f "$control/ui.json"
      printf '%s\n%s\n' $token "${1:-}" >"$control/request.new"
      mv "$control/request.new" "$control/request"
      for _ in $(seq 1200); do
        [ ! -s "$control/ui.json" ] || return 0
        kill -0 $strata 2>/dev/null || fail "the program ended: $(grep -v '^\[' "$results/program.log" | tail -n 1)"
        sleep 0.05
      done
      fail "the program does not become idle"
    }
    ask() {
      local answer
      answer=$(printf '%s\n' "$(IFS=$'\t'; echo "$*")" | python3 /strata-steps/journey.py "$control")
      case $answer in '= '*) echo "${answer#= }" ;; *) fail "${answer#! }" ;; esac
    }
    look "$results/wayland-$WAYLAND_SCALE-opened.png"
    grep -q 'xdg_toplevel' "$results/program.log" || fail "the window is not on Wayland"
    before=$(ask state map.hash)
    # The key of the brush, then a stroke with the button held; Weston's window is where it was put: at the corner.
    window=$(xdotool search --onlyvisible --class weston | sed -n 1p) || fail "xdotool does not find the window of Weston"
    xdotool windowmove "$window" 0 0
    xdotool windowfocus "$window"
    xdotool mousemove 640 400
    look
    xdotool key b
    look
    # shellcheck disable=SC2046
    { xdotool mousemove $(ask cell 20 20); xdotool mousedown 1; xdotool mousemove $(ask cell 24 22); xdotool mousemove $(ask cell 28 24); xdotool mouseup 1; }
    look "$results/wayland-$WAYLAND_SCALE-painted.png"
    [ "$(ask state map.hash)" != "$before" ] || fail "a stroke with the mouse changes nothing"
    wide=$(ask width map)
    xdotool key ctrl+alt+plus
    look "$results/wayland-$WAYLAND_SCALE-scaled.png"
    xdotool key ctrl+alt+plus
    look
    [ "$(ask width map)" != "$wide" ] || fail "the interface size does not change"
    xdotool key ctrl+z
    look
    [ "$(ask state map.hash)" = "$before" ] || fail "Ctrl+Z does not take the stroke back"
    xdotool key ctrl+q
    for _ in $(seq 200); do kill -0 $strata 2>/dev/null || break; sleep 0.05; done
    ! kill -0 $strata 2>/dev/null || fail "Ctrl+Q does not close the window"
    status=0
    wait $strata || status=$?
    [ $status -eq 0 ] || fail "the program ended with $status"
    # All of the protocol is megabytes.
    grep -E 'xdg_|set_title|^[^[]' "$results/program.log" | head -n 200 >"$results/program.short" || true
    mv "$results/program.short" "$results/program.log"
    ;;

  *) fail "there is no step $1" ;;
esac
