git init -q -b main list && cd list
for i in a b c d; do echo $i > $i; git add .; git commit -qm "Add $i"; git tag t$i; done
printf 'pick %s Add b\npick abcdef1 nope\nfoo %s Add c\npick %s Add d\n' $(git rev-parse tb tc td) > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i ta
cat .git/rebase-merge/git-rebase-todo; git log --oneline
git rebase --continue
GIT_SEQUENCE_EDITOR='sed -i 2d' git rebase --edit-todo
GIT_SEQUENCE_EDITOR='sed -i /foo/d' git rebase --edit-todo
git rebase --continue
git log --oneline; git reset -q --hard td
printf 'fixup %s Add b\n' $(git rev-parse tb) > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i ta
git rebase --abort; printf 'drop %s Add b\nsquash %s Add c\n' $(git rev-parse tb tc) > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i ta
git log --oneline; git rebase --continue; git rebase --abort
printf 'noop\nfixup %s Add c\n' $(git rev-parse tc) > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i ta
git rebase --abort; printf 'pick\nexec\nnopick c\npick %s Add d\n' $(git rev-parse td) > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i ta
git rebase --skip
git rebase --abort; git log --oneline
