#!/usr/bin/env python3
"""Changes ten settings, one row each, and looks whether every surface follows.

    tests/one_row.py SEED

Copies the tree beside itself, draws ten settings that are numbers by SEED, and gives each another upper end, another
title and, where its options say it in one place, another usual value: an edit of one row (and of the one initialiser
that the row reads). It builds the copy, and then asks its programs: the help and the error of the command, its form,
its slider, the sweep of the app and of the bench, the option of the bench, the dump, the reset, and a workspace that is
written and read again. Takes as long as a build of the program.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r'\.name = "(?P<name>[a-z_.]+)",\s*\.title = "(?P<title>[^"]*)"(?P<rest>.*?)\.help =', re.S)
RANGE = re.compile(r"\.range = \{([^,]+), ([^}]+)\}")
MEMBER = re.compile(r"number<&(\w+)::(\w+)>\(\{\s*$")
# Settings that the script cannot set alone: they need others first, or are of what is not there at the start.
LEFT_OUT = {"external.limit", "sectors.second", "plan.weight"}


def rows(tree):
    """The rows of numbers: name, file, place of the row in it."""
    found = []
    for path in sorted(list(tree.glob("core/**/*_settings.cpp")) + list(tree.glob("app/**/*.cpp"))):
        text = path.read_text()
        for match in ROW.finditer(text):
            body = match.group("rest")
            if ".word =" in body and RANGE.search(body) and match.group("name") not in LEFT_OUT:
                found.append((match.group("name"), path, match.start()))
    return found


def number(text):
    """The value of an end of a range; None: it is a name, whose value the program says."""
    text = text.strip().replace("'", "")
    try:
        return float(text)
    except ValueError:
        return None


def change(tree, name, path, at, high):
    """Gives the row another upper end and another title. Returns the title."""
    text = path.read_text()
    row_end = text.index(".help =", at)
    row = text[at:row_end]
    title = re.search(r'\.title = "([^"]*)"', row).group(1) + " anew"
    row = re.sub(r'\.title = "[^"]*"', f'.title = "{title}"', row, count=1)
    row = RANGE.sub(lambda m: ".range = {%s, %s}" % (m.group(1), high), row, count=1)
    # A slider is never wider than the range.
    row = re.sub(r"\s*\.slider = \{[^}]*\},", "", row)
    # A sweep stays inside.
    row = re.sub(r"\.sweep = \{[^}]*\}", f".sweep = {{{high - 2}, {high}, 1}}", row)
    path.write_text(text[:at] + row + text[row_end:])
    return title


def default_of(tree, name, path, at):
    """Changes the initialiser of the member that the row names. Returns the new value; None: the row has none."""
    before = path.read_text()[:at].rstrip()
    found = re.search(r"number<&(\w+)::(\w+)>\(\{$", before)
    if not found:
        return None
    struct, member = found.groups()
    for header in list(tree.glob("core/**/*.hpp")) + list(tree.glob("app/**/*.hpp")):
        text = header.read_text()
        body = re.search(r"struct %s(?: [^{;]*)?\{.*?\n\};" % struct, text, re.S)
        if not body:
            continue
        line = re.search(r"\bint %s = (\d+);" % member, body.group(0))
        if not line:
            return None
        value = int(line.group(1)) + 1
        start = body.start() + line.start()
        text = text[:start] + f"int {member} = {value};" + text[body.start() + line.end():]
        header.write_text(text)
        return value
    return None


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    chance = random.Random(sys.argv[1])
    tree = pathlib.Path(tempfile.mkdtemp(prefix="one-row-"))
    files = run(["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"]).stdout.split("\n")
    for name in filter(None, files):
        if not (ROOT / name).is_file():
            continue
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
    drawn = chance.sample(rows(tree), 10)
    changed = []
    for name, path, _ in drawn:
        at = next(place for other, file, place in rows(tree) if other == name and file == path)
        high = chance.randrange(20, 40)
        usual = default_of(tree, name, path, at)
        title = change(tree, name, path, at, high)
        changed.append((name, high, title, usual))
        print(f"{name}: up to {high}, '{title}', usually {usual if usual is not None else 'as before'}", flush=True)
    build = tree / "build"
    for step in (["cmake", "-S", str(tree), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"],
                 ["cmake", "--build", str(build), "-j2", "--target", "strata", "strata-bench"]):
        done = run(step, cwd=tree)
        if done.returncode != 0:
            sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    strata, bench = build / "strata", build / "strata-bench"
    failed = []

    def play(lines, where):
        script = tree / "one.script"
        script.write_text("\n".join(lines) + "\n")
        done = run(["xvfb-run", "-a", str(strata), "--script", str(script)], cwd=tree,
                   env={**os.environ, "XDG_CONFIG_HOME": str(tree / "config"), "XDG_DATA_HOME": str(tree / "data")})
        if done.returncode != 0:
            failed.append(f"{where}: {(done.stdout + done.stderr)[-400:]}")
        return done.stdout + done.stderr

    for name, high, title, usual in changed:
        group, key = name.split(".", 1)
        said = play([f"help {name}"], f"{name}: help")
        for text in (f"to {high}", title) + ((f"usually {usual}.",) if usual is not None else ()):
            if text not in said:
                failed.append(f"{name}: the help does not say '{text}': {said}")
        play([f'assert.error "to {high}, not" {name} {high + 1}', f"{name} {high}"], f"{name}: the new bound")
        back = [f"assert {name} == {usual}"] if usual is not None else []
        dumped = name if group not in ("plan", "brush", "step", "agent", "query") else None
        lines = [f"{name} {high}", "wait.ready"]
        if dumped:
            lines.append(f"assert.now {name} exists")
        lines += [f"workspace.save {tree}/w.strata", f"{name} usual", "wait.ready",
                  f"workspace.open {tree}/w.strata", "wait.ready", f"remember now {name}" if dumped else "wait 1"]
        play(lines, f"{name}: workspace")
        if usual is not None and dumped:
            play([f"{name} {high}", "wait.ready", f"{name} usual", "wait.ready"] + back, f"{name}: usual")
    described = {one["name"]: one for one in json.loads(run([str(bench), "settings", "--json"]).stdout or "[]")}
    for name, high, title, usual in changed:
        one = described.get(name)
        if one is None:
            continue  # a setting of the lab alone
        if one["high"] != high or not one["title"].startswith(title):
            failed.append(f"{name}: strata-bench says {one}")
    for line in failed:
        print("FAILED", line)
    print("kept:", tree) if failed else shutil.rmtree(tree)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
