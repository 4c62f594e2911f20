#!/bin/sh
# Installs what the build needs; with "test" also what the tests use, with "check" what the checks use.
# As root on Debian or Ubuntu it installs what is missing; otherwise it prints the command and stops.
set -eu

fail() { echo "setup: $1" >&2; exit 69; }

if ! command -v swift >/dev/null 2>&1; then
    fail "Swift is not installed; get 6.1 or later from https://www.swift.org/install and put it into PATH"
fi
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
major=${version% *}
minor=${version#* }
if [ -z "$version" ] || [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 1 ]; }; then
    fail "Swift 6.1 or later is needed; this is ${version:-unknown}"
fi

if [ "$(uname)" = Darwin ]; then
    command -v brew >/dev/null 2>&1 || fail "Homebrew is needed: see https://brew.sh"
    for formula in espeak-ng icu4c libarchive libsamplerate libsndfile sonic; do
        brew list $formula >/dev/null 2>&1 || fail "run: brew install espeak-ng icu4c libarchive libsamplerate libsndfile sonic pkg-config"
    done
    exit 0
fi

packages="libarchive-dev libcurl4-openssl-dev libespeak-ng-dev espeak-ng-data libicu-dev libsamplerate0 libsndfile1-dev libsonic-dev libsqlite3-dev pkg-config zlib1g-dev"
for group in "$@"; do
    # The tests play through a real sound server, compare with the programs espeak-ng and mecab, read Japanese, translate with
    # Apertium and its server, look for examples in WordNet, speak with flite, and drive real shells.
    [ "$group" = test ] &&
        packages="$packages apertium-apy apertium-eng-spa busybox espeak-ng flite fonts-dejavu-core libexpat1 libmecab2 libpangocairo-1.0-0 libsystemd0 mecab mecab-ipadic-utf8 python3 pulseaudio pulseaudio-utils wordnet-base zsh fish"
    [ "$group" = check ] && packages="$packages codespell"
done
command -v dpkg-query >/dev/null 2>&1 || fail "install the equivalents of these Debian packages: $packages"

missing=""
for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
    case "$state" in ii*) ;; *) missing="$missing $package" ;; esac
done
# pkg-config may come from pkgconf.
if command -v pkg-config >/dev/null 2>&1; then missing=$(echo " $missing " | sed 's/ pkg-config / /'); fi
missing=$(echo $missing)
[ -z "$missing" ] && exit 0

if [ "$(id -u)" -ne 0 ]; then
    fail "these packages are missing; run: sudo apt-get install $missing"
fi
echo "setup: installing $missing"
export DEBIAN_FRONTEND=noninteractive
apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 ||
    { apt-get update >/dev/null && apt-get install -y --no-install-recommends $missing >/dev/null; } ||
    fail "apt-get could not install: $missing"
