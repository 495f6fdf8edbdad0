# Helpers of the journeys; sourced. Usage of a journey: JOURNEY.sh PROGRAM
# Widgets are clicked by their names in the program's interface dump, cells by the camera in it. After each gesture
# `look` waits for the program to say that nothing is pending: nothing here sleeps and hopes.
set -euo pipefail

program=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)

# The whole journey runs inside one virtual display.
if [ -z "${JOURNEY_DISPLAY:-}" ]; then
  JOURNEY_DISPLAY=1 exec xvfb-run -a -s "-screen 0 1280x800x24" bash "${BASH_SOURCE[1]}" "$program"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/strata-journey.XXXXXX")
control=$work/control
mkdir -p "$control"
app_pid=
token=0

finish() {
  local status=$?
  if [ -n "$app_pid" ]; then kill "$app_pid" 2>/dev/null || true; fi
  if [ $status -ne 0 ] && [ -n "${JOURNEY_KEEP:-}" ]; then cp -r "$work" "$JOURNEY_KEEP"; fi
  rm -rf "$work"
  exit $status
}
trap finish EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# start ARGS...: the program with these arguments; returns when it is idle for the first time.
start() {
  (cd "$work" && exec "$program" --fresh --size 1280x800 --control "$control" "$@" >"$work/out" 2>&1) &
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

# state PATH: a value of the state, by dotted path ("query.goal.0", "planners.0.cost").
state() {
  python3 - "$control/state.json" "$1" <<'PY'
import json, sys
value = json.load(open(sys.argv[1]))
for key in sys.argv[2].split('.'):
    value = value[int(key)] if isinstance(value, list) else value[key]
print(json.dumps(value) if isinstance(value, (dict, list, bool)) or value is None else value)
PY
}

# where NAME [SHARE]: "x y" of the middle of a widget, or of a place at SHARE (0..1) of its width.
where() {
  python3 - "$control/ui.json" "$1" "${2:-0.5}" <<'PY'
import json, sys
widgets = json.load(open(sys.argv[1]))['widgets']
if sys.argv[2] not in widgets:
    sys.exit('no widget "%s" on the screen; there are: %s' % (sys.argv[2], ' '.join(widgets)))
w = widgets[sys.argv[2]]
if not w['enabled']:
    sys.exit('the widget "%s" is disabled' % sys.argv[2])
print(int(w['x'] + w['width'] * float(sys.argv[3])), int(w['y'] + w['height'] / 2))
PY
}

# cell X Y: "x y" of the middle of a cell of the map.
cell() {
  python3 - "$control/ui.json" "$1" "$2" <<'PY'
import json, sys
ui = json.load(open(sys.argv[1]))
m, c = ui['widgets']['map'], ui['camera']
x = m['x'] + m['width'] / 2 + (float(sys.argv[2]) + 0.5 - c['center_x']) * c['zoom']
y = m['y'] + m['height'] / 2 + (float(sys.argv[3]) + 0.5 - c['center_y']) * c['zoom']
print(int(x), int(y))
PY
}

move() { xdotool mousemove "$1" "$2"; }
click_at() { xdotool mousemove "$1" "$2" click 1; }
click() {
  local at
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
    python3 -c "
import sys
x0, y0, x1, y1 = map(int, sys.argv[1:])
for i in range(1, 9):
    print('mousemove %d %d' % (x0 + (x1 - x0) * i // 8, y0 + (y1 - y0) * i // 8))
" $from $to | xdotool -
    from=$to
  done
  xdotool mouseup 1
  look
}

# expect WHAT ACTUAL OP EXPECTED
expect() {
  python3 - "$@" <<'PY' || fail "$1: $2, expected $3 $4"
import sys
_, what, actual, op, expected = sys.argv
def number(text):
    try:
        return float(text)
    except ValueError:
        return None
a, e = number(actual), number(expected)
if a is None or e is None:
    a, e = actual, expected
ok = {'==': a == e, '!=': a != e, '<': a < e, '>': a > e, '>=': a >= e, '<=': a <= e,
      'contains': str(expected) in str(actual)}[op]
sys.exit(0 if ok else 1)
PY
  echo "ok: $1 is $2 ($3 $4)"
}

# pixel PNG X Y: "r g b".
pixel() {
  python3 - "$@" <<'PY'
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
x, y = int(sys.argv[2]), int(sys.argv[3])
pos, idat = 8, b''
while pos < len(data):
    size, kind = struct.unpack('>I4s', data[pos:pos + 8])
    body = data[pos + 8:pos + 8 + size]
    if kind == b'IHDR':
        width, height = struct.unpack('>II', body[:8])
    if kind == b'IDAT':
        idat += body
    pos += 12 + size
raw = zlib.decompress(idat)
stride = width * 3
before = bytearray(stride)
for row in range(y + 1):
    kind = raw[row * (stride + 1)]
    line = bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
    for i in range(stride):
        a = line[i - 3] if i >= 3 else 0
        b = before[i]
        c = before[i - 3] if i >= 3 else 0
        if kind == 1:
            line[i] = (line[i] + a) & 255
        elif kind == 2:
            line[i] = (line[i] + b) & 255
        elif kind == 3:
            line[i] = (line[i] + (a + b) // 2) & 255
        elif kind == 4:
            p = a + b - c
            pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
            line[i] = (line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
    before = line
print(*before[x * 3:x * 3 + 3])
PY
}
