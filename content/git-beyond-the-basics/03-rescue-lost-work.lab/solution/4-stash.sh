# Find the dropped stash among the commits that nothing refers to, and apply it.
for commit in $(git fsck --no-reflogs | awk '/dangling commit/ { print $3 }'); do
  case $(git log -1 --format=%s "$commit") in
    "WIP on "*) git stash apply "$commit" ;;
  esac
done
