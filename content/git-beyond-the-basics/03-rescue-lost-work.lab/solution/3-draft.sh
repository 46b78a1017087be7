# Write the paragraph that was staged but never committed to draft.txt.
blob=$(git fsck --no-reflogs | awk '/dangling blob/ { print $3 }')
git cat-file -p "$blob" > draft.txt
