#!/usr/bin/env python3
"""A planner that does one thing wrong: misbehave.py KIND. Before that it behaves, except in its start."""
import json
import os
import signal
import subprocess
import sys
import time

kind = sys.argv[1]


def say(message):
    text = message if isinstance(message, str) else json.dumps(message)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def raw(data):
    os.write(1, data)


def endless(part):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    while True:
        os.write(1, part)


# --- The start -----------------------------------------------------------------------------------------------------
if kind == "start-exit":
    sys.exit(3)
if kind == "start-hang":
    time.sleep(1000)
if kind == "start-deaf":
    say({"ready": True})
    time.sleep(1000)
hello = sys.stdin.readline()
if kind == "start-crash":
    os.kill(os.getpid(), signal.SIGSEGV)
if kind == "start-abort":
    sys.stderr.write("assertion failed: map too beautiful\n")
    sys.stderr.flush()
    os.abort()
STARTS = {
    "start-rubbish": "hello, world",
    "start-empty": "",
    "start-array": "[true]",
    "start-not-ready": {"ready": False, "why": "the map is too large"},
    "start-no-ready": {"name": "x"},
    "start-ready-text": {"ready": "yes"},
    "start-name-number": {"ready": True, "name": 7},
    "start-edits-text": {"ready": True, "edits": "of course"},
    "start-prepared-negative": {"ready": True, "prepared_ms": -5},
    "start-deep": '{"ready":' + "[" * 100000 + "]" * 100000 + "}",
}
if kind in STARTS:
    say(STARTS[kind])
    time.sleep(1000)
if kind == "start-binary":
    raw(bytes(range(256)).replace(b"\n", b"") + b"\n")
    time.sleep(1000)
if kind == "start-endless":
    endless(b"x" * 65536)
if kind == "start-close":
    os.close(1)
    time.sleep(1000)
say({"ready": True, "name": "misbehave", "edits": kind.startswith("edit")})
if kind == "unasked":
    say({"id": 1, "path": [[0, 0]], "cost": 0})
if kind == "exit-later":
    time.sleep(0.05)
    sys.exit(0)
if kind == "edit-deaf":
    time.sleep(1000)

