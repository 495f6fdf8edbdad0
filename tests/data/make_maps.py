#!/usr/bin/env python3
"""Writes the map files of tests/data/maps with the programs that write such files: Tiled, netpbm, ImageMagick, GDAL.

make_maps.py      needs the packages tiled, netpbm, imagemagick and gdal-bin. The files are in the repository, so that
                  only who wants other ones runs it. LDtk is in no package: its files are written here after its
                  description of the format.
"""
import base64
import gzip
import json
import os
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

OUT = Path(__file__).resolve().parent / "maps"
ROOM = """\
@@@@@@@@@@@@
@....@.....@
@.WW.@..TT.@
@.WW....TT.@
@....@.....@
@.SS.@.@@@.@
@....@.....@
@@@@@@@@@@@@""".split("\n")
W, H = len(ROOM[0]), len(ROOM)
TILE = {".": 1, "S": 2, "W": 3, "T": 4, "@": 5}
NUMBER = {".": 0, "@": 1, "S": 2, "W": 3, "T": 4}
GREY = {".": 255, "S": 191, "W": 127, "T": 63, "@": 0}


def run(*command, stdin=None):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_RUNTIME_DIR=tempfile.gettempdir())
    return subprocess.run(command, input=stdin, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=environment).stdout


def cells(table):
    return [table[letter] for row in ROOM for letter in row]


def write(name, data):
    (OUT / name).write_bytes(data if isinstance(data, bytes) else data.encode())


# --- Tiled -----------------------------------------------------------------------------------------------------------


def tile_data(tiles, encoding):
    if encoding == "csv":
        return '<data encoding="csv">' + ",".join(map(str, tiles)) + "</data>"
    raw = b"".join(tile.to_bytes(4, "little") for tile in tiles)
    packed = {"": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}[encoding]
    compression = f' compression="{encoding}"' if encoding else ""
    return f'<data encoding="base64"{compression}>{base64.b64encode(packed).decode()}</data>'


def layer(name, tiles, encoding="csv", number=1, more=""):
    return f'<layer id="{number}" name="{name}" width="{W}" height="{H}">{more}{tile_data(tiles, encoding)}</layer>'


TERRAINS = ["ground", "swamp", "water", "trees", "blocked"]
IMAGE = '<image source="tiles.png" width="80" height="16"/>'


def tiles_of(kind):
    """The tiles of the tileset: a property each, an own property, a class, shapes, or nothing."""
    text = ""
    for i, terrain in enumerate(TERRAINS):
        if kind == "terrain":
            inside = f'<properties><property name="terrain" value="{terrain}"/></properties>'
        elif kind == "solid":
            inside = f'<properties><property name="solid" type="bool" value="{"true" if i == 4 else "false"}"/></properties>'
        elif kind == "kind":
            inside = f'<properties><property name="kind" value="{terrain}"/></properties>'
        elif kind == "shapes" and i == 4:
            inside = '<objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup>'
        else:
            inside = ""
        named = f' type="{terrain}"' if kind == "class" else ""
        text += f'<tile id="{i}"{named}>{inside}</tile>'
    return text


def tileset(kind="terrain"):
    return (f'<tileset firstgid="1" name="terrains" tilewidth="16" tileheight="16" tilecount="5" columns="5">'
            f"{IMAGE}{tiles_of(kind)}</tileset>")


def tiled(layers, tilesets=None, orientation="orthogonal", more="", infinite=0):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" tiledversion="1.8.2" '
            f'orientation="{orientation}" renderorder="right-down" width="{W}" height="{H}" tilewidth="16" '
            f'tileheight="16" infinite="{infinite}" nextlayerid="9" nextobjectid="9" {more}>'
            f"{tileset() if tilesets is None else tilesets}{layers}</map>\n")


def export(folder, text, name):
    """Lets Tiled read the text and write it as `name`."""
    source = folder / "source.tmx"
    source.write_text(text)
    target = folder / ("written" + Path(name).suffix)
    run("tiled", "--export-map", str(source), str(target))
    shutil.copyfile(target, OUT / name)


