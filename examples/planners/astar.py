#!/usr/bin/env python3
"""A* as a planner of its own for Strata: reads the map once, then answers queries, a line of JSON each.

Try it:  strata-bench queries --map assets/maps/rooms-64.map --pairs 100 --planner astar \\
           --external "mine=python3 examples/planners/astar.py"
"""
import heapq
import json
import sys


class Grid:
    def __init__(self, hello):
        self.width, self.height = hello["map"]["width"], hello["map"]["height"]
        self.terrains = hello["map"]["terrains"]
        self.weights = [[self.terrains.get(letter, 0) for letter in row] for row in hello["map"]["rows"]]
        rules = hello["rules"]
        self.diagonal = rules.get("diagonal")  # none: four neighbours
        self.needed = 1 if rules["corner_cutting"] else 2
        self.least = min(self.terrains.values(), default=1)

    def weight(self, x, y):
        return self.weights[y][x] if 0 <= x < self.width and 0 <= y < self.height else 0

    def steps(self, x, y):
        """The cells that a step leads to, with its cost: its length times the mean weight of both cells."""
        here = self.weight(x, y)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            there = self.weight(x + dx, y + dy)
            if not there:
                continue
            length = 1
            if dx and dy:
                free = (self.weight(x + dx, y) > 0) + (self.weight(x, y + dy) > 0)
                if self.diagonal is None or free < self.needed:
                    continue
                length = self.diagonal
            yield (x + dx, y + dy), length * (here + there) / 2

    def heuristic(self, a, b):
        dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
        if self.diagonal is None:
            return (dx + dy) * self.least
        return (max(dx, dy) + (self.diagonal - 1) * min(dx, dy)) * self.least

    def plan(self, start, goal, events):
        """The path, its cost, the number of expanded and of generated cells. `events`: a list that is filled, or None."""

        def tell(kind, cell, came_from=None):
            if events is None:
                return
            h = self.heuristic(cell, goal)
            event = {"type": kind, "id": cell[1] * self.width + cell[0], "x": cell[0], "y": cell[1]}
            event.update(g=g.get(cell, 0), h=h, f=g.get(cell, 0) + h)
            if came_from is not None:
                event["pId"] = came_from[1] * self.width + came_from[0]
            events.append(event)

        g, parent, closed = {start: 0}, {start: None}, set()
        queue = [(self.heuristic(start, goal), start)]
        tell("source", start)
        tell("destination", goal)
        tell("generating", start)
        while queue:
            cell = heapq.heappop(queue)[1]
            if cell in closed:
                continue
            closed.add(cell)
            tell("expanding", cell, parent[cell])
            if cell == goal:
                path = []
                while cell is not None:
                    path.append(cell)
                    cell = parent[cell]
                return path[::-1], g[goal], len(closed), len(g)
            for other, cost in self.steps(*cell):
                if g[cell] + cost < g.get(other, float("inf")) - 1e-9:
                    kind = "updating" if other in g else "generating"
                    g[other], parent[other] = g[cell] + cost, cell
                    tell(kind, other, cell)
                    heapq.heappush(queue, (g[other] + self.heuristic(other, goal), other))
        return None, 0, len(closed), len(g)


def say(message):
    print(json.dumps(message), flush=True)


grid = Grid(json.loads(sys.stdin.readline()))
say({"ready": True, "name": "A* in Python", "edits": True})
for line in sys.stdin:
    message = json.loads(line)
    if "edit" in message:
        for x, y, letter in message["edit"]:
            grid.weights[y][x] = grid.terrains.get(letter, 0)
        continue
    events = [] if message.get("events") else None
    path, cost, expanded, generated = grid.plan(tuple(message["start"]), tuple(message["goal"]), events)
    answer = {"id": message["id"], "path": path, "cost": cost, "expanded": expanded, "generated": generated}
    if events is not None:
        answer["events"] = events
    say(answer)
