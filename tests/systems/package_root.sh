#!/usr/bin/env bash
# Tries the packages on a Debian system that has neither a compiler nor the sources. Needs root, a Debian mirror for the
# first time, and packages that were built on this Debian or an older one: cmake --build --preset release --target package
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$here/../.." && pwd)

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  cat <<'HELP'
tests/systems/package_root.sh [--deb] SYSTEM [PACKAGES]   SYSTEM: bookworm, trixie or sid; PACKAGES: build/release/packages

Starts the programs of the archive in bare roots: strata-bench and strata-papers where there is nothing but what every Debian
has (debootstrap --variant=minbase), all four where there is also what a desktop has at least (libgl1, libgl1-mesa-dri,
libx11-6). strata opens a map there in a window of this machine's Xvfb, paints, and takes a picture. With --deb it also
installs the .deb files, starts what they hold, and takes them away again; that downloads what they need.

Roots are made once, in $XDG_CACHE_HOME/strata/roots or ~/.cache/strata/roots, and not changed: what is installed and
written lies in memory. Each step is a line; pictures and logs are in out/systems/SYSTEM-package. Exit 0: all held; 1: something did not;
2: unusable arguments; 77: no root can be made or entered here, and why.

STRATA_ROOTS=FOLDER   another folder for the roots
STRATA_MIRROR=URL     another mirror than http://deb.debian.org/debian
HELP
  exit 0
fi

