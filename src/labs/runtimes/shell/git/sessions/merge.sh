mkdir m && cd m && git init -q && printf 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n' > f && git add f && git commit -qm base && git tag base
git switch -q -c topic && sed -i 's/two/TWO topic/' f && echo t > t && git add . && git commit -qm "Topic two"
git switch -q main && sed -i 's/seven/SEVEN/' f && git commit -qam "Main seven"
git merge topic -m "Merge it"
git log --oneline --graph
git log
git show
git cat-file -p HEAD
git reset --hard HEAD~1
git merge topic
git log -1 --format=%B
git reset -q --hard HEAD~1
sed -i 's/two/TWO main/' f && git commit -qam "Main two"
git merge topic
git status
git status -s
git ls-files -s
cat f
git diff --name-only
git show :1:f; git show :2:f; git show :3:f
git merge topic
git commit -m x
git switch topic
git merge --abort
git status
git config merge.conflictStyle diff3
git merge topic
cat f
git restore --ours f && cat f
git restore --theirs f && cat f
git restore --merge f && cat f
printf 'one\ntwo both\nthree\nfour\nfive\nsix\nSEVEN\n' > f && git add f
git status
git commit --no-edit
git log --oneline --graph --all
git log --graph
git log --oneline --first-parent
git log --oneline --merges
git merge topic
git merge-base main topic
git branch --merged
git switch -q -c other base && echo o > o && git add o && git commit -qm "Other"
git merge main
git merge --ff-only base
git switch -q -c ff base
git merge other
git merge main --no-ff -m "No ff"
git log --oneline --graph --all
git revert HEAD
git revert -m 1 HEAD --no-edit
git log -1
git revert HEAD --no-edit
git switch -q main
git cherry-pick other~1
git cherry-pick other~1
git cherry-pick --abort
git cherry-pick --skip
git switch -q -c cp base
git cherry-pick topic
git log -1 --format='%an %ad %cd'
git cherry-pick main
git cherry-pick -x main~1
git status
git cherry-pick --continue
printf 'one\nTWO cp\nthree\n' > f; git add f
git status
git cherry-pick --continue
git log -1
git cherry-pick base..topic
git status
git cherry-pick --abort
git revert --no-edit HEAD~1
git revert --abort
git revert --no-commit HEAD
git status
git commit -m "Back"
git reflog
echo dirty >> f
git switch main
git switch topic
git checkout topic
git merge topic
git stash -u
git stash list
git switch topic
git stash pop
git status
git checkout -- f
git stash drop
git rm -q f; git commit -qm "Remove f"; git switch -q cp; echo more >> f; git commit -qam "Change f"; git merge topic
git status
git status -s
git add f
git commit -m "Keep f"
git branch -d other
git branch -D other nix
git branch -m cp renamed
git branch
git reflog -3
git log --oneline -- t
git log --oneline -S'SEVEN' --all
git log --oneline -G'^TWO' --all
git log --oneline main..topic
git log --oneline main...topic
git log --oneline topic ^main
git log --author=Ada --oneline -2
git log --grep=Main --oneline --all
git log --reverse --format=%s main
git diff main...topic
git diff topic..main --stat
git diff --name-status base main
git rev-list --count --all
git rev-list main -3
cd .. && git init -q keep && cd keep && echo a > f && echo b > g && echo c > h && git add . && git commit -qm base
git switch -q -c topic && echo topic > f && git commit -qam "Topic f" && mkdir d && echo e > d/e && echo x > x && git add . && git commit -qm "Topic d and x"
git switch -q main && echo main > f && git commit -qam "Main f"
echo dirty >> g; git merge topic
echo more >> h; git merge --abort
git status -s; cat f g h
git cherry-pick topic~1
git cherry-pick --abort
git status -s; git reflog -3
git cherry-pick topic~1
git cherry-pick --skip
git status -s; git reflog -3
git revert --no-edit HEAD~1
git cherry-pick -n topic~1
echo staged > g; git add g; echo again >> g; git merge --abort
git reset -q --hard; git merge topic
echo staged > g; git add g; echo again >> g; git merge --abort
git status -s; cat g
git add . && echo again >> g; git reset -q --hard
git merge topic
rm d/e; git merge --abort
git status -s; ls
mkdir x; echo mine > x/mine; echo mine > d
git switch topic
git merge topic
git cherry-pick topic
git stash -q -u; git switch -q topic; git stash apply > /dev/null 2>&1; echo $?; git status -s; cat x d/e
git switch -q main; git stash pop -q; git status -s; cat d x/mine
rm d; git merge topic
git cherry-pick topic
rm -r x; mkdir d x; echo mine > d/e; git merge topic
git cherry-pick topic
git switch topic; git status -s; cat d/e
rm -r d; git switch topic; ls
git rm -qr d && echo n > d && git add d && git commit -qm "A file d"; git switch -q -d topic~1; echo mine > d/mine; git switch topic
git status -s; cat d/mine; rm d/mine; git switch topic; cat d
git switch -q -c steps main; for n in 1 2 3; do echo $n > s$n; git add s$n; git commit -qm "Step $n"; done
GIT_SEQUENCE_EDITOR="sed -i '1s/pick/edit/'" git rebase -i HEAD~3
echo mine > s2; git rebase --continue
cat s2; git status -s; rm s2; git rebase --continue
git log --oneline -4
git rebase topic
echo mine > s3; git rebase --abort
cat s3; git status -s; rm s3; git rebase --abort; git status -s
