#!/bin/sh
# Installs the program and its data folders under a prefix.
set -eu
parlance=$1
prefix=$2
mkdir -p "$prefix/bin" "$prefix/share/parlance"
install -m 755 "$parlance" "$prefix/bin/parlance"
for folder in Voices Dictionaries Plugins; do
    rm -rf "$prefix/share/parlance/$folder"
    cp -R "$folder" "$prefix/share/parlance/$folder"
done
chmod -R u=rwX,go=rX "$prefix/share/parlance"
echo "$prefix/bin/parlance"
