git init -q folder && cd folder && mkdir -p build d/s && printf 'build/\n*.log\n' > .gitignore && echo x > build/x.o && echo one > a.txt && echo two > d/b.txt && echo three > d/s/c.txt && git add . && git commit -qm base
echo log > d/t.log; echo new > n.txt; git add build/x.o
git add build/
git add build; git add -A build; git add -u build
git add build/nope
git add n.txt d/t.log build/x.o
git status -s; git add d; git add '*.log'
git commit -qm "n.txt"
cd d && echo more >> ../a.txt && echo more >> b.txt
git add ../build/x.o
git ls-files
git ls-files -s s; git ls-files ../a.txt; git ls-files ..
git ls-files -o; git ls-files -o --exclude-standard; git ls-files -o ..
git ls-tree HEAD; git ls-tree -r --name-only HEAD; git ls-tree HEAD ../a.txt; git ls-tree HEAD .; git ls-tree --name-only HEAD s/
git diff ../a.txt
git diff --name-only; git diff --name-only .; git diff --stat ..
git log --oneline ../a.txt
git log --oneline -- ../n.txt; git log --oneline ..; git log --oneline ./; git log --oneline HEAD~1..HEAD ../n.txt
git rev-list main ../n.txt; git show --name-only --format=%s HEAD ../n.txt
git log --oneline main..; git log --oneline ^main; git log --oneline HEAD~1..
git log --oneline nope..main
git log --oneline ../nope
git diff main..nope
git diff ...nope
git status; git status -s; git status -s .; git status --porcelain ..
git add b.txt ../a.txt -v && git commit -qm "From below" && git mv b.txt ../e.txt && git status -s
cd s && git ls-files && git ls-files .. && git rm -q --cached c.txt && git status -s
