#!/usr/bin/env python3
"""Changes ten settings for each seed, one row each, and looks whether every surface follows.

    tests/one_row.py SEED...

Copies the tree beside itself, draws ten settings that are numbers by each SEED, and gives each another upper end, another
title and, where its options say it in one place, another usual value: an edit of one row (and of the one initialiser
that the row reads). It builds the copy, and then asks its programs: the help and the error of the command, its form,
its slider, the sweep of the app and of the bench, the option of the bench, the dump, the reset, and a workspace that is
written and read again. Takes as long as a build of the program.
"""

import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r'\.name = "(?P<name>[a-z_.]+)",\s*\.title = "[^"]*"(?P<rest>.*?)\.help =', re.S)
RANGE = re.compile(r"\.range = \{([^,]+), ([^}]+)\}")
TABLE = re.compile(r"^\| `([a-z_.]+)` \| [^|]* \| ([\d.]+) to ([\d.]+)[^|]*\| ([\d.]+) \|", re.M)
# Settings that cannot be set alone, as one needs a smaller one and one is of programs that are not there; and the one
# whose sweep counts in hundredths.
LEFT_OUT = {"external.limit", "plan.weight", "sectors.second"}


def numbers(tree):
    """The settings that are whole numbers, with their ranges and usual values, as the document lists them."""
    found = {}
    for name, low, high, usual in TABLE.findall((tree / "docs/settings.md").read_text()):
        if name not in LEFT_OUT and "." not in low + high + usual:
            found[name] = (int(low), int(high), int(usual))
    return found


def rows(tree):
    """Where the rows stand: the file and the place, by name."""
    found = {}
    for path in sorted(list(tree.glob("core/**/*.cpp")) + list(tree.glob("app/**/*.cpp"))):
        text = path.read_text()
        for match in ROW.finditer(text):
            if RANGE.search(match.group("rest")):
                found[match.group("name")] = (path, match.start())
    return found


def change(path, at, high):
    """Gives the row another upper end and another title. Returns the title."""
    text = path.read_text()
    row_end = text.index(".help =", at)
    row = text[at:row_end]
    title = re.search(r'\.title = "([^"]*)"', row).group(1) + " anew"
    row = re.sub(r'\.title = "[^"]*"', f'.title = "{title}"', row, count=1)
    row = RANGE.sub(lambda m: ".range = {%s, %s}" % (m.group(1), high), row, count=1)
    # A slider is never wider than the range, and a sweep stays inside of it.
    row = re.sub(r"\s*\.slider = \{[^}]*\},", "", row)
    row = re.sub(r"\.sweep = \{[^}]*\}", f".sweep = {{{high - 2}, {high}, 1}}", row)
    path.write_text(text[:at] + row + text[row_end:])
    return title


def change_default(tree, path, at, value):
    """Changes the initialiser of the member that the row names. Returns whether the row names one."""
    found = re.search(r"number<&(\w+)::(\w+)>\(\{$", path.read_text()[:at].rstrip())
    if not found:
        return False
    struct, member = found.groups()
    for header in list(tree.glob("core/**/*.hpp")) + list(tree.glob("app/**/*.hpp")):
        text = header.read_text()
        body = re.search(r"struct %s(?: [^{;]*)?\{.*?\n\};" % struct, text, re.S)
        line = body and re.search(r"\b(int|uint32_t) %s = \d+;" % member, body.group(0))
        if not line:
            continue
        begin = body.start() + line.start()
        header.write_text(f"{text[:begin]}{line.group(1)} {member} = {value};{text[body.start() + line.end():]}")
        return True
    return False


def marks(tree):
    """The names that sliders have in the dump of the interface, by setting."""
    found = {}
    for path in tree.glob("app/**/*.cpp"):
        found.update(re.findall(r'draw_setting\(\s*ui, lab, "([^"]+)", "([^"]+)"', path.read_text()))
    return found


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def value_at(state, name):
    """The value that the dump of the state has under the name; None: it has none."""
    for word in name.split("."):
        if not isinstance(state, dict) or word not in state:
            return None
        state = state[word]
    return state


