#!/usr/bin/env bash
# strata-bench-mpi: what four processes of it report equals what strata-bench reports, row by row, but for times; a run that
# is ended goes on from the answers that it kept; a process that cannot go on costs no row; what is refused is refused once.
# ranks.sh STRATA_BENCH STRATA_BENCH_MPI
set -euo pipefail
bench=$(readlink -f "$1") over_mpi=$(readlink -f "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "ranks.sh: $1" >&2; exit 1; }
command -v mpirun >/dev/null || { echo "mpirun is not there"; exit 77; }
# As root in a container, and on fewer processors than processes.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
mpirun -n 2 true >/dev/null 2>&1 || { echo "mpirun starts nothing here"; exit 77; }
# Reports are written by the program: mpirun of Open MPI 5.0.7 mixes up what it passes on.
run() { mpirun -n 4 "$over_mpi" "$@"; }

mkdir maps
for seed in 1 2 3 4 5; do
  "$bench" generate --kind rooms --width 48 --height 40 --seed $seed --out maps/$seed.map 2>/dev/null >/dev/null
done
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n' >maps/short.map # one that cannot be read is told, the others go on

# Times, and what is computed from them, are left out.
cat >same.py <<'PYTHON'
import json, sys

def is_time(key):
    return key.endswith(("_us", "_ms", "_s", "_micros")) or key in ("us_per_expansion", "speedup", "seconds")

def rows(path):
    with open(path) as file:
        report = json.load(file)
    return [{k: v for k, v in row.items() if not is_time(k)} for row in report["rows"]], sorted(report.get("failures", []))

first, second = rows(sys.argv[1]), rows(sys.argv[2])
if first != second:
    for a, b in zip(first[0], second[0]):
        if a != b:
            print(a, b, sep="\n")
    sys.exit(f"{sys.argv[1]} and {sys.argv[2]} differ: {len(first[0])} and {len(second[0])} rows")
if len(first[0]) < int(sys.argv[3]):
    sys.exit(f"{sys.argv[1]} has only {len(first[0])} rows")
PYTHON

queries=(queries --set maps --pairs 6 --rounds 1 --planner astar,jps,hpa2,sectors,navmesh,polyanya --json)
"$bench" "${queries[@]}" >one.json 2>/dev/null || [ $? = 1 ] || fail "queries failed"
run "${queries[@]}" --write four.json >/dev/null 2>&1 || [ $? = 1 ] || fail "queries over four processes failed"
python3 same.py one.json four.json 42

sweep=(sweep --setting hpa.cluster_size --values 6,10 --set maps --pairs 6 --rounds 1 --planner astar,hpa1 --json)
"$bench" "${sweep[@]}" >one.json 2>/dev/null || [ $? = 1 ] || fail "sweep failed"
run "${sweep[@]}" --write four.json >/dev/null 2>&1 || [ $? = 1 ] || fail "sweep over four processes failed"
python3 same.py one.json four.json 28
# One of twelve answers is kept: the others are measured.
run "${sweep[@]}" --keep swept >/dev/null 2>&1 || true
[ "$(wc -l <swept)" = 13 ] || fail "twelve answers of a sweep are not kept: $(wc -l <swept) lines"
head -n 2 swept >part && mv part swept
"$bench" "${sweep[@]}" --keep swept --resume >kept.json 2>log || true
[ "$(grep -c '\.map$' log)" = 11 ] || fail "a sweep that goes on measures $(grep -c '\.map$' log) maps instead of 11"
python3 same.py one.json kept.json 28

agents=(agents --map maps/1.map --agents 200,500 --method astar,hpa,tables,pccp --threads 1 --rounds 1 --json)
"$bench" "${agents[@]}" >one.json 2>/dev/null || fail "agents failed"
run "${agents[@]}" --write four.json >/dev/null 2>&1 || fail "agents over four processes failed"
python3 same.py one.json four.json 8

# One of the processes has no such map: the others do its tasks, and the report says which it was and why.
status=0
mpirun -n 3 "$over_mpi" "${agents[@]}" --write four.json : -n 1 "$over_mpi" agents --map maps/none.map >/dev/null 2>&1 || status=$?
[ $status = 1 ] || fail "with a process that leaves the run ends with $status instead of 1"
grep -q '"failures":\["rank 3 took no part: .*none.map: No such file' four.json || fail "does not say who has left: $(cat four.json)"
sed -i 's/"failures":\[.*\]/"failures":[]/' four.json
python3 same.py one.json four.json 8
run "${agents[@]}" --write no/such/folder.json >/dev/null 2>log && fail "wrote into a folder that is not there"
grep -q 'no/such/folder.json: No such file' log || fail "does not say which folder is missing: $(cat log)"

papers=(paper all --only hpa-2,hpa-fig7,rooms-1,hpa-1 --pairs 2 --rounds 1 --every 3 --json)
"$bench" "${papers[@]}" --threads 1 --report one.html >/dev/null 2>&1 || fail "paper all failed"
run "${papers[@]}" --report four.html --write four.json >/dev/null 2>&1 || fail "paper all over four processes failed"
python3 - <<'PYTHON' || fail "the rows of both pages differ"
import json, sys
one, four = (json.load(open(f"{name}.html.rows.json"))["tables"] for name in ("one", "four"))
def is_time(item):
    return item.startswith("time") or item.endswith(("_ms", "_us"))

rows = [[(t["name"], [(r["item"], r["measured"]) for r in t["rows"] if not is_time(r["item"])]) for t in tables]
        for tables in (one, four)]
sys.exit(rows[0] != rows[1] or len(rows[0]) != 4)
PYTHON

# Two of six answers are kept, and a third was being written: the others are measured, and nothing is measured twice.
run "${queries[@]}" --keep kept >/dev/null 2>&1 || true
[ "$(wc -l <kept)" = 7 ] || fail "six answers are not kept: $(wc -l <kept) lines"
head -n 3 kept >part && printf '{"task":5,"answer":"{' >>part && mv part kept
"$bench" "${queries[@]}" --keep kept --resume >kept.json 2>log || true
[ "$(grep -c '\.map$' log)" = 4 ] || fail "a run that goes on measures $(grep -c '\.map$' log) maps instead of 4"
"$bench" "${queries[@]}" >one.json 2>/dev/null || true
python3 same.py one.json kept.json 42
[ "$(wc -l <kept)" = 7 ] || fail "the answers of the run that went on are not kept"

# Refusals.
mpirun -n 2 "$bench" list >/dev/null 2>log || fail "strata-bench fails under mpirun"
grep -q 'each of the 2 processes does everything: strata-bench-mpi divides the work' log || fail "does not say which program divides the work"
! ldd "$bench" "$(dirname "$bench")/strata-papers" | grep -E 'libmpi|libopen-' || fail "a program without MPI needs its libraries"
"$bench" queries --set maps --pairs 7 --rounds 1 --planner astar --keep kept --resume >/dev/null 2>log && fail "took answers of another command"
grep -q 'kept:1: was kept by another command' log || fail "does not say which file is of another command: $(cat log)"
run queries --set maps --pairs 6 --planner none --json >/dev/null 2>log && fail "took a planner that is not there"
[ "$(grep -c "there is no planner 'none'" log)" = 1 ] || fail "a refusal is told $(grep -c "no planner" log) times"
echo "as one process"
