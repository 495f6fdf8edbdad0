#!/bin/bash
# A map of Tiled from a fresh start, by mouse alone but for names and one number: what the file leaves open is answered,
# weights are painted and smoothed, a link is drawn, the nearest of three goals and what 20 steps reach are asked for, and
# the saved map and workspace hold what was made. A plain Dijkstra over the saved file says what the answers must be.
source "$(dirname "$0")/journey.sh"

# Two rooms without a door between them. A layer of water covers the lower half: the answer leaves it out.
python3 - "$work" <<'PY'
import os, sys
width, height = 32, 20
def layer(number, name, tile, cells):
    rows = ',\n'.join(','.join(str(tile if cells(x, y) else 0) for x in range(width)) for y in range(height))
    return ('<layer id="%d" name="%s" width="%d" height="%d">\n<data encoding="csv">\n%s\n</data>\n</layer>\n'
            % (number, name, width, height, rows))
walls = lambda x, y: x in (0, 16, width - 1) or y in (0, height - 1)
os.makedirs(sys.argv[1] + '/documents/maps')
with open(sys.argv[1] + '/documents/maps/rooms.tmx', 'w') as out:
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" orientation="orthogonal" width="%d" height="%d"'
              ' tilewidth="16" tileheight="16" infinite="0">\n<tileset firstgid="1" name="tiles" tilewidth="16"'
              ' tileheight="16" tilecount="3" columns="3"><image source="tiles.png" width="48" height="16"/></tileset>\n'
              % (width, height))
    out.write(layer(1, 'grass', 1, lambda x, y: True) + layer(2, 'water', 2, lambda x, y: y > 10) + layer(3, 'stones', 3, walls))
    out.write('</map>\n')
PY

