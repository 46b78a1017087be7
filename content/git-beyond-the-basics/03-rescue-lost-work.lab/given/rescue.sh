# Makes the repository, and loses work in four ways. It has run already when your scripts start, in ~/rescue.
git init -q -b main ~/rescue && cd ~/rescue
git config user.name "Lab" && git config user.email "lab@example.com"
for n in 1 2 3 4; do
  echo "chapter $n" > "chapter-$n.txt"
  git add . && git commit -qm "Add chapter $n"
done

# A deleted branch.
git switch -qc epilogue
echo "the end" > epilogue.txt
git add . && git commit -qm "Add epilogue"
git switch -q main
git branch -qD epilogue

# Staged, but never committed.
echo "a very good paragraph" > draft.txt
git add draft.txt
git reset -q --hard

# A dropped stash.
echo "chapter 1, revised" > chapter-1.txt
git stash -q
git stash drop -q

# A reset too far.
git reset -q --hard HEAD~3
