#!/usr/bin/env bash
# Installs the Debian packages of cmake/packages.txt that are missing, and calls nothing where all are there. Elsewhere
# than on Debian it says what is missing and how that is called there.
set -euo pipefail
case $0 in */*) cd "${0%/*}" ;; esac
# For tests: the folder in which a system lies.
under=${STRATA_SYSTEM_ROOT:-}

debian=() fedora=() arch=() probes=()
while read -r name in_fedora in_arch probe rest; do
  case "$name" in '' | '#'*) continue ;; esac
  if [ -z "$probe" ] || [ -n "$rest" ]; then
    echo "cmake/packages.txt: '$name' needs four columns." >&2
    exit 1
  fi
  debian+=("$name") fedora+=("$in_fedora") arch+=("$in_arch") probes+=("$probe")
done <packages.txt

# Whether one of the probes of a line finds something.
is_there() {
  local probe kind what folder
  local IFS=,
  set -f
  # shellcheck disable=SC2086
  set -- $1
  set +f
  IFS=$' \t\n'
  for probe; do
    kind=${probe%%:*} what=${probe#*:}
    case "$kind" in
      program) command -v "$what" >/dev/null && return 0 ;;
      header)
        for folder in "$under"/usr/include "$under"/usr/local/include; do
          { [ -e "$folder/$what" ] || compgen -G "$folder/*/$what" >/dev/null; } && return 0
        done ;;
      lib)
        for folder in "$under"/usr/lib "$under"/usr/lib64; do
          compgen -G "$folder/$what" >/dev/null && return 0
          compgen -G "$folder/*/$what" >/dev/null && return 0
        done ;;
      font)
        for folder in "$under"/usr/share/fonts "$under"/usr/local/share/fonts "${HOME:-/nowhere}"/.local/share/fonts; do
          compgen -G "$folder/$what" >/dev/null && return 0
          compgen -G "$folder/*/$what" >/dev/null && return 0
          compgen -G "$folder/*/*/$what" >/dev/null && return 0
        done ;;
      *) echo "cmake/packages.txt: a probe of no known kind: $probe" >&2; exit 1 ;;
    esac
  done
  return 1
}

# Prints what a line is called on Fedora or Arch.
called() {
  case "$2" in
    -) echo "$1 has no package of it" ;;
    aur:*) echo "$1: ${2#aur:} (from the AUR)" ;;
    *) echo "$1: $2" ;;
  esac
}

if ! command -v dpkg-query >/dev/null; then
  system=
  if [ -r "$under/etc/os-release" ]; then system=$(. "$under/etc/os-release" && echo "${ID:-} ${ID_LIKE:-}"); fi
  known=() by_hand=0
  for i in "${!debian[@]}"; do
    is_there "${probes[i]}" && continue
    [ $by_hand -gt 0 ] || echo "This is no Debian system, so nothing is installed here. Not found:" >&2
    by_hand=$((by_hand + 1))
    here=
    case " $system " in
      *' fedora '* | *' rhel '*) here=${fedora[i]} names=$(called Fedora "${fedora[i]}") ;;
      *' arch '*) here=${arch[i]} names=$(called Arch "${arch[i]}") ;;
      *) names="$(called Fedora "${fedora[i]}"); $(called Arch "${arch[i]}")" ;;
    esac
    echo "  ${debian[i]} of Debian ($names)" >&2
    case "$here" in '' | - | aur:*) ;; *) known+=("$here") ;; esac
  done
  [ $by_hand -gt 0 ] || exit 0
  if [ ${#known[@]} -gt 0 ]; then
    case " $system " in
      *' arch '*) echo "Type: sudo pacman -S --needed ${known[*]}" >&2 ;;
      *) echo "Type: sudo dnf install ${known[*]}" >&2 ;;
    esac
  fi
  echo "The names are not tried here. The build goes on and stops at what it misses." >&2
  exit 0
fi

missing=()
for package in "${debian[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

install=(apt-get install -y -q --no-install-recommends "${missing[@]}")
line="apt-get install --no-install-recommends ${missing[*]}"
# Says what is missing and what to type, and ends.
by_hand() {
  echo "$1" >&2
  for package in "${missing[@]}"; do echo "  not installed: $package" >&2; done
  echo "$2" >&2
  echo "  $3" >&2
  exit 1
}

command -v apt-get >/dev/null ||
  by_hand "Packages are missing, and there is no apt-get to install them." "Install them by hand; with apt-get it would be, as root:" "$line"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    by_hand "Packages are missing. Only root may install them, and there is no sudo." "As root, type:" "$line"
  # One that would ask for a password where nobody can answer waits for ever or fails without a reason.
  if ! sudo -n true 2>/dev/null && [ ! -t 0 ]; then
    by_hand "Packages are missing, and sudo asks for a password, which cannot be typed here." "In a terminal, type:" "sudo $line"
  fi
  as_root=(sudo)
fi

echo "Installing what is missing: ${missing[*]}"
# Files of packages are for all users, whatever those of this one are.
umask 022
export DEBIAN_FRONTEND=noninteractive
if ! "${as_root[@]}" apt-get update -q; then
  echo "apt-get update failed (is there a network?); trying with the package lists that are here." >&2
fi
if ! "${as_root[@]}" "${install[@]}"; then
  for package in "${missing[@]}"; do
    if command -v apt-cache >/dev/null && [ -z "$(apt-cache show --no-all-versions "$package" 2>/dev/null)" ]; then
      echo "apt knows no package $package: this system has none, or its package lists are not here." >&2
    fi
  done
  by_hand "apt-get could not install all of these; the reason is above." "Install them by hand, then run this again. As root, type:" "$line"
fi