def write_tiled(folder):
    run("convert", "-size", "80x16", "gradient:white-black", str(folder / "tiles.png"))
    ground = cells({letter: 1 for letter in TILE})
    walls = [5 if tile == 5 else 0 for tile in cells(TILE)]
    things = [tile if tile in (2, 3, 4) else 0 for tile in cells(TILE)]
    room = layer("room", cells(TILE))
    for encoding in ("csv", "", "zlib", "gzip"):
        export(folder, tiled(layer("room", cells(TILE), encoding)), f"tiled-{encoding or 'base64'}.tmx")
        export(folder, tiled(layer("room", cells(TILE), encoding)), f"tiled-{encoding or 'base64'}.tmj")
    write("tiled-zstd.tmx", (OUT / "tiled-zlib.tmx").read_text().replace('"zlib"', '"zstd"'))
    three = layer("floor", ground) + layer("things", things, number=2) + layer("walls", walls, number=3)
    export(folder, tiled(three), "tiled-layers.tmx")
    group = '<group id="7" name="all">' + layer("floor", ground) + layer("walls", walls, number=3) + "</group>"
    export(folder, tiled(group, tileset("nothing")), "tiled-group.tmx")
    export(folder, tiled(layer("floor", ground) + layer("roofs", walls, number=2), tileset("nothing")),
           "tiled-nothing-said.tmx")
    export(folder, tiled(room, tileset("class")), "tiled-class.tmx")
    export(folder, tiled(room, tileset("solid")), "tiled-solid.tmj")
    export(folder, tiled(room, tileset("shapes")), "tiled-shapes.tmx")
    export(folder, tiled(room, tileset("kind")), "tiled-own-property.tmx")
    flipped = [tile | 0x80000000 if i % 3 == 0 and tile else tile for i, tile in enumerate(cells(TILE))]
    export(folder, tiled(layer("room", flipped)), "tiled-flipped.tmx")
    ends = ('<objectgroup id="5" name="ends"><object id="1" name="start" x="17" y="17" width="10" height="10"/>'
            '<object id="2" name="goal" x="168" y="104"><point/></object></objectgroup>')
    export(folder, tiled(room + ends), "tiled-ends.tmx")
    export(folder, tiled(room, orientation="isometric"), "tiled-isometric.tmx")
    chunk = '<chunk x="0" y="0" width="16" height="16">' + ",".join(
        str(TILE[ROOM[y][x]] if x < W and y < H else 0) for y in range(16) for x in range(16)) + "</chunk>"
    endless = f'<layer id="1" name="room" width="16" height="16"><data encoding="csv">{chunk}</data></layer>'
    export(folder, tiled(endless, infinite=1), "tiled-infinite.tmx")
    export(folder, tiled(endless, infinite=1), "tiled-infinite.tmj")
    export(folder, tiled(room, orientation="hexagonal", more='hexsidelength="6" staggeraxis="y" staggerindex="odd"'),
           "tiled-hexagonal.tmx")
    export(folder, tiled(room, orientation="staggered", more='staggeraxis="y" staggerindex="odd"'),
           "tiled-staggered.tmj")
    (folder / "terrains.tsx").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<tileset version="1.8" tiledversion="1.8.2" name="terrains" '
        f'tilewidth="16" tileheight="16" tilecount="5" columns="5">{IMAGE}{tiles_of("terrain")}</tileset>\n')
    run("tiled", "--export-tileset", str(folder / "terrains.tsx"), str(OUT / "terrains.tsj"))
    shutil.copyfile(folder / "terrains.tsx", OUT / "terrains.tsx")
    beside = '<tileset firstgid="1" source="terrains.tsx"/>'
    export(folder, tiled(room, beside), "tiled-beside.tmx")
    write("tiled-beside.tmj", json.dumps(json.loads((OUT / "tiled-csv.tmj").read_text()) |
                                         {"tilesets": [{"firstgid": 1, "source": "terrains.tsj"}]}))
    write("tiled-tileset-gone.tmx", (OUT / "tiled-beside.tmx").read_text().replace("terrains.tsx", "gone.tsx"))
    damaged = (OUT / "tiled-zlib.tmx").read_text()
    at = damaged.index("eJ") if "eJ" in damaged else damaged.index("eN")
    write("tiled-damaged.tmx", damaged[:at + 12] + "AAAA" + damaged[at + 16:])
    write("tiled-cut.tmj", (OUT / "tiled-csv.tmj").read_bytes()[:900])
    run("tiled", "--export-map", "csv", str(OUT / "tiled-csv.tmx"), str(OUT / "numbers-tiled.csv"))
    for extra in OUT.glob("numbers-tiled_*.csv"):
        extra.rename(OUT / "numbers-tiled.csv")


# --- Images ----------------------------------------------------------------------------------------------------------


