#!/usr/bin/env python3
"""Compares the files that name the planner JPS+ with those that CONTRIBUTING.md lists, so that one who adds a planner by
that page finds every file in it.

    tests/planner_files.py [ROOT]
    tests/planner_files.py --self-test

The table below "The files of a planner" has one or more paths in the first cell of a row, each in backticks; a star stands
for any letters but a slash. Exit 0: both lists agree; 1: a file is missing in one of them.
"""
import fnmatch
import os
import re
import sys

PAGE = "CONTRIBUTING.md"
HEADING = "### The files of a planner"
# What JPS+, its structure and its feature are called in code, in commands and in texts.
NAMES = re.compile(r"jps\+|jps_?plus|jump[-_ ]?distance|features/jumps|\bkJumpsFeature|\bkJumpLayer|\bjumps_panel", re.I)
LEFT_OUT = {PAGE, "tests/planner_files.py"}
FOLDERS = ("app", "assets", "bench", "cluster", "cmake", "core", "docs", "examples", "external", "gpu", "grade",
           "packaging", "papers", "shaders", "tests", "traces")


def texts_of(root):
    """The path and the text of every file of the project that is text."""
    top = [name for name in sorted(os.listdir(root)) if name.endswith((".md", "CMakeLists.txt"))]
    below = (os.path.join(at, name) for folder in FOLDERS for at, _, names in os.walk(os.path.join(root, folder))
             for name in sorted(names))
    for path in [os.path.join(root, name) for name in top] + list(below):
        try:
            with open(path, encoding="utf-8") as file:
                yield os.path.relpath(path, root).replace(os.sep, "/"), file.read()
        except UnicodeDecodeError:
            continue  # a picture


def listed_in(page):
    """The patterns of paths in the first cells of the table below the heading."""
    begin = page.find(HEADING)
    if begin < 0:
        return []
    section = re.split(r"\n#+ ", page[begin + len(HEADING):])[0]
    cells = [line.split("|")[1] for line in section.split("\n") if line.startswith("|")]
    return [path for cell in cells for path in re.findall(r"`([^`]+)`", cell)]


def matches(path, pattern):
    return path.count("/") == pattern.count("/") and fnmatch.fnmatchcase(path, pattern)


def faults_of(texts):
    texts = dict(texts)
    naming = [path for path, text in texts.items() if path not in LEFT_OUT and (NAMES.search(text) or NAMES.search(path))]
    patterns = listed_in(texts.get(PAGE, ""))
    faults = [f"{path}: it names JPS+, and '{HEADING}' in {PAGE} does not list it"
              for path in naming if not any(matches(path, pattern) for pattern in patterns)]
    faults += [f"{PAGE}: it lists {pattern}, where nothing names JPS+"
               for pattern in patterns if not any(matches(path, pattern) for path in naming)]
    return faults, naming


def self_test():
    table = f"{HEADING}\n\n| file | line |\n|---|---|\n| `core/jump_distances.*`, `README.md` | `docs/no.md` |\n\n## Next\n\n| `core/x.cpp` |\n"
    files = {PAGE: table, "core/jump_distances.cpp": "", "README.md": "JPS+", "core/other.cpp": "jumps on"}
    cases = [(files, 0),
             ({**files, "core/x.cpp": "jps_plus()"}, 1),
             ({**files, "core/deep/jump_distances.cpp": ""}, 1),
             ({**files, "README.md": "JPS"}, 1),
             ({**files, PAGE: "no table"}, 2)]
    wrong = [(list(files), faults_of(files.items())[0]) for files, count in cases
             if len(faults_of(files.items())[0]) != count]
    for files, faults in wrong:
        print(f"{files}: {faults}")
    return 1 if wrong else 0


def main(arguments):
    if "--self-test" in arguments:
        return self_test()
    root = arguments[0] if arguments else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    faults, naming = faults_of(texts_of(root))
    for fault in faults:
        print(fault)
    print(f"{len(naming)} files name JPS+")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
