#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each for SECONDS (default 180). New inputs and crashes stay in build/fuzz.
#   tests/fuzz/run_fuzz.sh [SECONDS ["NAME ..."]]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-180}
command -v clang++ >/dev/null || { echo "The fuzz targets need clang++ (apt-get install clang)." >&2; exit 1; }
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j"$(nproc)"

# Seeds: a few small files of each sort, written here so that no foreign map is needed.
seeds=build/fuzz/seeds
mkdir -p "$seeds"/{map,tiled,image,numbers,ldtk,scenario,dynamic_scenario,graph,network,obj,level,command,trace,plan,workspace,lesson,result,figure,show} build/fuzz/corpus/{map,tiled,image,numbers,ldtk,scenario,dynamic_scenario,graph,network,obj,level,command,trace,plan,workspace,lesson,result,figure,show}
printf 'type octile\nheight 2\nwidth 3\nmap\n.@T\nSW.\n' >"$seeds/map/plain"
printf 'type octile\r\nwidth 4\r\nheight 1\r\nmap\r\nGsOx\r\n\r\n' >"$seeds/map/crlf"
printf 'type octile\nheight 8192\nwidth 8192\nmap\n...\n' >"$seeds/map/huge"
printf 'type octile\nheight 1\nwidth 1\nmap\n?' >"$seeds/map/unknown"
tiled='orientation="orthogonal" width="2" height="2" tilewidth="8" tileheight="8"'
tileset='<tileset firstgid="1"><tile id="1"><properties><property name="terrain" value="water"/></properties></tile></tileset>'
printf '<map %s>%s<layer name="a" width="2" height="2"><data encoding="csv">1,2,\n0,1</data></layer></map>' "$tiled" "$tileset" >"$seeds/tiled/xml"
printf '<map %s>%s<layer width="2" height="2"><data encoding="base64" compression="zlib">eJxjZGBgYGKAAEYgBgAAPAAF</data></layer></map>' "$tiled" "$tileset" \
  >"$seeds/tiled/zlib"
printf '<map %s infinite="1"><tileset firstgid="1" source="t.tsx"/><layer name="walls"><data encoding="csv"><chunk x="-2" y="0" width="1" height="2">1,0</chunk></data></layer><objectgroup><object name="start" x="-9" y="3"/></objectgroup></map>' \
  "$tiled" >"$seeds/tiled/chunks"
printf '{"type":"map","orientation":"orthogonal","infinite":false,"width":2,"height":2,"tilewidth":8,"tileheight":8,\n"tilesets":[{"firstgid":1,"tiles":[{"id":1,"properties":[{"name":"blocked","type":"bool","value":true}]}]}],"layers":[{"type":"tilelayer","name":"a","width":2,"height":2,"data":[1,2,0,1]}]}' \
  >"$seeds/tiled/json"
printf '<map %s nextobjectid="5">%s<layer width="2" height="2"><data encoding="csv">1,2,1,1</data></layer><objectgroup name="links"><object id="4" type="link" x="4" y="4"><properties><property name="cost" type="float" value="2.5"/><property name="both_ways" type="bool" value="true"/></properties><polyline points="0,0 8,8"/></object></objectgroup></map>' \
  "$tiled" "$tileset" >"$seeds/tiled/links-xml"
printf '{"type":"map","orientation":"orthogonal","width":2,"height":2,"tilewidth":8,"tileheight":8,"nextobjectid":5,"layers":[{"type":"tilelayer","name":"a","width":2,"height":2,"data":[1,1,0,1]},{"type":"objectgroup","name":"links","objects":[{"id":4,"type":"link","x":4,"y":4,"polyline":[{"x":0,"y":0},{"x":8,"y":8}],"properties":[{"name":"cost","type":"float","value":2.5},{"name":"both_ways","type":"bool","value":true}]}]}]}' \
  >"$seeds/tiled/links-json"
printf 'P2\n# strata-terrains 255=ground 0=blocked\n3 1\n9\n0 4 9\n' >"$seeds/image/text"
printf 'P5 3 1 255\n\001\200\377' >"$seeds/image/bytes"
printf 'P4 9 2\n\200\200\001\002' >"$seeds/image/bits"
base64 -d <<<'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4/5/hPwMDAA35Av4FvJ7FAAAAAElFTkSuQmCC' >"$seeds/image/png"
printf '0,1;2 3\t4\n# a\n-1,2.5,1e3,+4,0\n' >"$seeds/numbers/table"
printf '00110\n01010\n' >"$seeds/numbers/digits"
printf '{"jsonVersion":"1.5.3","defs":{"layers":[{"identifier":"a","intGridValues":[{"value":1,"identifier":"walls"}]}]},\n"levels":[{"identifier":"a","layerInstances":[{"__identifier":"e","__type":"Entities","__gridSize":8,"entityInstances":[{"__identifier":"Start","__grid":[1,0]}]},{"__identifier":"a","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,"intGridCsv":[1,0]}]}]}' \
  >"$seeds/ldtk/plain"