def write_images(folder):
    pgm = folder / "room.pgm"
    pgm.write_bytes(f"P5\n{W} {H}\n255\n".encode() + bytes(cells(GREY)))
    walls = folder / "walls.pgm"
    walls.write_bytes(f"P5\n{W} {H}\n255\n".encode() + bytes(0 if g == 0 else 255 for g in cells(GREY)))
    bits = run("pgmtopbm", "-threshold", str(walls))
    write("image-bits.pbm", bits)
    write("image-bits-text.pbm", run("pnmtoplainpnm", stdin=bits))
    write("image-bytes.pgm", walls.read_bytes())
    write("image-text.pgm", run("pnmtoplainpnm", str(walls)))
    write("image-deep.pgm", run("pamdepth", "65535", str(walls)))
    write("image-levels.pgm", pgm.read_bytes())
    named = b"# strata-terrains 255=ground 191=swamp 127=water 63=trees 0=blocked\n"
    write("image-named.pgm", pgm.read_bytes().replace(b"P5\n", b"P5\n" + named, 1))
    write("image-grey.png", run("pnmtopng", str(walls)))
    write("image-interlaced.png", run("pnmtopng", "-interlace", str(pgm)))
    write("image-bits.png", run("pnmtopng", stdin=bits))
    run("convert", str(pgm), "-depth", "16", "PNG48:" + str(OUT / "image-deep.png"))
    run("convert", str(walls), "-fill", "#4070ff", "-opaque", "white", "PNG8:" + str(OUT / "image-palette.png"))
    run("convert", str(walls), "-transparent", "black", "PNG32:" + str(OUT / "image-alpha.png"))
    run("gdal_translate", "-q", "-of", "PNG", str(walls), str(OUT / "image-gdal.png"))
    write("image-cut.png", (OUT / "image-grey.png").read_bytes()[:55])
    run("convert", str(walls), str(folder / "walls.jpg"))
    write("image-jpeg.png", (folder / "walls.jpg").read_bytes())
    write("image-colour.pgm", run("convert", str(walls), "PPM:-"))
    write("image-cut.pgm", walls.read_bytes()[:-9])
    for extra in OUT.glob("*.aux.xml"):
        extra.unlink()


# --- Maps of ROS, in the way of map_saver ------------------------------------------------------------------------------


def write_ros(folder):
    levels = {"@": 0, ".": 254, "W": 205, "S": 254, "T": 205}
    grid = f"P5\n# CREATOR: map_saver.cpp 0.050 m/pix\n{W} {H}\n255\n".encode() + bytes(cells(levels))
    write("ros-grid.pgm", grid)
    saver = ("image: {}\nresolution: 0.050000\norigin: [-10.000000, -5.000000, 0.000000]\nnegate: {}\n"
             "occupied_thresh: 0.65\nfree_thresh: 0.196\n\n")
    write("ros-saver.yaml", saver.format("ros-grid.pgm", 0))
    write("ros-nav2.yaml", "image: ros-grid.pgm\nmode: trinary\nresolution: 0.05\norigin: [-10, -5, 0]\n"
                           "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n")
    write("ros-scale.yaml", "image: ros-grid.png\nmode: scale\nresolution: 0.05\norigin: [-10, -5, 0]\nnegate: 0\n"
                            "occupied_thresh: 0.65\nfree_thresh: 0.196\n")
    write("ros-grid.png", run("pnmtopng", stdin=grid))
    write("ros-inverted.pgm", run("pnminvert", stdin=grid))
    write("ros-inverted.yaml", saver.format("ros-inverted.pgm", 1))
    write("ros-no-image.yaml", saver.format("nowhere.pgm", 0))
    write("ros-thresholds.yaml", saver.format("ros-grid.pgm", 0).replace("0.196", "0.9"))


# --- Numbers ---------------------------------------------------------------------------------------------------------


def rows(form, between):
    return "\n".join(between.join(form(NUMBER[letter]) for letter in row) for row in ROOM) + "\n"


