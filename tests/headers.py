#!/usr/bin/env python3
"""How many headers of the project files see, through others too, against limits: what a change rebuilds, and how long a
file takes to compile, hang on it. And whether they see the standard headers of what they name: which of these others
bring along differs from compiler to compiler.

headers.py SOURCE [HEADER...]   SOURCE: the root. With headers: which files see each of them.
"""
import re
import statistics
import sys
from functools import lru_cache
from pathlib import Path

FOLDERS = ("core", "external", "traces", "gpu", "app", "bench", "papers", "grade", "cluster", "tests")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


STANDARD = {"cstdint": re.compile(r"\bu?int(8|16|32|64)_t\b")}


class Tree:
    def __init__(self, root):
        self.root = root
        self.sources = sorted(
            path.relative_to(root).as_posix()
            for folder in FOLDERS
            for path in (root / folder).rglob("*")
            if path.suffix in (".cpp", ".cu")
        )

    @lru_cache(maxsize=None)
    def included(self, name):
        text = (self.root / name).read_text(encoding="utf-8")
        return [other for other in INCLUDE.findall(text) if (self.root / other).is_file()]

    @lru_cache(maxsize=None)
    def seen(self, name):
        found, waiting = set(), [name]
        while waiting:
            for other in self.included(waiting.pop()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    @lru_cache(maxsize=None)
    def names_standard(self, name, header):
        return f"#include <{header}>" in (self.root / name).read_text(encoding="utf-8")

    def lacking(self):
        """Files that name something of a standard header which neither they nor headers of the project include."""
        found = []
        for folder in FOLDERS:
            for path in (self.root / folder).rglob("*"):
                if path.suffix not in (".cpp", ".cu", ".hpp"):
                    continue
                name, text = path.relative_to(self.root).as_posix(), path.read_text(encoding="utf-8")
                for header, used in STANDARD.items():
                    if used.search(text) and not any(
                        self.names_standard(seen, header) for seen in {name} | self.seen(name)
                    ):
                        found.append(f"{name}: include <{header}>")
        return sorted(found)

    def readers(self, header):
        return [source for source in self.sources if header in self.seen(source)]


def own(tree, folders):
    return [source for source in tree.sources if source.startswith(folders)]


def main():
    tree = Tree(Path(sys.argv[1]).resolve())
    if len(sys.argv) > 2:
        for header in sys.argv[2:]:
            readers = tree.readers(header)
            print(f"{header}: {len(readers)} files\n  " + "\n  ".join(readers))
        return 0

    rooms = [
        source
        for source in tree.readers("core/rooms/rooms.hpp")
        if not source.startswith("tests/") and "/rooms" not in source
    ]
    measures = [
        ("headers that core/world/world.hpp pulls in", len(tree.seen("core/world/world.hpp")), 20),
        (
            "headers that a file of app/features sees, median",
            statistics.median(len(tree.seen(source)) for source in own(tree, "app/features/")),
            60,
        ),
        (
            "headers that a file of app/ui sees, median",
            statistics.median(len(tree.seen(source)) for source in own(tree, "app/ui/")),
            43,
        ),
        ("files beside those of rooms that core/rooms/rooms.hpp makes anew", len(rooms), 15),
    ]
    too_many = False
    for what, count, limit in measures:
        print(f"{what}: {count:g}, at most {limit}")
        too_many = too_many or count > limit
    if too_many:
        print("Declare in headers what is only named, and include it where it is used.")
    lacking = tree.lacking()
    for line in lacking:
        print(line)
    return 1 if too_many or lacking else 0


if __name__ == "__main__":
    sys.exit(main())