usage() { echo "package_root.sh: $1 (--help explains it)" >&2; exit 2; }
left_out() { echo "Packages are not tried on ${system:-any system}: $1"; exit 77; }
arguments=("$@") debs_too=
if [ "${1:-}" = --deb ]; then debs_too=1; shift; fi
[ $# -ge 1 ] && [ $# -le 2 ] || usage "which system?"
case $1 in bookworm | trixie | sid) system=$1 ;; *) usage "which system: bookworm, trixie or sid?" ;; esac
packages=$(realpath -m "${2:-$tree/build/release/packages}")
shopt -s nullglob
debs=("$packages"/strata_*.deb "$packages"/strata-bench-mpi_*.deb) archives=("$packages"/strata-*.tar.gz)
[ ${#archives[@]} -eq 1 ] || usage "$packages holds ${#archives[@]} archives"
[ -z "$debs_too" ] || [ ${#debs[@]} -ge 1 ] || usage "$packages holds no .deb"
[ "$(id -u)" -eq 0 ] || left_out "only root can make and enter a root"
command -v Xvfb >/dev/null || left_out "there is no Xvfb"

# Mounts and processes live in namespaces of their own: however this ends, they end with it.
if [ -z "${STRATA_PACKAGE_ROOT_INSIDE:-}" ]; then
  unshare --mount --propagation private --pid --fork --kill-child --mount-proc true 2>/dev/null ||
    left_out "no namespaces can be made here"
  STRATA_PACKAGE_ROOT_INSIDE=1 exec unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
    bash "${BASH_SOURCE[0]}" "${arguments[@]}"
fi
unset STRATA_PACKAGE_ROOT_INSIDE
umask 022
mirror=${STRATA_MIRROR:-http://deb.debian.org/debian}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/strata
roots=$(realpath -m "${STRATA_ROOTS:-$cache/roots}")
results=$tree/out/systems/$system-package
rm -rf "$results"
mkdir -p "$results" "$roots"

step() { # step NAME COMMAND...: a line says how it went
  local name=$1 began=$SECONDS
  shift
  if "$@" >"$results/$name.log" 2>&1 </dev/null; then
    echo "$system $name ok $((SECONDS - began)) s $(tail -n 1 "$results/$name.log")"
  else
    echo "$system $name FAILED, see $results/$name.log: $(tail -n 1 "$results/$name.log")"
    exit 1
  fi
}

# --- The roots ---------------------------------------------------------------------------------------------------------

# debootstrap is a script: where it is not installed, its package is unpacked beside the roots.
find_debootstrap() {
  debootstrap=(debootstrap)
  ! command -v debootstrap >/dev/null || return 0
  local own=$roots/debootstrap lock
  exec {lock}>"$roots/debootstrap.lock"
  flock "$lock"  # another system may be tried at the same time
  if [ ! -x "$own/usr/sbin/debootstrap" ]; then
    rm -rf "$own" && mkdir -p "$own"
    (cd "$own" && { apt-get -qq download debootstrap || { apt-get -qq update && apt-get -qq download debootstrap; }; } &&
      dpkg-deb -x debootstrap_*.deb .) >"$results/debootstrap.log" 2>&1 || return 1
  fi
  debootstrap=(env "DEBOOTSTRAP_DIR=$own/usr/share/debootstrap" "$own/usr/sbin/debootstrap")
}
# made_root KIND COMMAND: has $roots/SYSTEM-KIND made by the command. Only one that was made to its end has its name.
made_root() {
  root=$roots/$system-$1
  local log=$results/root-$1.log began=$SECONDS
  [ ! -d "$root" ] || return 0
  rm -rf --one-file-system "$root.new"
  if ! "$2" "$root.new" >"$log" 2>&1; then
    umount -R "$root.new/proc" 2>/dev/null || true
    left_out "no root can be made: $(grep -m 1 '^E:' "$log" || tail -n 1 "$log")"
  fi
  find "$root.new/var/cache/apt/archives" "$root.new/var/lib/apt/lists" -type f -delete
  mv -T "$root.new" "$root"
  echo "$system root-$1 ok $((SECONDS - began)) s made, Debian $(cat "$root/etc/debian_version")"
}
minimal_root() {
  find_debootstrap || { cat "$results/debootstrap.log"; echo "E: there is no debootstrap"; return 1; }
  "${debootstrap[@]}" --variant=minbase "$system" "$1" "$mirror"
}
desktop_root() {
  mkdir "$1"
  cp -a "$roots/$system-minimal/." "$1/" || return
  cp -L /etc/resolv.conf "$1/etc/" 2>/dev/null || true
  mount -t proc proc "$1/proc" || return
  root=$1 inside sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends libgl1 libgl1-mesa-dri libx11-6' || return
  umount "$1/proc"
}
# enter KIND: mounts the root at $root, where nothing that is written stays.
enter() {
  root=$work/root
  mkdir -p "$root" "$work/changed"
  ! mountpoint -q "$root" || umount -R "$root"
  ! mountpoint -q "$work/changed" || umount "$work/changed"
  mount -t tmpfs changed "$work/changed"
  mkdir "$work/changed/upper" "$work/changed/work"
  if ! mount -t overlay root -o "lowerdir=$roots/$system-$1,upperdir=$work/changed/upper,workdir=$work/changed/work" "$root" 2>/dev/null; then
    mount -t tmpfs -o mode=755 root "$root"
    cp -a "$roots/$system-$1/." "$root/"
  fi
  mount -t proc proc "$root/proc"
  for node in null zero urandom; do
    touch "$root/dev/$node" 2>/dev/null || true
    mount --bind "/dev/$node" "$root/dev/$node"
  done
  mkdir -p "$root/dev/shm" "$root/tmp/.X11-unix"
  mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
  mount --bind "$work/sockets" "$root/tmp/.X11-unix"
}
inside() {
  chroot "$root" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive DISPLAY="$display" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# --- What is tried -----------------------------------------------------------------------------------------------------

unpack() {
  mkdir -p "$root/opt/some where"
  tar -xzf "${archives[0]}" -C "$root/opt/some where" --strip-components=1 --no-same-owner
}
no_tools() { ! inside sh -c 'command -v g++ || command -v cc || command -v cmake || command -v mpirun'; }
# Programs without a window, and without what a window needs.
measured() { # measured PREFIX
  inside "$1/bin/strata-bench" --version && inside "$1/bin/strata-papers" --version || return
  inside "$1/bin/strata-bench" queries --map "$1/share/strata/assets/maps/rooms-64.map" --pairs 5 --rounds 1 || return
  inside "$1/bin/strata-bench" paper hpa-1
}
# Opens a stock map in a window, paints a wall, and takes a picture; draws a figure with Cairo; grades what nobody has handed in.
shown() { # shown NAME PREFIX
  inside "$2/bin/strata" --version || return
  printf 'paint.line 3 3 30 3 blocked\nwait.ready\nscreenshot /%s.png\nexport.figure /%s.pdf\n' "$1" "$1" >"$root/$1.script"
  inside "$2/bin/strata" --fresh --frames 1 --script "/$1.script" "$2/share/strata/assets/maps/rooms-64.map" || return
  cp "$root/$1.png" "$root/$1.pdf" "$results/" || return
  mkdir -p "$root/results" && echo '{}' >"$root/results/empty.json"
  inside "$2/bin/strata-grade" --version || return
  inside "$2/bin/strata-grade" /results --out /grades.csv || [ $? -eq 1 ] || return
  [ -s "$root/grades.csv" ] && measured "$2"
}

work=$(mktemp -d)
# In a mount of this namespace: nothing that is mounted below is left, or seen by others.
mount -t tmpfs -o mode=755 work "$work"
trap 'umount -lR "$work" 2>/dev/null; rmdir "$work"' EXIT
display=
made_root minimal minimal_root
made_root desktop desktop_root

mkdir -m 1777 "$work/sockets"
mkdir -p /tmp/.X11-unix
mount --bind "$work/sockets" /tmp/.X11-unix
Xvfb -displayfd 7 -nolisten tcp -screen 0 1280x800x24 7>"$work/display" >"$results/xvfb.log" 2>&1 & server=$!
trap 'kill $server 2>/dev/null; umount -l /tmp/.X11-unix; umount -lR "$work" 2>/dev/null; rmdir "$work"' EXIT
for _ in $(seq 200); do [ ! -s "$work/display" ] || break; sleep 0.05; done
[ -s "$work/display" ] || { echo "Xvfb does not start: $(tail -n 1 "$results/xvfb.log")"; exit 1; }
display=:$(cat "$work/display")

enter minimal
step tools no_tools
unpack
step minimal measured "/opt/some where"
enter desktop
step tools no_tools
unpack
step desktop shown archive "/opt/some where"
[ -n "$debs_too" ] || exit 0

enter desktop
cp -L /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp "${debs[@]}" "$root/"
echo "deb $mirror $system main" >"$root/etc/apt/sources.list"
step update inside apt-get update
step deb inside sh -c 'apt-get install -y --no-install-recommends /strata_*.deb'
step deb-runs shown deb /usr
step deb-no-mpi inside sh -c '! dpkg-query -W | grep -i openmpi'
if [ -e "$root/usr/bin/strata-bench-mpi" ]; then echo "strata-bench-mpi is in the main package" >&2; exit 1; fi
if [ ${#debs[@]} -gt 1 ]; then
  step mpi inside sh -c 'apt-get install -y --no-install-recommends /strata-bench-mpi_*.deb openmpi-bin'
  step mpi-runs inside env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 3 strata-bench-mpi \
    sweep --setting hpa.cluster_size --values 6,10 --map /usr/share/strata/assets/maps/rooms-64.map --pairs 5 --rounds 1 --planner hpa1
fi
step deb-removed inside sh -c 'apt-get purge -y --autoremove strata strata-bench-mpi'
[ -z "$(inside find /usr/share/strata /usr/bin/strata /usr/bin/strata-bench-mpi 2>/dev/null)" ] || { echo "the .deb leaves files behind" >&2; exit 1; }
