git init -q asking && cd asking && mkdir -p d/s && echo 1 > a.txt && echo 2 > d/b.txt && echo 3 > d/s/c.txt && git add . && git commit -q -m "base one" -m "body of it"
git branch old; git branch older; git branch feature/x; git tag v1.0; git tag -a v1.1 -m "Release 1.1" -m "long body"; git tag w
git branch --list old
git branch --list 'old*' main
git branch -l nope
git branch -v --list old
git branch -a old9
git branch -v old
git branch --merged old
git branch --merged main old
git branch old --merged
git branch --list 'feature*'
git branch --contains main 'old*'
git tag -l 'v1*'
git tag -l v1.0 w
git tag -n
git tag -n3
git tag -n2 'v*'
git tag -l -n1 v1.1 nope
git ls-tree HEAD d
git ls-tree HEAD d/
git ls-tree HEAD d/b.txt
git ls-tree -r HEAD d/
git ls-tree HEAD -- a.txt
git ls-tree --name-only HEAD d/s d/s/
git ls-tree HEAD nope; git ls-tree HEAD '*.txt'
git ls-tree HEAD .
mkdir u; echo x > u/x; echo y > y; echo more >> d/b.txt
git status --porcelain d
git status -s u; git status -s u/x
git status u/x
git status -uno
git status -s -uno; git status -s -unormal; git status -s -uall; git status -s -u; git status -s --untracked-files=no
git status d/s
git status -s -- a.txt y; git status -s nope; git status -s '*.txt'
git status -uwhat
git add d; git status -uno
git status d; git status u
git reset -q --hard; git status -uno
git config status.showUntrackedFiles no; git status -s; git status -s -unormal; git config --unset status.showUntrackedFiles; rm -r u y
git mv a.txt d/b.txt
git mv -f a.txt d/b.txt; git status -s; cat d/b.txt
git reset -q --hard; echo mine > mine; git mv a.txt mine
cat mine; git mv -f a.txt mine; git status -s; cat mine
git reset -q --hard; git mv -f d a.txt
git mv d d/s
git mv a.txt gone/
git mv a.txt gone/x
git mv a.txt d; git status -s; git mv d e; git status -s
git commit -qm "Move"
git switch -q old && echo theirs > a.txt && git commit -qam "Theirs"
git switch -q older && echo ours > a.txt && git commit -qam "Ours"
git config merge.conflictStyle merge; git merge old
cat a.txt; git restore --merge a.txt; cat a.txt; git merge --abort
git config merge.conflictStyle nope; git merge old
