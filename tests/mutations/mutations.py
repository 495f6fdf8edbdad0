#!/usr/bin/env python3
"""Changes core/ and gpu/ in single places and asks whether the unit tests notice.

All changes are compiled into one program, each behind a test of an environment variable (mutant schemata), so that the
program is built once and run once per change. Only the test cases that reach a place are run for it: the others cannot
behave differently.

    mutations.py make    --dir DIR [--count 220] [--seed 1]   copy the sources to DIR and plant the changes
    mutations.py build   --dir DIR [-j 2]                     build, without the changes that do not compile
    mutations.py profile --dir DIR                            which test cases reach which changes, how long they take
    mutations.py run     --dir DIR                            run every change
    mutations.py report  --dir DIR                            the table

A change that survived asks for a test. Once that is written:

    mutations.py tests   --dir DIR                            take over the tests of the working tree, then `build`
    mutations.py profile --dir DIR [--only NAME]              the test cases that are new, or one that has changed
    mutations.py run     --dir DIR --again                    those that survived, by the test cases that are new since

DIR/state.json holds what is known so far. The program must pass its tests unchanged: `profile` stops where it does not.
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import places

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {"gpu/device_cuda.cu", "gpu/device_none.cpp", "core/search/pseudo_code.cpp"}
NICE = int(os.environ.get("STRATA_NICE", "19"))  # added to that of this program
HEADER = """// Written by tests/mutations/mutations.py.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
namespace strata_mutation {
inline constexpr int kPlaces = 4096;
inline unsigned char reached[kPlaces];
inline void save() {
  if (FILE* file = std::fopen(std::getenv("STRATA_REACHED"), "wb")) {
    std::fwrite(reached, 1, kPlaces, file);
    std::fclose(file);
  }
}
inline int chosen() {
  if (std::getenv("STRATA_REACHED") != nullptr) std::atexit(save);
  const char* text = std::getenv("STRATA_MUTATION");
  return text == nullptr ? -1 : std::atoi(text);
}
inline const int active = chosen();
}  // namespace strata_mutation
constexpr bool strata_mutated(int place) {
  if (std::is_constant_evaluated()) return false;
  if (strata_mutation::reached[place] == 0) strata_mutation::reached[place] = 1;
  return strata_mutation::active == place;
}
"""


class State:
    def __init__(self, folder):
        self.path = Path(folder) / "state.json"
        self.data = json.loads(self.path.read_text()) if self.path.exists() else {}

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.data, indent=1))


def source_files(left_out):
    files = []
    for folder in ("core", "gpu"):
        files += sorted(str(p.relative_to(ROOT)) for p in (ROOT / folder).rglob("*.[ch]pp"))
    return [f for f in files if f not in LEFT_OUT and f not in left_out]


def folder_of(file):
    return str(Path(file).parent)


def choose(count, seed, left_out):
    """Spread over folders by their size, over kinds by places.SHARE; changes of one file never overlap."""
    rng = random.Random(seed)
    candidates = defaultdict(lambda: defaultdict(list))
    lines = Counter()
    for file in source_files(left_out):
        text = (ROOT / file).read_text()
        lines[folder_of(file)] += text.count("\n")
        for place in places.find(text):
            candidates[folder_of(file)][place["kind"]].append({"file": file, **place})
    total = sum(lines.values())
    chosen, taken = [], defaultdict(list)
    for folder in sorted(candidates):
        wanted = max(2, round(count * lines[folder] / total))
        kinds = sorted(candidates[folder])
        for kind in kinds:
            rng.shuffle(candidates[folder][kind])
        while wanted > 0 and any(candidates[folder].values()):
            left = [k for k in kinds if candidates[folder][k]]
            kind = rng.choices(left, [places.SHARE[k] for k in left])[0]
            place = candidates[folder][kind].pop()
            overlaps = any(place["begin"] < end and begin < place["end"] for begin, end in taken[place["file"]])
            if overlaps:
                continue
            taken[place["file"]].append((place["begin"], place["end"]))
            chosen.append(place)
            wanted -= 1
    for number, place in enumerate(chosen):
        place["id"] = number
    return chosen


def plant(tree, file, mutants):
    """Writes the file with its changes; lines keep their numbers but for the include in front."""
    text = (tree.parent / "original" / file).read_text()
    for m in sorted(mutants, key=lambda m: -m["begin"]):
        old = text[m["begin"]:m["end"]]
        new = places.switch(m, old)
        new = " ".join(new.split()) + "\n" * old.count("\n")
        text = text[:m["begin"]] + new + text[m["end"]:]
    target = tree / file
    text = f'#include "core/strata_mutation.hpp"\n#line 1 "{target}"\n' + text
    if not target.exists() or target.read_text() != text:
        target.write_text(text)


def make(args):
    state = State(args.dir)
    tree = Path(args.dir) / "tree"
    for folder in (tree, tree.parent / "original"):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in ("core", "gpu"):  # what the places are places of, whatever becomes of the working tree
        shutil.copytree(ROOT / folder, tree.parent / "original" / folder)
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("build", ".git", "out"))
    (tree / "core/strata_mutation.hpp").write_text(HEADER)
    mutants = choose(args.count, args.seed, args.leave_out.split(","))
    by_file = defaultdict(list)
    for m in mutants:
        by_file[m["file"]].append(m)
    for file, own in by_file.items():
        plant(tree, file, own)
    state.data = {"mutants": mutants, "profile": {}, "results": {}}
    state.save()
    print(len(mutants), "changes in", len(by_file), "files")


def configure(tree):
    subprocess.run(["cmake", "-S", tree, "-B", tree / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                    "-DCMAKE_CXX_FLAGS=-O2 -w", "-DSTRATA_CUDA=OFF"], check=True, stdout=subprocess.DEVNULL)


def build(args):
    """Builds; changes on lines that the compiler complains about are taken out until it is content."""
    state, tree = State(args.dir), Path(args.dir) / "tree"
    configure(tree)
    for target in ("strata_core", "strata_gpu", "strata_tests"):
        while True:
            done = subprocess.run(["cmake", "--build", tree / "build", f"-j{args.j}", "--target", target, "--", "-k", "0"],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode == 0:
                break
            complaints = set(re.findall(rf"{re.escape(str(tree))}/([\w/.]+):(\d+):(?:\d+:)? +(?:error|  required)", done.stdout))
            files = {file for file, _ in complaints}
            bad = [m for m in state.data["mutants"] if "broken" not in m and any(
                file == m["file"] and m["line"] <= int(line) <= m["last_line"] for file, line in complaints)]
            if not bad:
                sys.exit(done.stdout[-6000:])
            for m in bad:
                m["broken"] = True
                print("does not compile:", m["id"], m["file"], m["line"], m["what"])
            for file in {m["file"] for m in bad}:
                plant(tree, file, [m for m in state.data["mutants"] if m["file"] == file and "broken" not in m])
            state.save()
    print(sum("broken" not in m for m in state.data["mutants"]), "changes built in")


def limits(seconds):
    """Of processor time, so that a busy machine makes no test seem endless."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_tests(tree, cases, seconds, **environment):
    """The output, or None when it took too long or waits for ever; the second value tells whether all passed."""
    names = ",".join(re.sub(r'([,\\])', r"\\\1", case) for case in cases)
    command = ["nice", "-n", str(NICE), str(tree / "build/strata_tests"), "--abort-after=1", "--no-intro=true",
               "--duration=true", f"-tc={names}"]
    process = subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: limits(int(seconds)), env={**os.environ, **environment})
    try:
        output, _ = process.communicate(timeout=60 + 20 * seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, False
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None, False
    return output.decode(errors="replace"), process.returncode == 0


def test_cases(tree):
    listed = subprocess.run([tree / "build/strata_tests", "-ltc", "--no-intro=true"], capture_output=True, text=True, check=True)
    return [line.strip() for line in listed.stdout.splitlines()
            if line.strip() and not line.startswith(("[doctest]", "==="))]


def profile(args):
    """Every test case alone, unchanged: its time and the places it reaches."""
    state, tree = State(args.dir), Path(args.dir) / "tree"
    known = state.data["profile"]
    cases = test_cases(tree)
    for name in [n for n in known if n not in cases]:
        del known[name]
    reached = Path(args.dir) / "reached"
    for case in cases:
        if args.only not in case if args.only else case in known:
            continue
        if args.without and args.without in case:
            continue
        begin = time.time()
        output, passed = run_tests(tree, [case], 600, STRATA_REACHED=str(reached), STRATA_MUTATION="-1")
        if not passed:
            sys.exit(f"fails unchanged: {case}\n{output}")
        for result in state.data["results"].values():  # the test may be another one now
            if case in result.get("passed", ()):
                result["passed"].remove(case)
        flags = reached.read_bytes()
        known[case] = {"seconds": time.time() - begin, "reaches": [i for i, f in enumerate(flags) if f]}
    state.save()
    print(len(known), "test cases,", round(sum(p["seconds"] for p in known.values())), "s")


def batches(cases, seconds_of):
    """Cheap ones first, in batches that grow: most changes are noticed in the first."""
    batch, size, limit = [], 0.0, 0.5
    for case in sorted(cases, key=seconds_of):
        batch.append(case)
        size += seconds_of(case)
        if size >= limit:
            yield batch, size
            batch, size, limit = [], 0.0, limit * 2
    if batch:
        yield batch, size


def failing_case(output):
    names = re.findall(r"TEST CASE:\s+(.*)", output)
    return names[-1] if names else "(the program ended early)"


def verdict(tree, mutant, profile, passed):
    """`passed`: the cases that have already let the change through."""
    reaching = [case for case, p in profile.items() if mutant["id"] in p["reaches"]]
    cases = [case for case in reaching if case not in passed]
    survived = {"caught": False, "by": f"{len(reaching)} test cases reach it", "passed": reaching}
    for batch, seconds in batches(cases, lambda case: profile[case]["seconds"]):
        output, ok = run_tests(tree, batch, 10 * seconds + 20, STRATA_MUTATION=str(mutant["id"]))
        if output is None:
            return {"caught": True, "by": "does not end: " + (batch[0] if len(batch) == 1 else f"{len(batch)} test cases")}
        if not ok:
            return {"caught": True, "by": failing_case(output)}
    return survived


def run(args):
    state, tree = State(args.dir), Path(args.dir) / "tree"
    results = state.data["results"]
    ids = {int(i) for i in args.ids.split(",")} if args.ids else None
    for m in state.data["mutants"]:
        key = str(m["id"])
        old = results.get(key)
        if "broken" in m or (ids is not None and m["id"] not in ids):
            continue
        if ids is None and old is not None and not (args.again and not old["caught"]):
            continue
        passed = set(old.get("passed", ())) if old is not None else set()
        results[key] = verdict(tree, m, state.data["profile"], passed)
        if old is not None and (not old["caught"] or old.get("later")):
            results[key]["later"] = True
        now = results[key]
        print(m["id"], "caught" if now["caught"] else "SURVIVED", f'{m["file"]}:{m["line"]}', m["what"], "|", now["by"], flush=True)
        state.save()


def report(args):
    state = State(args.dir)
    results = state.data["results"]
    for m in state.data["mutants"]:
        r = results.get(str(m["id"]))
        outcome = "does not compile" if "broken" in m else "not run" if r is None else (
            ("caught later" if r.get("later") else "caught") if r["caught"] else "SURVIVED")
        print(f'{m["id"]:4} {outcome:17} {m["file"]}:{m["line"]}  {m["what"]}  | {r["by"] if r else ""}')
    done = list(results.values())
    caught = [r for r in done if r["caught"]]
    print(len(done), "run,", len(caught), "caught,", sum("later" in r for r in caught), "of them by tests written since")


def tests(args):
    tree = Path(args.dir) / "tree"
    for path in (ROOT / "tests").rglob("*"):
        target = tree / path.relative_to(ROOT)
        if path.is_file() and "__pycache__" not in path.parts and (
                not target.exists() or target.read_bytes() != path.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            print(path.relative_to(ROOT))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["make", "build", "profile", "run", "report", "tests"])
    parser.add_argument("--dir", required=True)
    parser.add_argument("--count", type=int, default=220)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leave-out", default="", help="files, with commas between")
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="", help="a part of the names of test cases that are not run")
    parser.add_argument("--ids", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("-j", type=int, default=2)
    args = parser.parse_args()
    {"make": make, "build": build, "profile": profile, "run": run, "report": report, "tests": tests}[args.what](args)


if __name__ == "__main__":
    main()
