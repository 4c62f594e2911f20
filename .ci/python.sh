# To be sourced: makes a virtual environment of Python with some packages, and sets $python to its interpreter. Needs Python 3.9 or
# later and, once, the Python package index.
#
#   modules   what must be there: 'anki, genanki'
#   packages  what brings it: 'anki genanki'
#   $1        a folder for the environment; without one it is made for this run and removed
if [ $# -gt 0 ]; then
    environment=$1
else
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
fi
python="$environment/bin/python"
if [ ! -x "$python" ] || ! "$python" -c "import $modules" 2>/dev/null; then
    python3 -m venv "$environment"
    # shellcheck disable=SC2086
    "$environment/bin/pip" install --quiet $packages
fi