def copy_tree():
    """A copy of what is kept in the repository and what is new, beside the temporary files."""
    tree = pathlib.Path(tempfile.mkdtemp(prefix="one-row-"))
    for name in filter(None, run(["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"]).stdout.split("\n")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    return tree


def change_rows(tree, seeds):
    """Changes ten rows for each seed. Returns (name, upper end, title, usual value) of each."""
    known = {name: ends for name, ends in numbers(tree).items() if name in rows(tree) and ends[1] - ends[2] > 2}
    drawn = {seed: random.Random(seed).sample(sorted(known), 10) for seed in seeds}
    for seed, names in drawn.items():
        print(f"{seed}: {', '.join(names)}", flush=True)
    changed = []
    chance = random.Random(" ".join(drawn))
    for name in sorted(set().union(*drawn.values())):
        low, high, usual = known[name]
        high = chance.randrange(max(usual + 2, low + 2), min(high, usual + 60))
        path, at = rows(tree)[name]
        if change_default(tree, path, at, usual + 1):
            usual += 1
        path, at = rows(tree)[name]
        title = change(path, at, high)
        changed.append((name, high, title, usual))
        print(f"{name}: up to {high}, '{title}', usually {usual}", flush=True)
    return changed


def build_programs(tree, build):
    for step in (["cmake", "-S", str(tree), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                  # What is looked at takes no time, compiling does.
                  "-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DSTRATA_CUDA=OFF"],
                 ["cmake", "--build", str(build), "-j2", "--target", "strata", "strata_bench"]):
        done = run(step, cwd=tree)
        if done.returncode != 0:
            sys.exit(done.stdout[-3000:] + done.stderr[-3000:])


def look(tree, build, changed):
    """Asks the programs of `build` for what was changed in `tree`. Returns what does not follow, as lines."""
    failed = []

    def play(lines, where, window=False):
        script = tree / "one.script"
        script.write_text("\n".join(lines) + "\n")
        program = [str(build / "strata"), "--script", str(script), "--fresh"]
        done = run((["xvfb-run", "-a"] + program + ["--frames", "30"]) if window else program + ["--no-window"], cwd=tree)
        if done.returncode != 0:
            failed.append(f"{where}: {(done.stdout + done.stderr)[-400:]}")
        return done.stdout + done.stderr

    def dumped(file):
        return json.loads((tree / file).read_text())

    sliders = marks(tree)
    listed = json.loads(run([str(build / "strata-bench"), "settings", "--json"]).stdout)["rows"]
    listed = {one["name"]: one for one in listed}
    for name, high, title, usual in changed:
        said = play([f"help {name}"], f"{name}: help")
        for text in (f"to {high}", f"usually {usual}."):
            if text not in said:
                failed.append(f"{name}: the help does not say '{text}': {said}")
        play([f'assert.error "to {high}, not" {name} {high + 1}', f"{name} {high}", "wait.ready", "dump.state a.json",
              "workspace.save w.strata", f"{name} usual", "wait.ready", "dump.state b.json",
              "workspace.open w.strata force", "wait.ready", "dump.state c.json"], f"{name}: bound and workspace")
        if value_at(dumped("a.json"), name) is not None:
            # The page that decides has its settings as the words of its command.
            found = [int(value_at(dumped(file), name)) for file in ("a.json", "b.json", "c.json")]
            if found != [high, usual, high]:
                failed.append(f"{name}: set, taken back and opened again it is {found}, not {[high, usual, high]}")
        if name in sliders:
            place = sliders[name].split(".")[0].replace("settings", "hpa").replace("walkers", "crowd")
            # A tool has its settings beside the map.
            shown = "tool.select weight" if place == "weights" else f"ui.place {place}"
            play([shown, f"{name} {high}", "wait.ready", "wait 5", "dump.ui ui.json"],
                 f"{name}: slider", True)
            boxes = dumped("ui.json")["widgets"]
            bar, grab = boxes.get(sliders[name]), boxes.get(sliders[name] + ".grab")
            if bar and grab and abs(bar["x"] + bar["width"] - grab["x"] - grab["width"]) > 6:
                failed.append(f"{name}: the slider does not end at {high}")
        one = listed.get(name)
        if one is not None and (one["high"] != high or title not in one["title"]):
            failed.append(f"{name}: strata-bench lists {one}")
        if one is not None and one["sweep"]:
            if one["sweep"] != f"{high - 2} {high} 1":
                failed.append(f"{name}: strata-bench sweeps {one['sweep']}")
            play([f"sweep.choose {name}", f"sweep.choose {name} {high} {high} 1",
                  f'assert.error "to {high}" sweep.choose {name} {high} {high + 1} 1'], f"{name}: sweep")
    return failed


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tree = copy_tree()
    changed = change_rows(tree, sys.argv[1:])
    build_programs(tree, tree / "build")
    failed = look(tree, tree / "build", changed)
    for line in failed:
        print("FAILED", line)
    print(f"kept: {tree}") if failed else shutil.rmtree(tree)
    print(f"{len(changed)} rows, {len(failed)} surfaces that do not follow")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
