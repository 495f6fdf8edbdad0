#!/bin/bash
# On a screen of high density the interface has the size that the system says, unless the user has set one. The window begins
# no larger than the screen.
screen=3840x2160
source "$(dirname "$0")/journey.sh"
# dots N: the system says so many dots per inch, as desktops do.
dots() {
  python3 - "$1" <<'PYTHON'
import ctypes, sys
x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
for function in (x11.XDefaultRootWindow, x11.XFlush, x11.XSync):
    function.argtypes = [ctypes.c_void_p] + ([ctypes.c_int] if function is x11.XSync else [])
x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
x11.XChangeProperty.argtypes = [ctypes.c_void_p] + [ctypes.c_ulong] * 3 + [ctypes.c_int] * 2 + [ctypes.c_char_p, ctypes.c_int]
display = x11.XOpenDisplay(None)
text = b'Xft.dpi: %d\n' % int(sys.argv[1])
x11.XChangeProperty(display, x11.XDefaultRootWindow(display), x11.XInternAtom(display, b'RESOURCE_MANAGER', 0),
                    x11.XInternAtom(display, b'STRING', 0), 8, 0, text, len(text))
x11.XSync(display, 0)
PYTHON
}
dots 192
size=usual
start
expect "twice the size" "$(state view.scale)" == 2
expect "automatically" "$(state preferences.ui.scale)" == auto
expect "so has the window" "$(ask window)" == "2880 1800"
key ctrl+comma
click "preferences.scale.150 %"
expect "the size of the user" "$(state view.scale)" == 1.5
click preferences.close
xdotool key ctrl+q
ended
dots 288
start
expect "it stays" "$(state view.scale)" == 1.5
expect "the window has its size again" "$(ask window)" == "2880 1800"
key ctrl+comma
click preferences.scale.auto
expect "automatic again, on a screen of other dots" "$(state view.scale)" == 3
click preferences.close
xdotool key ctrl+q
ended
# Earlier programs wrote a size of 1 that nobody had chosen.
echo '{"ui_scale": 1.0}' >"$work/config/strata/settings.json"
dots 192
size=5000x1000
start
expect "as the system says" "$(state view.scale)" == 2
expect "at most the screen" "$(ask window)" == "3840 1000"
