#!/usr/bin/env python3
"""Drops files on a window as a file manager does, by the protocol XDND of X (freedesktop.org), version 5.

drop.py WINDOW X Y FILE...: WINDOW is its number, X and Y are those of the root window. It ends when the window has taken the drop."""
import ctypes
import pathlib
import sys
import time
from ctypes import POINTER, Structure, Union, byref, c_char_p, c_int, c_long, c_ubyte, c_uint, c_ulong, c_void_p, cast

x11 = ctypes.CDLL('libX11.so.6')
SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33


class ClientMessage(Structure):
    _fields_ = [('type', c_int), ('serial', c_ulong), ('send_event', c_int), ('display', c_void_p), ('window', c_ulong),
                ('message_type', c_ulong), ('format', c_int), ('data', c_long * 5)]


class SelectionRequest(Structure):
    _fields_ = [('type', c_int), ('serial', c_ulong), ('send_event', c_int), ('display', c_void_p), ('owner', c_ulong),
                ('requestor', c_ulong), ('selection', c_ulong), ('target', c_ulong), ('property', c_ulong),
                ('time', c_ulong)]


class SelectionNotify(Structure):
    _fields_ = [('type', c_int), ('serial', c_ulong), ('send_event', c_int), ('display', c_void_p),
                ('requestor', c_ulong), ('selection', c_ulong), ('target', c_ulong), ('property', c_ulong),
                ('time', c_ulong)]


class Event(Union):
    _fields_ = [('type', c_int), ('client', ClientMessage), ('request', SelectionRequest), ('notify', SelectionNotify),
                ('pad', c_long * 24)]


x11.XOpenDisplay.restype = c_void_p
x11.XDefaultRootWindow.argtypes = x11.XPending.argtypes = x11.XFlush.argtypes = [c_void_p]
x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = x11.XCreateSimpleWindow.restype = c_ulong
x11.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
x11.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_uint, c_ulong, c_ulong]
x11.XSetSelectionOwner.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong]
x11.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, POINTER(Event)]
x11.XNextEvent.argtypes = [c_void_p, POINTER(Event)]
x11.XChangeProperty.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_char_p, c_int]

display = x11.XOpenDisplay(None)
if not display:
    sys.exit('no display')


def atom(name):
    return x11.XInternAtom(display, name.encode(), 0)


def send(window, event):
    x11.XSendEvent(display, window, 0, 0, byref(event))
    x11.XFlush(display)


def message(window, name, *data):
    event = Event()
    event.client.type = CLIENT_MESSAGE
    event.client.window = window
    event.client.message_type = atom(name)
    event.client.format = 32
    for i, value in enumerate(data):
        event.client.data[i] = value
    send(window, event)


def main():
    window, x, y = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    uris = ''.join(pathlib.Path(path).resolve().as_uri() + '\r\n' for path in sys.argv[4:]).encode()
    source = x11.XCreateSimpleWindow(display, x11.XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    x11.XSetSelectionOwner(display, atom('XdndSelection'), source, 0)
    message(window, 'XdndEnter', source, 5 << 24, atom('text/uri-list'), 0, 0)
    message(window, 'XdndPosition', source, 0, x << 16 | y, 0, atom('XdndActionCopy'))
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if not x11.XPending(display):
            time.sleep(0.005)
            continue
        event = Event()
        x11.XNextEvent(display, byref(event))
        if event.type == CLIENT_MESSAGE and event.client.message_type == atom('XdndStatus'):
            if not event.client.data[1] & 1:
                sys.exit('the window does not take the drop')
            message(window, 'XdndDrop', source, 0, 0)
        elif event.type == SELECTION_REQUEST:
            asked = event.request
            x11.XChangeProperty(display, asked.requestor, asked.property, asked.target, 8, 0, uris, len(uris))
            answer = Event()
            answer.notify.type = SELECTION_NOTIFY
            answer.notify.requestor = asked.requestor
            answer.notify.selection = asked.selection
            answer.notify.target = asked.target
            answer.notify.property = asked.property
            answer.notify.time = asked.time
            send(asked.requestor, answer)
        elif event.type == CLIENT_MESSAGE and event.client.message_type == atom('XdndFinished'):
            return
    sys.exit('the window does not answer')


main()