def write_numbers(folder):
    write("numbers-commas.csv", rows(str, ","))
    write("numbers-semicolons.csv", rows(str, "; ").replace("\n", "\r\n"))
    write("numbers-tabs.txt", rows(str, "\t"))
    write("numbers-digits.txt", rows(str, ""))
    write("numbers-savetxt.txt", rows(lambda n: f"{n:.18e}", " "))  # in the way of numpy.savetxt
    write("numbers-mark.csv", b"\xef\xbb\xbf" + rows(str, ";").encode())
    costs = folder / "costs.pgm"
    costs.write_bytes(f"P5\n{W} {H}\n255\n".encode() + bytes(250 if n == 1 else 10 * n for n in cells(NUMBER)))
    table = run("gdal_translate", "-q", "-of", "AAIGrid", "-a_ullr", "0", str(H), str(W), "0", str(costs),
                str(folder / "costs.asc")) or (folder / "costs.asc").read_bytes()
    write("numbers-costs.csv", b"".join(line for line in table.splitlines(keepends=True)
                                        if not line[:1].isalpha()))
    write("numbers-ragged.csv", rows(str, ",").replace(",1\n", "\n", 1))
    write("numbers-titles.csv", "a,b,c\n0,1,0\n")
    write("numbers-utf16.csv", rows(str, ",").encode("utf-16"))


# --- MovingAI and LDtk -------------------------------------------------------------------------------------------------


def write_letters():
    head = f"type octile\nheight {H}\nwidth {W}\nmap\n"
    body = "\n".join(ROOM) + "\n"
    write("letters.map", head + body)
    write("letters-crlf.map", (head + body).replace("\n", "\r\n"))
    write("letters-cr.map", (head + body).replace("\n", "\r"))
    write("letters-no-type.map", head.split("\n", 1)[1] + body)
    write("letters-mark.map", b"\xef\xbb\xbf" + (head + body).encode())
    write("letters-small.map", head + body.replace("W", "w").replace("@", "O"))
    write("letters-emitters.map", head + body.replace("S", "E"))
    write("letters-corner.map", (head + body).replace("octile", "octile-corner"))
    write("letters-short.map", head + body.replace("@....@.....@", "@....@....", 1))
    write("letters-large.map", head.replace(f"width {W}", "width 9000") + body)


def write_ldtk():
    names = [(1, "walls"), (2, "Mud"), (3, "water"), (4, "forest"), (7, "ladder")]
    value = {".": 0, "@": 1, "S": 2, "W": 3, "T": 4}

    def grid(values, name="Collisions"):
        return {"__identifier": name, "__type": "IntGrid", "__cWid": W, "__cHei": H, "__gridSize": 16,
                "__opacity": 1, "layerDefUid": 1, "pxOffsetX": 0, "pxOffsetY": 0, "visible": True,
                "intGridCsv": values, "autoLayerTiles": [], "gridTiles": [], "entityInstances": []}

    def entity(name, x, y):
        return {"__identifier": name, "__grid": [x, y], "__pivot": [0, 0], "__tags": [], "width": 16, "height": 16,
                "px": [16 * x, 16 * y], "fieldInstances": [], "iid": name}

    def level(name, layers):
        return {"identifier": name, "iid": name, "uid": 0, "worldX": 0, "worldY": 0, "pxWid": 16 * W,
                "pxHei": 16 * H, "externalRelPath": None, "fieldInstances": [], "layerInstances": layers}

    def project(levels):
        return {"__header__": {"fileType": "LDtk Project JSON", "app": "LDtk", "schema": "https://ldtk.io/json"},
                "iid": "0", "jsonVersion": "1.5.3", "defaultGridSize": 16, "externalLevels": False,
                "defs": {"layers": [{"identifier": "Collisions", "type": "IntGrid", "uid": 1, "gridSize": 16,
                                     "intGridValues": [{"value": v, "identifier": n, "color": "#000000"}
                                                       for v, n in names]}],
                         "entities": [], "tilesets": [], "enums": []},
                "levels": levels, "worlds": []}

    ends = {"__identifier": "Things", "__type": "Entities", "__cWid": W, "__cHei": H, "__gridSize": 16,
            "intGridCsv": [], "entityInstances": [entity("Start", 1, 1), entity("Goal", 10, 6)]}
    room = cells(value)
    text = json.dumps(project([level("Room", [ends, grid(room)])]), indent="\t")
    write("ldtk-room.ldtk", text)
    empty = [0] * (W * H)
    two = [level("Hall", [grid(empty)]), level("Room", [grid([7] * (W * H), "Ladders"), grid(room)])]
    write("ldtk-levels.ldtk", json.dumps(project(two)))
    write("ldtk-apart.ldtk", json.dumps(project([level("Room", None)]), indent="\t"))
    write("ldtk-cut.ldtk", text[:1200])
    short = json.dumps(project([level("Room", [grid(room[:-1])])]), indent=1)
    write("ldtk-short.ldtk", short)


def main():
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_tiled(folder)
        write_images(folder)
        write_ros(folder)
        write_numbers(folder)
    write_letters()
    write_ldtk()


main()
