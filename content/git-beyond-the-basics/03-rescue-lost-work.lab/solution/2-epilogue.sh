# Create the branch epilogue again, where it was.
# The reflog of HEAD still knows the commit: its line ends in "commit: Add epilogue".
commit=$(git reflog | grep 'commit: Add epilogue' | cut -d ' ' -f 1)
git branch epilogue "$commit"
