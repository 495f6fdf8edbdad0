#!/usr/bin/env python3
"""Takes an algorithm out of a copy of the project: its own files, and its lines in lists. What is left must build, so that
nothing but lists names an algorithm. The one that is taken out is room pruning.

remove_algorithm.py SOURCE [--into FOLDER] [--build]
  SOURCE   the root
  --into   the copy is made there and stays, its build folder too; without, it is made in a temporary folder
  --build  also builds the programs of the copy (some minutes; with a compiler cache what does not see the lists is found)
Exit 0: done; 1: more files name it than may, or the copy does not build; 2: unusable arguments.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# What belongs to it alone.
OWN = (
    "core/rooms",
    "core/world/map_rooms.hpp",
    "core/world/map_rooms.cpp",
    "core/world/planners_rooms.cpp",
    "app/features/rooms",
    "bench/columns_rooms.cpp",
    "papers/paper_rooms.cpp",
)
# Its entries in lists of files that are shared.
ENTRIES = (
    r"^ *extern const StructureColumns kRoomsColumns;\n",
    r"&kRoomsColumns,\s*",
    r"^ *kRooms,\n",  # StructureId
    r"\bMapRooms,\s*",
    r"^ *Planner rooms\(\);\n",
    r"^ *planner_rows::rooms\(\),\n",
    r"&kRoomsFeature,\s*",
    r"\brooms_panel\(\),\s*",
    r"^Result<Report> paper_room_\w+\([^\n]*\n",
    r"^ *PaperTable\{\"rooms-[^\n]*paper_room_\w+\},\n",
)
SOURCES = r"^ *(columns|paper)_rooms\.cpp\n"  # of libraries whose sources are listed
FOLDERS = ("core", "gpu", "app", "bench", "papers")
MOST_FILES = 6  # of core, gpu, app and bench


def include_of(path):
    return rf'^#include "{re.escape(path)}[^"]*"\n' if not path.endswith(".cpp") else None


def take_out(copy):
    """Returns the shared files that were changed."""
    for own in OWN:
        path = copy / own
        if not path.exists():
            sys.exit(f"remove_algorithm.py: there is no {own}")
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    patterns = [include_of(own) for own in OWN if include_of(own)] + list(ENTRIES)
    used, changed = set(), []
    for folder in FOLDERS:
        for path in sorted((copy / folder).rglob("*")):
            listed = path.name == "CMakeLists.txt"
            # Rooms of scenes.hpp and .cpp are maps that are generated.
            if path.name.startswith("scenes") or not (listed or path.suffix in (".hpp", ".cpp", ".cu")):
                continue
            before = text = path.read_text(encoding="utf-8")
            for pattern in [SOURCES] if listed else patterns:
                text, count = re.subn(pattern, "", text, flags=re.MULTILINE)
                if count:
                    used.add(pattern)
            if text == before:
                continue
            path.write_text(text, encoding="utf-8")
            if not listed:
                changed.append(path.relative_to(copy).as_posix())
    unused = [pattern for pattern in ENTRIES if pattern not in used]
    if unused:
        sys.exit("remove_algorithm.py: no list has " + ", ".join(unused))
    return changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    source = options.source.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        copy = (options.into or Path(temporary) / "copy").resolve()
        for name in (*FOLDERS, "cmake", "tests", "shaders", "assets"):
            if (copy / name).exists():
                shutil.rmtree(copy / name)
            shutil.copytree(source / name, copy / name)
        for name in ("CMakeLists.txt", "CMakePresets.json"):
            shutil.copy2(source / name, copy / name)
        changed = take_out(copy)
        shared = [name for name in changed if not name.startswith("papers/")]
        print(f"{len(shared)} shared files name it in their lists: " + ", ".join(shared))
        if len(shared) > MOST_FILES:
            print(f"They may be {MOST_FILES}.")
            return 1
        if not options.build:
            return 0
        configure = ["cmake", "--preset", "release"]
        build = ["cmake", "--build", "--preset", "release", "--target", "strata", "strata_bench", "strata_papers"]
        for command in (configure, build):
            if subprocess.run(command, cwd=copy, check=False).returncode != 0:
                return 1
        print("The copy builds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
