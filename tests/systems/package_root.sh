#!/usr/bin/env bash
# Tries the packages on a Debian system that has neither a compiler nor the sources: makes one with debootstrap, installs
# the .deb there and opens a map, then takes it away and does the same with the archive. Needs root, debootstrap, a Debian
# mirror, and packages that were built on that Debian: cmake --build --preset release --target package
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$here/../.." && pwd)
usage() {
  echo "package_root.sh: $1" >&2
  echo "tests/systems/package_root.sh SYSTEM [PACKAGES]   SYSTEM: bookworm, trixie or sid; PACKAGES: build/release/packages" >&2
  exit 2
}
[ $# -ge 1 ] && [ $# -le 2 ] || usage "which system?"
case $1 in bookworm | trixie | sid) system=$1 ;; *) usage "which system: bookworm, trixie or sid?" ;; esac
packages=$(realpath -m "${2:-$tree/build/release/packages}")
shopt -s nullglob
debs=("$packages"/strata_*.deb) archives=("$packages"/strata-*.tar.gz)
[ ${#debs[@]} -eq 1 ] && [ ${#archives[@]} -eq 1 ] || usage "$packages holds ${#debs[@]} .deb and ${#archives[@]} archives"
[ "$(id -u)" -eq 0 ] || usage "only root can make a root"
command -v debootstrap >/dev/null || usage "there is no debootstrap: apt-get install debootstrap"

# Mounts live in a namespace of their own: however this ends, they end with it.
if [ -z "${STRATA_PACKAGE_ROOT_INSIDE:-}" ]; then
  STRATA_PACKAGE_ROOT_INSIDE=1 exec unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
    bash "${BASH_SOURCE[0]}" "$@"
fi
results=$tree/out/systems/$system-package
rm -rf "$results"
mkdir -p "$results"
root=$(mktemp -d)
# The mounts below are gone first; --one-file-system leaves alone what is not.
trap 'umount -l "$root"/{proc,dev/null,dev/urandom,dev/shm} 2>/dev/null; rm -rf --one-file-system -- "$root"' EXIT

step() { # step NAME COMMAND...: a line says how it went
  local name=$1 began=$SECONDS
  shift
  if "$@" >"$results/$name.log" 2>&1 </dev/null; then
    echo "$system $name ok $((SECONDS - began)) s $(tail -n 1 "$results/$name.log")"
  else
    echo "$system $name FAILED, see $results/$name.log"
    exit 1
  fi
}
inside() {
  chroot "$root" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
# Opens a stock map in a window, paints a wall, and takes a picture; then measures.
tried() { # tried NAME PREFIX
  inside "$2/bin/strata" --version || return
  printf 'paint.line 3 3 30 3 blocked\nwait.ready\nscreenshot /%s.png\n' "$1" >"$root/$1.script"
  inside xvfb-run -a -s '-screen 0 1280x800x24' "$2/bin/strata" --fresh --frames 1 --script "/$1.script" \
    "$2/share/strata/assets/maps/rooms-64.map" || return
  cp "$root/$1.png" "$results/" || return
  inside "$2/bin/strata-bench" queries --map "$2/share/strata/assets/maps/rooms-64.map" --pairs 5 || return
  inside "$2/bin/strata" --version
}

step root debootstrap --variant=minbase "$system" "$root" http://deb.debian.org/debian
mkdir -p "$root/dev/shm"
mount -t proc proc "$root/proc"
for node in null urandom; do
  touch "$root/dev/$node"
  mount --bind "/dev/$node" "$root/dev/$node"
done
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
cp -L /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp "${debs[0]}" "$root/strata.deb"
step display inside apt-get install -y --no-install-recommends xvfb xauth libgl1-mesa-dri
step deb inside apt-get install -y --no-install-recommends /strata.deb
step deb-runs tried deb /usr
if inside sh -c 'command -v g++ || command -v cc || command -v cmake'; then echo "the root has a compiler" >&2; exit 1; fi
step deb-removed inside apt-get purge -y --autoremove strata
[ -z "$(inside find /usr/share/strata /usr/bin/strata 2>/dev/null)" ] || { echo "the .deb leaves files behind" >&2; exit 1; }
# apt has taken the display's libraries along if nothing else wanted them.
step display-again inside apt-get install -y --no-install-recommends xvfb xauth libgl1 libgl1-mesa-dri libx11-6
mkdir -p "$root/opt/some where"
tar -xzf "${archives[0]}" -C "$root/opt/some where" --strip-components=1
step archive-runs tried archive "/opt/some where"
