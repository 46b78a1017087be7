git init -b main rescue && cd rescue
git config user.name "Lab" && git config user.email "lab@example.com"
cat .git/config
git status
for n in 1 2 3 4; do echo "chapter $n" > "chapter-$n.txt"; git add . && git commit -m "Add chapter $n"; done
git log --oneline
git log
git log -p
git log --stat -2
git log --format=%s -p -2
git log --format='%h %an %ad %s' --date=short
git log --pretty=format:%h%x09%s
git log --format=%s --stat -2
git log --oneline --stat
git log --oneline -p -1
git reflog
git reflog show main
git reset --hard HEAD~3
git reflog
git reset --hard HEAD@{1}
git switch -c epilogue
echo "the end" > epilogue.txt
git status
git status -s
git add . && git commit -m "Add epilogue"
git switch main
git branch
git branch -d epilogue
git branch -D epilogue
git branch epilogue HEAD@{1}
git branch -v
git rev-list --count main..epilogue
echo "a very good paragraph" > draft.txt
git add draft.txt
git status
git reset --hard
git fsck --no-reflogs --unreachable | sort
git fsck | sort
git fsck --lost-found | sort
ls .git/lost-found/*
git cat-file -p $(git fsck --no-reflogs --unreachable | awk '/blob/ {print $3}')
git cat-file -p $(git fsck --no-reflogs --unreachable | awk '/blob/ {print $3}') > draft.txt
echo "chapter 1, revised" > chapter-1.txt
git diff
git stash
git stash list
git stash show -p
git stash drop
git fsck --no-reflogs --unreachable | sort
for c in $(git fsck --no-reflogs --unreachable | awk '/commit/ {print $3}'); do git log -1 --format='%h %s' $c; done
git stash apply $(for c in $(git fsck --no-reflogs --unreachable | awk '/commit/ {print $3}'); do git log -1 --format='%H %s' $c; done | awk '/WIP/ {print $1}')
git status
git diff --stat
git diff --cached
git add -A && git commit -am "More"
git show
git show --stat HEAD~1
git show HEAD:chapter-1.txt
git show HEAD~9
git rm chapter-2.txt
git mv chapter-3.txt three.txt
git status
git commit -m "Move and remove"
git commit -m "Nothing"
git commit --amend -m "Move, and remove"
git tag v1
git tag -a v2 -m "Version two"
git tag
git show v2
git cat-file -t v2
git cat-file -p v2
git log --oneline --decorate --all --graph
git checkout v1
git status
git checkout main
git switch --detach HEAD~1
echo x > y; git add y; git commit -m "On no branch"
git switch main
git switch -
git switch nowhere
git checkout nowhere
git merge nowhere
git branch main
git branch 'a b'
git log nowhere
git rev-parse HEAD main HEAD~1 v2 'v2^{}' HEAD^{tree}
git rev-parse --short HEAD
git rev-parse --abbrev-ref HEAD
git rev-parse nowhere
git ls-files -s
git ls-tree HEAD
git for-each-ref
git show-ref
git symbolic-ref HEAD
git diff HEAD~1 HEAD
git diff v1 main --stat