# oracle FILE LIMIT SX,SY GOAL...: over the map of the file with its one link, which leads both ways, the number of cells
# within the limit of S and the goal that is nearest to it, counted from 0.
oracle() {
  python3 - "$@" <<'PY'
import heapq, json, sys
with open(sys.argv[1]) as file:
    saved = json.load(file)
cell = lambda word: tuple(map(int, word.split(',')))
limit, start = float(sys.argv[2]), cell(sys.argv[3])
drawn, = [o for layer in saved['layers'] if layer['name'] == 'links' for o in layer['objects'] if o['type'] == 'link']
words = {p['name']: p['value'] for p in drawn['properties']}
assert words['both_ways'] is True and drawn['id'] < saved['nextobjectid']
cost = words['cost']
link = [(int((drawn['x'] + p['x']) // saved['tilewidth']), int((drawn['y'] + p['y']) // saved['tileheight']))
        for p in drawn['polyline']]
tiles = {}
for tileset in saved['tilesets']:
    for tile in tileset['tiles']:
        words = {p['name']: p['value'] for p in tile['properties']}
        tiles[tileset['firstgid'] + tile['id']] = (words['terrain'], words.get('weight', 1))
width, height = saved['width'], saved['height']
data = saved['layers'][0]['data']
at = lambda x, y: tiles[data[y * width + x]]
free = lambda x, y: 0 <= x < width and 0 <= y < height and at(x, y)[0] != 'blocked'
found, heap = {}, [(0, start)]
while heap:
    g, (x, y) = heapq.heappop(heap)
    if (x, y) in found:
        continue
    found[x, y] = g
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx or dy) and free(x + dx, y + dy) and free(x + dx, y) and free(x, y + dy):
                step = 1154 if dx and dy else 816
                heapq.heappush(heap, (g + step * (at(x, y)[1] + at(x + dx, y + dy)[1]) // 2, (x + dx, y + dy)))
    if (x, y) in link:
        heapq.heappush(heap, (g + round(816 * cost), link[1 - link.index((x, y))]))
goals = [found[cell(goal)] for goal in sys.argv[4:]]
print(sum(g <= limit * 816 for g in found.values()), goals.index(min(goals)))
PY
}
# choose MENU ENTRY: through a menu by mouse.
choose() {
  click "$1"
  click "$2"
}

first_start=1
export HOME=$work
start

# Open: folders and the file are clicked, and the dialog asks what the file leaves open.
choose menu.file menu.file.open
click files.home
click file.documents
click file.maps
click file.rooms.tmx
click files.accept
exists open_options.preview
expect "all layers" "$(state open_options.cells.water) $(state open_options.cells.ground)" == "288 352"
choose open_options.layer open_options.layer.3
expect "stones alone" "$(state open_options.cells.water) $(state open_options.cells.ground)" == "0 522"
click open_options.open
expect "it is open" "$(state map.title) $(state map.passable)" == "rooms.tmx 522"

# Start and goal, in two rooms: there is no path between them.
go_to map
click toolbar.ends
drag_cells 4 10 28 4
expect "start and goal" "$(state query.start) $(state query.goal)" == "[4, 10] [28, 4]"
expect "no path" "$(state planners.astar.status)" == "no path"

# A weight, as a rectangle; its left edge is smoothed with the brush.
click toolbar.weight
exists weights.mode.Set
click weights.value 0.6
value=$(state weights.value)
expect "a weight from the slider" "$value" ">" 5
click weights.shape.Rectangle
drag_cells 6 4 10 14
expect "weights" "$(state weights.cells) $(state weights.lowest) $(state weights.highest)" == "55 $value $value"
click weights.mode.Smooth
click weights.shape.Brush
drag_cells 6 6 6 12
expect "smoothed" "$(state weights.lowest)" "<" "$value"
expect "the layer is on" "$(state layers.weights.on)" == true
painted=$(state map.hash)

# A link, from end to end.
click toolbar.link
drag_cells 13 10 20 10
expect "the link" "$(state map_links.list.0.from) $(state map_links.list.0.to)" == "[13, 10] [20, 10]"
expect "it leads both ways" "$(state map_links.list.0.both_ways)" == true
expect "the goal is reached" "$(state planners.astar.status)" == found
linked=$(state map.hash)
expect "the map has it" "$linked" != "$painted"

# The nearest of three goals.
unfold tab.ask
choose ask.question ask.question.nearest
click ask.place
for goal in "22 10" "3 2"; do
  click_at $(cell $goal)
  look
done
expect "three goals" "$(state ask.goals)" == "[[22, 10], [3, 2]]"
exists ask.nearest
nearest=$(state ask.answer.goal)

# What 20 steps reach. Ctrl+click on the slider lets a number be typed, as a double click does that is fast enough.
choose ask.question ask.question.reach
reach ask.limit
xdotool mousemove $(where ask.limit) keydown ctrl click 1 keyup ctrl
look
key ctrl+a
type_text 20
key Return
expect "20 steps" "$(state ask.limit)" == 20
expect "contour lines" "$(state ask.answer.lines)" ">" 0
reached=$(state ask.answer.cells)

# Saved as a map of Tiled, which holds the link; a workspace holds the question, too.
choose menu.file menu.file.save_as
click files.text
key ctrl+a
type_text "$work/documents/maps/own.tmj"
click files.accept
expect "saved" "$(state map.title) $(state map.unsaved)" == "own.tmj false"
expect "what Dijkstra finds" "$(oracle "$work/documents/maps/own.tmj" 20 4,10 28,4 22,10 3,2)" == "$reached $nearest"
choose menu.file menu.file.save_workspace
click files.text
key ctrl+a
type_text "$work/documents/maps/own.strata"
click files.accept
[ -s "$work/documents/maps/own.strata" ] || fail "the workspace was not written"

# Opened again after another map, both are equal to what was saved.
choose menu.file menu.file.stock
click menu.file.example
expect "another map" "$(state map.title)" == "running example"
choose menu.file menu.file.open
[ "$(shown file.own.tmj)" == yes ] || click file.maps
click file.own.tmj
click files.accept
expect "the map as it was painted, with its link" "$(state map.title) $(state map.hash)" == "own.tmj $linked"
expect "nothing was asked" "$(state view.windows)" == "[]"
choose menu.file menu.file.open
click file.own.strata
click files.accept
expect "the link, too" "$(state map.hash)" == "$linked"
expect "and the question" "$(state ask.question) $(state ask.answer.cells)" == "reach $reached"

# A planner that needs equal weights offers them; undo brings the painted ones back.
unfold tab.rooms
click rooms.fix.weights
expect "no cell has a weight" "$(state weights.cells)" == 0
go_to map
click toolbar.undo
expect "undone" "$(state map.hash)" == "$linked"
