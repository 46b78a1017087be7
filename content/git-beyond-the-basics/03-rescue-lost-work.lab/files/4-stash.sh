# Find the dropped stash among the commits that nothing refers to, and apply it.
