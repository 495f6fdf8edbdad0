"""Answers the questions of journey.sh, one a line, while a journey runs: values of the state dump, places on the screen,
pixels of a picture. Each answer is one line: "= ANSWER" or "! REASON"."""
import json
import struct
import sys
import zlib

control = sys.argv[1]


def load(name):
    with open(control + '/' + name) as file:
        return json.load(file)


def state(path):
    value = load('state.json')
    for key in path.split('.'):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return json.dumps(value) if isinstance(value, (dict, list, bool)) or value is None else value


def where(name, share='0.5'):
    widgets = load('ui.json')['widgets']
    if name not in widgets:
        raise LookupError('no widget "%s" on the screen; there are: %s' % (name, ' '.join(widgets)))
    w = widgets[name]
    if not w['enabled']:
        raise LookupError('the widget "%s" is disabled' % name)
    return '%d %d' % (w['x'] + w['width'] * float(share), w['y'] + w['height'] / 2)


def middle(name):
    w = load('ui.json')['widgets'][name]  # disabled or not
    return '%d %d' % (w['x'] + w['width'] / 2, w['y'] + w['height'] / 2)


def reason(name):
    return load('ui.json')['widgets'][name].get('why_not') or 'none'


def unexplained():
    widgets = load('ui.json')['widgets']
    return ' '.join(name for name, w in widgets.items() if not w['enabled'] and not w.get('why_not')) or 'none'


def width(name):
    return '%d' % load('ui.json')['widgets'][name]['width']


def window():
    ui = load('ui.json')
    return '%d %d' % (ui['width'], ui['height'])


def shown(name):
    return 'yes' if name in load('ui.json')['widgets'] else 'no'


def cell(x, y, view='map'):
    ui = load('ui.json')
    m, c = ui['widgets'][view], ui['camera']
    return '%d %d' % (m['x'] + m['width'] / 2 + (float(x) + 0.5 - c['center_x']) * c['zoom'],
                      m['y'] + m['height'] / 2 + (float(y) + 0.5 - c['center_y']) * c['zoom'])


def between(x0, y0, x1, y1, steps='8'):
    x0, y0, x1, y1, n = map(int, (x0, y0, x1, y1, steps))
    return ' '.join('mousemove %d %d' % (x0 + (x1 - x0) * i // n, y0 + (y1 - y0) * i // n) for i in range(1, n + 1))


def compare(actual, op, expected):
    def number(text):
        try:
            return float(text)
        except ValueError:
            return None
    a, e = number(actual), number(expected)
    if a is None or e is None:
        a, e = actual, expected
    return 'yes' if {'==': a == e, '!=': a != e, '<': a < e, '>': a > e, '>=': a >= e, '<=': a <= e,
                     'contains': expected in actual}[op] else 'no'


def pixel(path, x, y):
    data = open(path, 'rb').read()
    x, y, pos, idat, width = int(x), int(y), 8, b'', 0
    while pos < len(data):
        size, kind = struct.unpack('>I4s', data[pos:pos + 8])
        body = data[pos + 8:pos + 8 + size]
        if kind == b'IHDR':
            width = struct.unpack('>I', body[:4])[0]
        if kind == b'IDAT':
            idat += body
        pos += 12 + size
    raw, stride = zlib.decompress(idat), width * 3
    before = bytearray(stride)
    for row in range(y + 1):
        kind = raw[row * (stride + 1)]
        line = bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        if kind:
            for i in range(min(stride, x * 3 + 3)):
                a, b, c = (line[i - 3], before[i], before[i - 3]) if i >= 3 else (0, before[i], 0)
                if kind == 1:
                    guess = a
                elif kind == 2:
                    guess = b
                elif kind == 3:
                    guess = (a + b) // 2
                else:
                    p = a + b - c
                    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                    guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
                line[i] = (line[i] + guess) & 255
        before = line
    return ' '.join(map(str, before[x * 3:x * 3 + 3]))


questions = {f.__name__: f for f in (state, where, middle, reason, unexplained, width, window, shown, cell, between, compare, pixel)}
for line in sys.stdin:
    words = line.rstrip('\n').split('\t')
    try:
        answer = '= %s' % questions[words[0]](*words[1:])
    except Exception as error:  # any fault is the journey's to report
        answer = '! %s: %s' % (' '.join(words), error)
    print(answer.replace('\n', ' '), flush=True)