printf '{"jsonVersion":"1","defs":{},"worlds":[{"levels":[{"layerInstances":null}]}],"levels":[]}' >"$seeds/ldtk/apart"
printf 'image: a.pgm\nresolution: 0.05\norigin: [-1, 2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\nmode: scale\n' \
  >"$seeds/numbers/ros"
printf 'type octile-corner\nheight 1\nwidth 1\nmap\n.\n' >"$seeds/map/corner"
printf 'type octile\nheight 3\nwidth 5\nmap\n.....\n@@E@@\n..S..\n' >"$seeds/map/emitters"
printf 'height 1\nwidth 4\nmap\n.EXs\n' >"$seeds/map/no-type"
printf 'version 1\n0\t"my map.map"\t9\t8\t0\t1\t2\t3\t4.5\n1 "a ""b"".map" 9 8 0 1 2 3 4\n' >"$seeds/scenario/quoted"
printf 'version 1\n0 a.map 9 8 0 1 2 3 4\n0 "my map.map 9 8 0 1 2 3 4\n0 "a"b 9 8 0 1 2 3 4\n0 "" 1 1 0 0 0 0 0\n' >"$seeds/scenario/quotes"
printf 'version 1\n0\tmaps/a.map\t49\t49\t1\t11\t1\t12\t1\n' >"$seeds/scenario/plain"
printf 'version 1.0\r\n7 a.map 512 300 0 0 511 299 244.95\r\n\r\n8 b 1 1 0 0 0 0 1e3' >"$seeds/scenario/crlf"
printf 'version 2\n' >"$seeds/scenario/version"
head='version 2\nheight 3\nwidth 4\ncost 1 octile\npatch a.patch\ncommands\n'
printf "$head"'Q 0 0 0 3 2 4.4142135623731\nP 1 0 1 0\nP 1 1 2 2\nQ 1 0 0 3 0 -1\n\0type patch\npatches 2\npatch 0\nheight 3\nwidth 1\nmap\n@\n@\n@\npatch 1\nheight 1\nwidth 2\nmap\n.@\n' >"$seeds/dynamic_scenario/plain"
printf "$head"'P 0 0 0 0\r\n\r\nQ 0 0 0 3 2 0\0type patch\r\npatches 1\r\npatch 0\r\nheight 3\r\nwidth 4\r\nmap\r\n....\r\n....\r\n.@@.' >"$seeds/dynamic_scenario/whole"
printf "$head"'P 0 1 0 0\nQ 0 0 0 4 2 nan\n\0type patch\npatches 0\n' >"$seeds/dynamic_scenario/wrong"
printf 'type graph\nmap a.map\nstart 1,1\ngoal 2,2\nnode 1,1\nnode 2,2 # b\nedge 1,1 2,2 1.5\norder 2,2 1,1\n' \
  >"$seeds/graph/plain"
