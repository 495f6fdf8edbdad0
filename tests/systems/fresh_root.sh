#!/usr/bin/env bash
# Tries Strata on a Debian system that has never seen it: makes one with debootstrap, copies the tree into it, and does there
# what the README says, as root or as a user without rights. Needs root, debootstrap and a Debian mirror.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

help() {
  cat <<'HELP'
tests/systems/fresh_root.sh SYSTEM [OPTIONS]   SYSTEM: bookworm, trixie or sid

Makes a fresh root, copies the tree into it (what git tracks, and what it neither tracks nor ignores), and runs ./run and
./test there. Each step is a line: system, step, ok or FAILED, time, and what came out. Exit 0: none failed; 1: one did;
2: unusable arguments.

  --user           as a user without rights to install anything, whose home and folder have blanks and letters beyond
                   ASCII: first with a package missing, of which the program must say how it is installed
  --clang          with clang++
  --keep FOLDER    logs, pictures and times go there (out/systems/SYSTEM[-user][-clang]/results)
  --root DIR       the root: used again if there is one, else made (out/systems/SYSTEM[-user][-clang]/root, made anew)
  --tree DIR       the tree to try (the one of this script)
  --only A,B       these steps alone, and what has to be there before them: the root and the tree
  --ccache DIR     a compiler cache that is used in the root; with --user all may write to it from then on
  --jobs N         as many compilers and tests at once
  --journeys N     also the journeys N times in a row
  --env NAME=VALUE in the environment of all steps; any number of times
  --mirror URL     another mirror than http://deb.debian.org/debian

Steps: missing (with --user) run test journeys (with --journeys) home no-home locales umask network wayland
  missing   ./run says which package is not there, and the line to type
  run       ./run plays its tour: a picture for each screenshot in it, and tables
  test      ./test passes
  home      with a home that cannot be written to, the program opens and paints a map
  no-home   the same without HOME
  locales   with C.UTF-8, C and de_DE.UTF-8 files and states are the same, byte for byte; files have names beyond ASCII
  umask     saved files have the rights that the umask leaves them, 022 or 077; ./run also works with 077
  network   ./run and a part of ./test without a network
  wayland   a window under Weston is opened, painted on with the mouse, scaled and closed
HELP
}

usage() { echo "fresh_root.sh: $1 (--help explains it)" >&2; exit 2; }

system='' user='' clang='' results='' root='' only='' cache='' jobs='' journeys='' extra=()
tree=$(cd "$here/../.." && pwd)
mirror=http://deb.debian.org/debian
arguments=("$@")
while [ $# -gt 0 ]; do
  case "$1" in
    --help | -h) help; exit 0 ;;
    --user) user=1 ;;
    --clang) clang=1 ;;
    --keep | --root | --tree | --only | --ccache | --jobs | --journeys | --env | --mirror)
      [ $# -ge 2 ] || usage "$1 needs a value"
      case "$1" in
        --keep) results=$2 ;;
        --root) root=$2 ;;
        --tree) tree=$2 ;;
        --only) only=$2 ;;
        --ccache) cache=$2 ;;
        --jobs) jobs=$2 ;;
        --journeys) journeys=$2 ;;
        --env) extra+=("$2") ;;
        --mirror) mirror=$2 ;;
      esac
      shift ;;
    bookworm | trixie | sid) [ -z "$system" ] || usage "one system at a time"; system=$1 ;;
    *) usage "what is '$1'?" ;;
  esac
  shift
done
[ -n "$system" ] || usage "which system: bookworm, trixie or sid?"
[ -z "$jobs" ] || [[ $jobs =~ ^[1-9][0-9]*$ ]] || usage "--jobs needs a number"
[ -z "$journeys" ] || [[ $journeys =~ ^[1-9][0-9]*$ ]] || usage "--journeys needs a number"
for setting in "${extra[@]}"; do [[ $setting =~ ^[A-Za-z_][A-Za-z0-9_]*= ]] || usage "--env needs NAME=VALUE"; done
[ -d "$tree" ] || usage "there is no folder $tree"
tree=$(cd "$tree" && pwd)
steps=(run test home no-home locales umask network wayland)
[ -z "$journeys" ] || steps=(run test journeys "${steps[@]:2}")
[ -z "$user" ] || steps=(missing "${steps[@]}")
if [ -n "$only" ]; then
  IFS=, read -ra wanted <<<"$only"
  for step in "${wanted[@]}"; do
    [[ " missing run test journeys home no-home locales umask network wayland " == *" $step "* ]] || usage "there is no step '$step'"
  done
  [[ ",$only," != *,missing,* ]] || [ -n "$user" ] || usage "the step missing needs --user"
  steps=("${wanted[@]}")
