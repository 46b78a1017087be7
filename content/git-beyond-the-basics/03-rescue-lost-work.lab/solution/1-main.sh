# Bring main back to its four chapters.
git reset --hard 'main@{1}'
