#!/bin/sh
# Make or renew the environment: scripts/environment.sh DIRECTORY run|test
#
# Installs exactly what constraints.txt pins, every hash verified, then the package itself, editable and without
# asking an index again. Uses uv where it is present and can do it, else python3 -m venv and pip. Whatever package
# index pip or uv is set up with on this machine is the one that is asked.
set -eu

venv=$1
purpose=$2
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

say() { printf '%s\n' "keptmind: $*" >&2; }
mend() { say "$1"; say "  to mend it:  $2"; exit 1; }
recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

case $purpose in
    run) extras="build serve mcp" ;;
    test) extras="build test" ;;
    *) mend "unknown purpose '$purpose'" "scripts/environment.sh .venv run" ;;
esac

python=
for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    found=$(command -v "$name" 2>/dev/null) || continue
    if recent "$found"; then python=$found; break; fi
done
[ -n "$python" ] || mend "Python 3.11 or newer is needed" "apt-get install -y python3 python3-venv"

make_venv() {  # make_venv [--clear]
    "$python" -c 'import ensurepip, venv' 2>/dev/null || mend "this Python has no venv" "apt-get install -y python3-venv"
    "$python" -m venv "$@" "$venv"
}

with_uv() {
    command -v uv >/dev/null 2>&1 || return 1
    [ -x "$venv/bin/python" ] || uv venv --quiet --python "$python" "$venv" || return 1
    uv pip install --quiet --python "$venv/bin/python" --require-hashes -r "$pins" || return 1
    uv pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation --reinstall-package keptmind -e . || return 1
}

with_pip() {
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 || make_venv --clear || return 1
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "$pins" || return 1
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e . || return 1
}

# an environment whose interpreter is gone, or too old, is made anew
if [ -e "$venv" ] && ! recent "$venv/bin/python"; then
    say "$venv has no working Python 3.11 or newer in it; making it anew"
    rm -rf -- "$venv"
fi

say "preparing $venv (to $purpose)"
pins=$(mktemp)
trap 'rm -f "$pins"' EXIT
# each step says "|| return 1" itself: inside "a || b" the shell does not stop at a failing command
# shellcheck disable=SC2086 # the extras are words
"$python" scripts/pins.py $extras >"$pins"
with_uv || with_pip || mend "the pinned packages could not be installed (see above)" "check that pip can reach a package index, then run make again"

# the place is written down: a copied checkout must not go on using the original's environment
printf '%s\n' "$root" >"$venv/.ready-run"
[ "$purpose" = run ] || printf '%s\n' "$root" >"$venv/.ready-test"