# --- The queries ---------------------------------------------------------------------------------------------------
size = json.loads(hello)["map"]
for line in sys.stdin:
    query = json.loads(line)
    if "edit" in query:
        if kind == "edit-exit":
            sys.exit(4)
        continue
    (x, y), (gx, gy) = query["start"], query["goal"]
    path = [[x, y]]
    while [x, y] != [gx, gy]:
        x += (gx > x) - (gx < x)
        if not (gx > path[-1][0]) - (gx < path[-1][0]):
            y += (gy > y) - (gy < y)
        path.append([x, y])
    cells = path + path[-1:] * 4
    good = {"id": query["id"], "path": path, "cost": len(path) - 1, "expanded": 5, "generated": 9}
    if kind == "slow":
        time.sleep(0.25)
    if kind == "slower":
        time.sleep(1.5)
    if kind == "exit":
        sys.exit(7)
    if kind == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "exception":
        raise ValueError("no idea")
    if kind == "hang":
        time.sleep(1000)
    if kind == "hang-in-a-line":
        raw(b'{"id":')
        time.sleep(1000)
    if kind == "spin":
        while True:
            pass
    if kind == "ignores-term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    if kind == "half-a-line":
        raw(b'{"id":')
        sys.exit(0)
    if kind == "endless":
        endless(b"y" * 65536)
    if kind == "close":
        os.close(1)
        time.sleep(1000)
    if kind == "close-all":
        os.close(0)
        os.close(1)
        os.close(2)
        time.sleep(1000)
    if kind == "child-goes-on":
        # It holds the pipes open, and would live on.
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        sys.stderr.write("child %d\n" % child.pid)
        sys.stderr.flush()
        time.sleep(1000)
    if kind == "child-leaves":
        # It leaves the group and the session of this program. A word in its command tells it from others.
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"] + sys.argv[2:], start_new_session=True)
        sys.stderr.write("child %d\n" % child.pid)
        sys.stderr.flush()
        sys.exit(1)
    if kind == "forks-twice" and query["id"] == 1:
        # Its grandchild has another parent, group and session.
        if os.fork() == 0:
            os.setsid()
            leaf = os.fork()
            if leaf > 0:
                os.write(2, b"child %d\n" % leaf)
                os._exit(0)
            os.close(0), os.close(1), os.close(2)
            time.sleep(60)
            os._exit(0)
        os.wait()
    if kind == "child-answers":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        say(good)
        continue
    if kind == "errors-endless":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        while True:
            os.write(2, b"z" * 65536)
    if kind == "errors-much":
        for _ in range(64):
            os.write(2, b"e" * 65536)
        say(good)
        continue
    ANSWERS = {
        "rubbish": "I do not know",
        "empty": "",
        "null": "null",
        "number": "42",
        "array": [1, 2],
        "truncated": json.dumps(good)[:-3],
        "twice-in-a-line": json.dumps(good) + json.dumps(good),
        "deep": "[" * 200000,
        "no-id": {k: v for k, v in good.items() if k != "id"},
        "other-id": dict(good, id=query["id"] + 1),
        "id-text": dict(good, id=str(query["id"])),
        "id-float": json.dumps(good).replace('"id": %d' % query["id"], '"id": %d.5' % query["id"]),
        "id-huge": json.dumps(good).replace('"id": %d' % query["id"], '"id": 1' + "0" * 400),
        "no-path": {"id": query["id"], "cost": 1},
        "path-text": dict(good, path="straight on"),
        "path-object": dict(good, path={"0": [0, 0]}),
        "path-empty": dict(good, path=[]),
        "cell-number": dict(good, path=[1, 2, 3]),
        "cell-of-three": dict(good, path=[[0, 0, 0]]),
        "cell-floats": dict(good, path=[[0.5, 0.5]]),
        "cell-texts": dict(good, path=[["0", "0"]]),
        "cell-negative": dict(good, path=[[-1, 0]]),
        "cell-beyond": dict(good, path=[[size["width"], 0]]),
        "cell-far": dict(good, path=[[10**18, 0]]),
        "path-too-long": dict(good, path=[[0, 0]] * (size["width"] * size["height"] + 1)),
        "no-cost": {k: v for k, v in good.items() if k != "cost"},
        "cost-text": dict(good, cost="cheap"),
        "cost-negative": dict(good, cost=-1),
        "cost-nan": json.dumps(good).replace('"cost": %d' % good["cost"], '"cost": NaN'),
        "cost-infinite": json.dumps(good).replace('"cost": %d' % good["cost"], '"cost": 1e999'),
        "expanded-text": dict(good, expanded="many"),
        "expanded-negative": dict(good, expanded=-3),
        "expanded-huge": dict(good, expanded=1e300),
        "not-utf8": None,
        "events-text": dict(good, events="many"),
        "events-rubbish": dict(good, events=[1, "x", None]),
        "events-off-map": dict(good, events=[{"type": "expanding", "id": 1, "x": 10**6, "y": 0}]),
        "events-own": dict(
            good,
            events=[
                {"type": "source", "id": 0, "x": path[0][0], "y": path[0][1], "g": 0, "h": 9, "f": 9},
                {"type": "prune symmetric", "id": 1, "x": cells[1][0], "y": cells[1][1]},
                {"type": "jump", "id": 2, "x": cells[2][0], "y": cells[2][1]},
                {"type": "jump", "id": 7},
                {"type": "two\nlines", "id": 3, "x": cells[3][0], "y": cells[3][1]},
            ],
        ),
        "events-many": dict(
            good, events=[{"type": "type %d" % i, "id": 0, "x": path[0][0], "y": path[0][1]} for i in range(90)]
        ),
        "says-twice": json.dumps(good) + "\n" + json.dumps(good),
        # Well formed, but wrong.
        "jump": dict(good, path=[path[0], path[-1]]),
        "other-start": dict(good, path=path[1:]),
        "other-goal": dict(good, path=path[:-1]),
        "wall": dict(good, path=[[c[0], c[1]] for c in path], cost=good["cost"]),
        "lies": dict(good, cost=good["cost"] / 2),
        "stands": dict(good, path=path[:1] + path),
        "none": {"id": query["id"], "path": None, "expanded": 1},
    }
    if kind == "not-utf8":
        raw(b'{"id":1,"path":null,"name":"\xff\xfe"}\n')
    elif kind in ANSWERS:
        say(ANSWERS[kind])
    else:
        say(good)
