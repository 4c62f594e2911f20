#!/bin/sh
# Installs the programs and their data folders under a prefix.
set -eu
parlance=$1
prefix=$2
mkdir -p "$prefix/bin" "$prefix/libexec/parlance" "$prefix/share/parlance"
install -m 755 "$parlance" "$prefix/bin/parlance"
# The program in which espeak-ng runs; it is built beside the other.
install -m 755 "$(dirname "$parlance")/parlance-espeak" "$prefix/libexec/parlance/parlance-espeak"
for folder in Voices Dictionaries Plugins; do
    rm -rf "$prefix/share/parlance/$folder"
    cp -R "$folder" "$prefix/share/parlance/$folder"
done
chmod -R u=rwX,go=rX "$prefix/share/parlance"
echo "$prefix/bin/parlance"
