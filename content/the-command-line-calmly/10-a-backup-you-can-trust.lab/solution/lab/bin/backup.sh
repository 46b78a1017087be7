#!/usr/bin/env bash
# Usage: backup.sh FOLDER ARCHIVES
# Packs FOLDER into a dated archive in ARCHIVES, checks it, and keeps the newest three.
set -euo pipefail

if (( $# != 2 )); then
  echo "Usage: backup.sh FOLDER ARCHIVES" >&2
  exit 2
fi

source="$1"
target="$2"

if [[ ! -d "$source" ]]; then
  echo "backup.sh: $source is not a folder" >&2
  exit 1
fi
mkdir -p -- "$target"

name="$(basename -- "$source")"
parent="$(dirname -- "$source")"
archive="$name-$(date +%Y%m%d-%H%M%S).tar.gz"
part="$target/$archive.part"

if [[ -e "$target/$archive" ]]; then
  echo "backup.sh: $archive exists already" >&2
  exit 1
fi

# Only a checked archive gets its final name.
tar -czf "$part" -C "$parent" "$name"
entries="$(tar -tzf "$part" | wc -l)"
mv -- "$part" "$target/$archive"

# The date is in the name, so the oldest come first.
archives=("$target"/"$name"-????????-??????.tar.gz)
count=$(( ${#archives[@]} - 3 ))
if (( count > 0 )); then
  for old in "${archives[@]:0:count}"; do
    rm -- "$old"
    echo "Removed $(basename -- "$old")"
  done
fi

echo "Saved $archive, $(( entries )) entries"