fi
[ "$(id -u)" -eq 0 ] || usage "only root can make a root"
command -v debootstrap >/dev/null || usage "there is no debootstrap: apt-get install debootstrap"

# Mounts and processes live in namespaces of their own: however this ends, they end with it.
if [ -z "${STRATA_FRESH_ROOT_INSIDE:-}" ]; then
  STRATA_FRESH_ROOT_INSIDE=1 exec unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
    bash "${BASH_SOURCE[0]}" "${arguments[@]}"
fi
unset STRATA_FRESH_ROOT_INSIDE
umask 022

name=$system${user:+-user}${clang:+-clang}
made_here=
if [ -z "$root" ]; then root=$tree/out/systems/$name/root made_here=1; fi
mkdir -p "$(dirname "$root")"
root=$(realpath -m "$root")
[ "$root" != / ] || usage "/ is no fresh root"
results=$(realpath -m "${results:-$tree/out/systems/$name/results}")
mkdir -p "$results"
case "$results/" in "$root"/*) usage "results inside the root would be lost with it" ;; esac
[ -z "$cache" ] || { mkdir -p "$cache"; cache=$(realpath "$cache"); }

mounts_below() { # of a folder, deepest first; blanks are \040 there
  local point
  while read -r _ _ _ _ point _; do
    point=$(printf '%b' "$point")
    case "$point/" in "$1"/*) printf '%s\0' "$point" ;; esac
  done </proc/self/mountinfo | sort -rz
}
unmount() {
  local point
  mounts_below "$root" | while IFS= read -rd '' point; do umount -l "$point" 2>/dev/null || true; done
}
# Never across a mount, and not at all while there is one: what lies there is the machine's.
remove_root() {
  local point
  point=$(mounts_below "$root" | tr '\0' '\n' | sed -n 1p)
  [ -z "$point" ] || { echo "$point is mounted in $root, which is left alone." >&2; exit 1; }
  [ -e "$marker" ] || { echo "$root was not made by this script, it is left alone." >&2; exit 1; }
  rm -rf --one-file-system -- "$root"
}
trap unmount EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

failed=0
clock() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }
# report STEP STATUS SECONDS SAID: its line, also in times.txt.
report() {
  local word=ok
  case "$2" in 0) ;; 77) word="left out" ;; *) word=FAILED failed=1 ;; esac
  printf '%s %s %s %s %s\n' "$name" "$1" "$word" "$(clock "$3")" "$4" | tee -a "$results/times.txt"
}

: >"$results/times.txt"
began=$SECONDS
# Also one that was not made to its end.
marker=$root/etc/strata-fresh-root
if [ -e "$root" ] && { [ -n "$made_here" ] || { [ -e "$marker" ] && [ ! -s "$marker" ]; }; }; then remove_root; fi
if [ ! -e "$root/etc/debian_version" ]; then
  status=0
  if [ -e "$root" ] && [ -n "$(ls -A "$root")" ]; then usage "$root is neither empty nor a root"; fi
  mkdir -p "$root/etc"
  : >"$marker"
  debootstrap --variant=minbase "$system" "$root" "$mirror" >"$results/root.log" 2>&1 || status=$?
  if [ $status -ne 0 ]; then
    report root 1 $((SECONDS - began)) "debootstrap: $(grep '^E:' "$results/root.log" || tail -n 1 "$results/root.log")"
    exit 1
  fi
  echo "$system" >"$marker"
fi
mkdir -p "$root"/{proc,sys,dev,strata-steps,strata-results,ccache}
mount -t proc proc "$root/proc"
mount --rbind --make-rslave /sys "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
mkdir -p "$root/dev/pts" "$root/dev/shm"
for node in null zero full random urandom tty; do
  touch "$root/dev/$node"
  mount --bind "/dev/$node" "$root/dev/$node"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
[ -z "$cache" ] || mount --bind "$cache" "$root/ccache"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
report root 0 $((SECONDS - began)) "Debian $(cat "$root/etc/debian_version")"

# The tree goes where the user has it.
home=/root place=/root/strata
if [ -n "$user" ]; then
  home="/home/zoë müller" place="/home/zoë müller/strata lab ü"
  if ! grep -q '^zoe:' "$root/etc/passwd"; then
    echo "zoe:x:4711:4711:Zoë Müller:$home:/bin/bash" >>"$root/etc/passwd"
    echo "zoe:x:4711:" >>"$root/etc/group"
  fi
  [ -z "$cache" ] || chmod -R a+rwX "$cache"
fi
mkdir -p "$root$place"
copy_tree() {
  # What was built there stays, what the tree no longer has does not.
  find "$root$place" -mindepth 1 -maxdepth 1 ! -name build ! -name out -exec rm -rf --one-file-system -- {} +
  if git -C "$tree" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -C "$tree" ls-files -coz --exclude-standard
  else
    (cd "$tree" && find . -type f -not -path './out/*' -not -path './build/*' -print0)
  fi | (cd "$tree" && while IFS= read -rd '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done) |
    tar -C "$tree" --null -T - -c | tar -C "$root$place" --no-same-owner -x
}
copy_tree
cp "$here/steps.sh" "$root/strata-steps/"
if [ -f "$tree/tests/journeys/journey.py" ]; then cp "$tree/tests/journeys/journey.py" "$root/strata-steps/"; fi
if [ -n "$user" ]; then chown -R 4711:4711 "$root$home"; fi
chmod 1777 "$root/strata-results"

environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LANG=C.UTF-8
  STRATA_SYSTEM="$system" STRATA_PLACE="$place" STRATA_JOURNEYS="$journeys")
[ -z "$jobs" ] || environment+=(OMP_NUM_THREADS="$jobs")  # nproc reads it
[ -z "$clang" ] || environment+=(CC=clang CXX=clang++)
[ -z "$cache" ] || environment+=(CCACHE_DIR=/ccache CCACHE_MAXSIZE=20G CCACHE_UMASK=000 CCACHE_BASEDIR="$place")
environment+=("${extra[@]}")

# inside STEP [as-root]: a step in the root, from the tree's folder; its log and what it leaves come here.
inside() {
  local who=() owner=$home status=0
  if [ -n "$user" ] && [ "${2:-}" != as-root ]; then who=(--userspec=4711:4711 --groups=4711); else owner=/root; fi
  find "$root/strata-results" -xdev -mindepth 1 -delete
  chroot "${who[@]}" "$root" /usr/bin/env -i HOME="$owner" "${environment[@]}" \
    bash /strata-steps/steps.sh "$1" >"$results/$1.log" 2>&1 </dev/null || status=$?
  mkdir -p "$results/$1"
  cp -r "$root/strata-results/." "$results/$1/"
  rmdir "$results/$1" 2>/dev/null || true
  return $status
}
said() { cat "$results/$1/said" 2>/dev/null || tail -n 1 "$results/$1.log"; }
step() {
  local began=$SECONDS status=0
  inside "$@" || status=$?
  report "$1" $status $((SECONDS - began)) "$(said "$1")"
  return $status
}

# What the tree does not install itself but this way of trying it needs.
needed=()
[ -z "$clang" ] || needed+=(clang)
for each in "${steps[@]}"; do
  case $each in
    locales) needed+=(locales) ;;
    wayland) needed+=(weston) ;;
  esac
done
environment+=(STRATA_NEEDED="${needed[*]}")
if [ -n "$user" ]; then
  step packages as-root || exit 1
elif [ -n "$clang" ]; then
  step clang as-root || exit 1
fi
for each in "${steps[@]}"; do
  case $each in
    missing)
      inside take-away as-root || true
      step missing || true
      inside packages as-root || { report packages 1 0 "$(said packages)"; exit 1; } ;;
    run | test) step $each || [ -n "$only" ] || exit 1 ;;
    locales) inside make-locales as-root || true; step locales || true ;;
    wayland) inside get-weston as-root || true; step wayland || true ;;
    home)
      mkdir -p "$root/read-only"
      mount -t tmpfs -o ro,mode=755 nothing "$root/read-only"
      step home || true
      umount "$root/read-only" ;;
    network)
      # All that this script mounts is seen in there as well.
      began=$SECONDS status=0
      environment+=(STRATA_NO_NETWORK=1)
      unshare --net true 2>/dev/null || { report network 77 0 "no network can be taken away here"; continue; }
      chroot_before=$(type -p chroot)
      chroot() { unshare --net "$chroot_before" "$@"; }
      inside network || status=$?
      unset -f chroot
      report network $status $((SECONDS - began)) "$(said network)" ;;
    *) step "$each" || true ;;
  esac
done
exit $failed