printf 'type graph\nnode 1,1\nnode 3,1\nnode 5,1\nedge 1,1 3,1 0.0001\nedge 3,1 5,1 0.0012\n' >"$seeds/graph/tiny"
printf 'type graph\r\nnode 8191,0\r\n\r\n' >"$seeds/graph/crlf"
printf 'c a\np sp 3 3\na 1 2 803\na 2 1 803\na 2 3 1.5\n' >"$seeds/network/gr"
printf 'p aux sp co 4\nv 1 -73530767 41085396\nv 4 0 0\n' >"$seeds/network/co"
printf '<graphml><key id="x" for="node" attr.name="x"/><key id="y" for="node" attr.name="y"/><key id="w" for="edge" attr.name="weight"><default>2</default></key><graph edgedefault="directed"><node id="a"><data key="x">1</data><data key="y">-2</data></node><node id="b"/><edge source="a" target="b"><data key="w">0.5</data></edge><edge source="b" target="b" directed="false"/></graph></graphml>' >"$seeds/network/graphml"
printf 'strict graph "g" { node [shape=box]; a -- b -- c [weight=2.5]; c:p:n -- { d "e \\"f\\"" }; edge [len=4] subgraph s { h -- -.5 } a [pos="1,2!"] /* x */ }\n' >"$seeds/network/dot"
printf 'digraph { a -> {b c} -> d [label=<<b>x</b>>]; rankdir=LR }' >"$seeds/network/arcs"
printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 0 1\n3 0 2 1\n' >"$seeds/level/ply"
printf 'ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty short x\nproperty uchar y\nproperty char z\nelement face 1\nproperty list uchar uchar vertex_indices\nend_header\n\0\0\0\0\1\0\0\0\0\0\0\1\3\0\2\1' >"$seeds/level/bytes"
printf 'solid a\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\nendsolid a\n' >"$seeds/level/stl"
{ printf '%080d\1\0\0\0' 0; printf '%032d' 0 | tr 0 '\0'; printf '\0\0\200\77\0\0\200\77'; printf '%010d' 0 | tr 0 '\0'; } >"$seeds/level/stl_bytes"
printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[1,0.5,0]}],\n"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5121,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":9},{"buffer":0,"byteOffset":9,"byteLength":3}],"buffers":[{"byteLength":12,"uri":"data:;base64,AAAAAAABAQAAAAEC"}]}' >"$seeds/level/gltf"
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nvt 0 0\nf 1/1 2/1 3//\nf -1 -2 -3\n' >"$seeds/obj/plain"
printf '# a square\r\no a\r\nv 0 0 0 1\r\nv 1e0 0 0\r\nv 1 0 1\r\nv 0 0 1\r\nusemtl b\r\nf 1 2 \\\r\n 3 4\r\n' >"$seeds/obj/crlf"
printf 'v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nv 14 0 0\nv 14 0 14\nv 6 0 14\nv 6 0 0\nf 1 2 3 4 5 6 7 8\n' >"$seeds/obj/notch"
printf 'v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nv 3 0 3\nv 6 0 3\nv 6 0 6\nv 3 0 6\nf 1 2 3 4 1 5 6 7 8 5\n' >"$seeds/obj/hole"
printf 'v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 3 0\nv 9 1 5\nf 1 2 3 4\nf 1 2 5 4\n' >"$seeds/obj/crossing"
printf 'v nan 0 inf\nv 1e30 0 0\nf 0 1 99\n' >"$seeds/obj/wrong"
printf 'paint.stroke brush blocked 3 round 1,2 3,4 # a wall' >"$seeds/command/stroke"
printf 'map.open "a \\"b\\" \\\\ c\\n.map" force' >"$seeds/command/quoted"
printf 'version: 1.4.0\nevents:\n  - {type: source, id: 1, x: 0, y: 0, g: 0, f: 3}\n  - type: expanding\n    id: "2"\n    pId: 1\n    x: 1\n    y: 2.5\n    h: .inf\n' >"$seeds/trace/yaml"
printf 'a: &a [1, {b: ~}]\nevents:\n- {type: x, id: *a}\n- {type: end}\nviews: {main: [*a, *a]}\n' >"$seeds/trace/alias"
printf '{"version":"2.0.0","width":9,"height":9,"events":[{"type":"source","id":1,"x":0,"y":0,"g":0},\n{"type":"closing","id":1,"pId":null,"k":{"x":[1e3]}}]}' >"$seeds/trace/json"
printf '{"events":[[[[{"x":1e999}' >"$seeds/trace/wrong"
printf 'agents=2\nmap_file=a.map\nsoc=3\nmakespan=2\nstarts=(0,0),(1,1),\ngoals=(2,0),(1,2),\nsolution=\n0:(0,0),(1,1),\n1:(1,0),(1,2),\n2:(2,0),(1,2),\n' >"$seeds/plan/text"
printf '0:(0,0,X_PLUS),( 1 , 1 )\r\n\r\n1:(-1,0),(1,1)' >"$seeds/plan/crlf"
printf '{"actionModel":"MAPF_T","teamSize":2,"makespan":3,"start":[[0,1,"E"],[2,2,"N"]],"actualPaths":["F,R,F","W,C,T"],"errors":[[0,1,2,"x"]]}' >"$seeds/plan/json"
printf 'workspace 1\ntitle "a b"\nmap a.map 0123456789abcdef\nhpa.cluster_size 8 # why\nquery.set 1 2 3 4\n' >"$seeds/workspace/file"
printf 'workspace 1\r\ncells 5\r\ntype octile\r\nheight 1\r\nwidth 2\r\nmap\r\n..\r\nlayer grid on\r\n' >"$seeds/workspace/cells"
printf 'workspace 1\nmap ../a.map 0\nmap.open /etc/passwd\n' >"$seeds/workspace/outside"
cat >build/fuzz/workspace.dict <<'DICT'
"workspace 1\x0a"
"map "
"cells 4\x0a"
"0123456789abcdef"
"layer "
"planner.trace "
"level.set "
"../"
DICT
cat >build/fuzz/trace.dict <<'DICT'
"events:"
"- {type: "
"expanding"
"\"events\":["
"{\"type\":\""
"pId"
"*a"
"&a "
".inf"
"1e308"
DICT
cat >build/fuzz/plan.dict <<'DICT'
"solution=\x0a"
"(1,2),"
"goals="
"\"start\":["
"\"actualPaths\":["
"[1,2,\"E\"]"
"F,R,C,W,T"
DICT
cp assets/lessons/*.lesson "$seeds/lesson/"
printf 'lesson a 1\ntitle "A"\nstep "B"\nsetup map.new 9 9\nask edge "C" 1,2-3,4\nbecause "D"\n' >"$seeds/lesson/edge"
printf 'lesson a 1\ntitle "A"\nstep "B"\nsetup map.new 9 9\nask order "C" 3\nbecause "D"\n' >"$seeds/lesson/order"
printf '{"strata_result":2,"lesson":{"id":"a","version":1},"program":"0","student":"Ann","seed":7,"finished":true,"step":1,\n"questions":[{"step":1,"asks":"number","answers":["3"],"tries":1,"done":true,"first":true,"told":false,"seconds":1.5,\n"work":[["map.new 9 9","paint.fill 0 0"]],"map_hash":"x"}],"left":[{"step":1,"commands":["layer grid on"]}],"commands":[],"map_hash":"x"}' \
  >"$seeds/result/plain"
printf '{"strata_result":1,"lesson":[],"questions":{}}' >"$seeds/result/wrong"
cat >build/fuzz/result.dict <<'DICT'
"\"strata_result\":2"
"\"questions\":["
"\"work\":[["
"\"answers\":["
"\"left\":["
"{\"step\":1,"
"\"commands\":["
"true"
"1e308"
DICT
cp assets/figures/*.figure "$seeds/figure/"
printf 'figure SG-1\r\npaper sectors\r\nnumber "1"\r\ntitle "A"\r\ncaption "1,463 of 3.5"\r\nmap.open ../a.map\r\n' >"$seeds/figure/crlf"
printf 'paper hpa\nfigure HPA-1\nnumber 1\ntitle a\ncaption "7 on level 2"\nmap.new 9 9\nassert map.width == 9\n' >"$seeds/figure/small"
cp assets/shows/*.show "$seeds/show/"
printf 'show a 1\r\ntitle "A"\r\nminutes 3\r\nitem "B" 2\r\nlesson clearance step 2\r\nitem "C" 1\r\ncard HPA-1a\r\n' >"$seeds/show/crlf"
printf 'show a 1\ntitle A\nminutes 1\nitem B 1\ndo map.new 9 9\nnote "7 of 1,463"\nask "?"\nassert map.width == 9\nstop C\ndo view.fit\n' >"$seeds/show/small"
cat >build/fuzz/show.dict <<'DICT'
"show "
"title "
"minutes "
"item "
"card "
"lesson "
" step "
"do "
"note "
"ask "
"assert "
"stop "
"map.new 9 9"
DICT
cat >build/fuzz/figure.dict <<'DICT'
"figure HPA-"
"paper hpa\x0a"
"number \""
"title \""
"caption \""
"printed \"1,463\"\x0a"
"bench \""
"map.open "
"assert map.width == "
"layer all off\x0a"
DICT
cat >build/fuzz/map.dict <<'DICT'
"type octile\x0a"
"height "
"width "
"map\x0a"
"8192"
"\x0d\x0a"
"E"
"S"
DICT
cat >build/fuzz/tiled.dict <<'DICT'
"<layer name=\"a\" width=\"2\" height=\"2\">"
"<data encoding=\"csv\">"
"<tile gid=\"1\"/>"
"<chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">"
"<property name=\"walkable\" value=\"true\"/>"
" infinite=\"1\""
"\"type\":\"tilelayer\""
"\"data\":[1,2,0,1]"
"\"chunks\":["
"\"firstgid\":1"
"<objectgroup name=\"links\">"
"<object type=\"link\" x=\"4\" y=\"4\">"
"<polyline points=\"0,0 8,8\"/>"
"\"type\":\"objectgroup\",\"name\":\"links\",\"objects\":["
"\"type\":\"link\",\"x\":4,\"y\":4"
"\"polyline\":[{\"x\":0,\"y\":0},{\"x\":8,\"y\":8}]"
"source=\"none\""
DICT
cat >build/fuzz/image.dict <<'DICT'
"P1 "
"P5 "
"# strata-terrains "
"255=ground"
" 65535\x0a"
"tEXt"
"IHDR"
"IDAT"
DICT
cat >build/fuzz/numbers.dict <<'DICT'
"0,1\x0a"
"1e308"
"image: a\x0a"
"resolution: 1\x0a"
"negate: 1\x0a"
"mode: raw\x0a"
"origin: [1, 2]\x0a"
"free_thresh: 0.1\x0a"
DICT
cat >build/fuzz/ldtk.dict <<'DICT'
"\"__type\":\"IntGrid\""
"\"intGridCsv\":[0,1]"
"\"__cWid\":2"
"\"__cHei\":1"
"\"__gridSize\":8"
"\"levels\":["
"\"layerInstances\":["
"\"intGridValues\":["
DICT
cat >build/fuzz/scenario.dict <<'DICT'
"version 1"
"version 1.0\x0a"
"\x09"
"1e308"
"nan"
"4294967296"
"\""
"\"\""
"\"a b\""
DICT
cat >build/fuzz/dynamic_scenario.dict <<'DICT'
"version 2\x0a"
"height "
"width "
"cost 1 octile\x0a"
"patch a\x0a"
"commands\x0a"
"P 0 0 0 0\x0a"
"Q 0 0 0 1 1 -1\x0a"
"\x00type patch\x0apatches 1\x0a"
"patch 0\x0a"
"map\x0a"
DICT
cat >build/fuzz/graph.dict <<'DICT'
"type graph\x0a"
"node "
"edge "
"order "
"start "
"goal "
"1,1"
"0.0012"
"0.0001"
DICT

cat >build/fuzz/network.dict <<'DICT'
"p sp 3 2\x0a"
"a 1 2 3\x0a"
"p aux sp co 4\x0a"
"v 1 2 3\x0a"
"c unit 816\x0a"
"<node id=\"a\"/>"
"<edge source=\"a\" target=\"b\"/>"
"<data key=\"w\">"
"directed=\"true\""
"digraph {"
"subgraph"
" -- "
" -> "
"[weight=2]"
"[pos=\"1,2!\"]"
"edge [len=1]"
DICT
cat >build/fuzz/level.dict <<'DICT'
"format binary_big_endian 1.0\x0a"
"format ascii 1.0\x0a"
"element face "
"property list uint int vertex_indices\x0a"
"property double x\x0a"
"end_header\x0a"
"facet normal 0 0 1\x0a"
"outer loop\x0a"
"vertex "
"endsolid"
"\"POSITION\":0"
"\"indices\":1"
"\"componentType\":5126"
"\"byteStride\":12"
"\"mode\":5"
"\"children\":[1]"
"\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
"\"uri\":\"a.bin\""
DICT
cat >build/fuzz/obj.dict <<'DICT'
"v "
"f "
"vn "
"//"
"-1"
"1e38"
"nan"
"\\\x0a"
DICT
cat >build/fuzz/lesson.dict <<'DICT'
"step \"a\"\x0a"
"setup "
"text \""
"ask number \"a\" "
"choices "
"within "
"build \""
"because \"a\"\x0a"
"value(a.b)"
"glossary("
"cell(1,2)"
"$SEED"
DICT
cat >build/fuzz/command.dict <<'DICT'
"\""
"\\"
"layer "
"map.open "
"#"
DICT

for name in ${2:-map tiled image numbers ldtk scenario dynamic_scenario graph network obj level command trace plan workspace lesson result figure show}; do
  echo "== fuzz_$name for $seconds s"
  build/fuzz/fuzz_$name -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=1024 -timeout=5 -print_final_stats=1 \
    -dict=build/fuzz/$name.dict -artifact_prefix="build/fuzz/crash-$name-" \
    "build/fuzz/corpus/$name" "$seeds/$name" 2>&1 | grep -v -E '^#[0-9]+' | tail -n 12
done
