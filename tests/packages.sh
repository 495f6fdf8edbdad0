#!/usr/bin/env bash
# Checks what cmake/install_packages.sh says and does: with stand-ins for dpkg-query, apt-get and sudo, nothing is installed.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
bash=$(command -v bash)
work=$(mktemp -d "${TMPDIR:-/tmp}/strata packages.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/tree" "$work/tree/cmake" "$work/system"
cp "$source/cmake/install_packages.sh" "$source/cmake/packages.txt" "$work/tree/cmake"

fail() { echo "FAILED: $1"; sed 's/^/  said: /' "$work/said"; exit 1; }
# stand_in NAME BODY: a program that does BODY; what it was called with is in $work/calls.
stand_in() {
  printf '#!%s\necho "%s $*" >>"%s/calls"\n%s\n' "$bash" "$1" "$work" "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
# Runs the script where only the stand-ins are found; $status is its exit status.
attempt() {
  : >"$work/calls"
  status=0
  (cd / && umask "${mask:-022}" &&
    env -i PATH="$work/bin" HOME="$work/home" STRATA_SYSTEM_ROOT="$work/system" "$bash" "$work/tree/cmake/install_packages.sh") \
    </dev/null >"$work/said" 2>&1 || status=$?
}
says() { grep -qF -- "$1" "$work/said" || fail "expected: $1"; }
silent() { [ ! -s "$work/said" ] || fail "expected no word"; }
called() { grep -qF -- "$1" "$work/calls" || fail "expected a call: $1, got: $(cat "$work/calls")"; }
never() { ! grep -q "^$1" "$work/calls" || fail "$1 must not be called"; }
ends_with() { [ "$status" -eq "$1" ] || fail "exit status $status, expected $1"; }

all_there='echo -n installed'
two_missing='case "$*" in *" libfmt-dev"|*" xdotool") exit 1 ;; esac; echo -n installed'
stand_in id 'echo 1000'

stand_in dpkg-query "$all_there"
stand_in apt-get 'exit 1'
stand_in sudo 'exit 1'
attempt; ends_with 0; silent; never apt-get; never sudo
echo "ok: nothing is called where all is there, with or without a network"

stand_in dpkg-query "$two_missing"
attempt; ends_with 1; never apt-get
says 'sudo asks for a password'; says 'not installed: libfmt-dev'; says 'not installed: xdotool'
says 'sudo apt-get install --no-install-recommends libfmt-dev xdotool'
echo "ok: a sudo that wants a password where there is no terminal"

rm "$work/bin/sudo"
attempt; ends_with 1; never apt-get
says 'there is no sudo'; says '  apt-get install --no-install-recommends libfmt-dev xdotool'
echo "ok: no sudo"

rm "$work/bin/apt-get"
attempt; ends_with 1; says 'no apt-get'; says 'not installed: xdotool'
echo "ok: no apt-get"

stand_in sudo 'case "$1" in -n) shift ;; esac; [ "$1" = true ] || "$@"'
stand_in apt-get 'umask >>"'"$work"'/calls"; [ "$1" = install ]'
mask=077 attempt; ends_with 0
called 'apt-get install -y -q --no-install-recommends libfmt-dev xdotool'; called '0022'
says 'apt-get update failed'
echo "ok: packages are installed by sudo, readable for all"

stand_in id 'echo 0'
stand_in apt-get 'exit 1'
stand_in apt-cache '[ "${!#}" = xdotool ] || echo Package: it'
attempt; ends_with 1; never sudo
says 'apt knows no package xdotool'; says 'not installed: libfmt-dev'
! grep -q 'knows no package libfmt' "$work/said" || fail "libfmt-dev is known"
echo "ok: root, and a package that the system has not"

rm "$work/bin/dpkg-query"
attempt; ends_with 0; never apt-get
says 'libfmt-dev of Debian (Fedora: fmt-devel; Arch: fmt)'
says 'fonts-font-awesome of Debian (Fedora: fontawesome4-fonts; Arch: ttf-font-awesome-4 (from the AUR))'
echo "ok: an unknown system"

mkdir -p "$work/system/etc" "$work/system/usr/include/fmt" "$work/system/usr/include/imgui" \
  "$work/system/usr/share/fonts/ttf/inter" "$work/system/usr/lib64/dri"
touch "$work/system/usr/include/fmt/format.h" "$work/system/usr/include/imgui/imgui.h" \
  "$work/system/usr/share/fonts/ttf/inter/Inter-Regular.ttf" "$work/system/usr/lib64/dri/swrast_dri.so"
stand_in clang++ ''
echo 'ID=fedora' >"$work/system/etc/os-release"
attempt; ends_with 0
says 'libglfw3-dev of Debian (Fedora: glfw-devel)'; says 'Type: sudo dnf install cmake'
for there in libfmt-dev libimgui-dev fonts-inter libgl1-mesa-dri g++; do
  ! grep -qF "  $there of Debian" "$work/said" || fail "$there is there"
done
printf 'ID=endeavouros\nID_LIKE=arch\n' >"$work/system/etc/os-release"
attempt; ends_with 0; says '(Arch: glfw)'; says 'Type: sudo pacman -S --needed cmake'
! grep '^Type' "$work/said" | grep -q awesome || fail "pacman has nothing of the AUR"
echo "ok: Fedora and Arch, where some is there"

echo 'alone' >>"$work/tree/cmake/packages.txt"
attempt; ends_with 1; says "'alone' needs four columns"
echo "ok: a line that lacks its columns"
