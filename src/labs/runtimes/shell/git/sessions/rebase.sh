git init -q -b main polish && cd polish
git config user.name "Lab" && git config user.email "lab@example.com"
echo 'export const area = (w, h) => w * h;' > shapes.js; printf '# Shapes\n\nFunctons for shapes.\n' > README.md; git add . && git commit -qm "Start shapes library"
git switch -qc topic; echo 'export const perimeter = (w, h) => 2 * w + h;' >> shapes.js; git commit -qam "Add perimeter"
printf '# Shapes\n\nFunctions for shapes.\n' > README.md; git commit -qam "typo"
echo 'export const diagonal = (w, h) => Math.hypot(w, h);' >> shapes.js; git commit -qam "wip"
sed 's/2 \* w + h/2 * (w + h)/' shapes.js > t && mv t shapes.js; git commit -qam "oops, fix perimeter"
echo 'console.log("debug");' >> shapes.js; git commit -qam "debugging"
grep -v debug shapes.js > t && mv t shapes.js; printf '\n- area\n- perimeter\n- diagonal\n' >> README.md; git commit -qam "remove debugging, list functions"
git tag before; git log --oneline main..topic
git log -p --reverse main..topic
git config merge.conflictStyle diff3
printf 'reword\npick\nfixup\npick\nsquash\nsquash\n' > ../verbs; for r in 4 5 2 3 1 0; do git log -1 --format='%h %s' topic~$r; done > ../picks; paste -d ' ' ../verbs ../picks > ../todo; cat ../todo
printf 'case $(grep -v "^#" "$1") in *typo*) echo "Correct spelling in README" > "$1";; *wip*) echo "Add diagonal and list the functions" > "$1";; esac\n' > ../ed; chmod +x ../ed
export GIT_EDITOR="sh $HOME/ed"; GIT_SEQUENCE_EDITOR="cp $HOME/todo" git rebase -i main
git status
cat shapes.js
printf 'export const area = (w, h) => w * h;\nexport const perimeter = (w, h) => 2 * (w + h);\n' > shapes.js; git add shapes.js
git status
GIT_EDITOR="sh $HOME/ed" git rebase --continue
git status
cat shapes.js
printf 'export const area = (w, h) => w * h;\nexport const perimeter = (w, h) => 2 * (w + h);\nexport const diagonal = (w, h) => Math.hypot(w, h);\n' > shapes.js; git add shapes.js
GIT_EDITOR="sh $HOME/ed" git rebase --continue
git status
git log --format='%H %s%n%b' main..topic
git diff before topic
git log --stat main..topic
git reflog
git reflog topic
git log --oneline -S'debug' main..topic
git show topic~1:shapes.js
git reset -q --hard before
GIT_SEQUENCE_EDITOR="sed -i s/^pick/edit/" git rebase -i main
git status
echo x > x; git add x; git commit --amend --no-edit
git rebase --continue
echo y > y; git add y; git rebase --continue
git rebase --skip
git rebase --abort
git status
GIT_SEQUENCE_EDITOR="true" git rebase -i main
git reflog -4
git rebase main
git switch -q main; echo main > m; git add m; git commit -qm "On main"; git switch -q topic
git rebase main
git log --oneline --graph
git reflog -9
git rebase --onto main~1 topic~2
git log --oneline
git rebase main~1 main
git rebase nowhere
echo dirty >> README.md; git rebase main
git checkout -q README.md
git switch -q topic; git commit -q --allow-empty -m "empty"; git rebase main
git log --oneline
git commit --amend -m "Fix" --allow-empty; echo z > z; git add z; git commit -m z; echo zz > z; git commit -a --fixup HEAD; git log --oneline -3
GIT_SEQUENCE_EDITOR=true git rebase -i --autosquash main
git log --oneline -3
git rebase -x 'test -f z' main
GIT_SEQUENCE_EDITOR='sed -i 1ibreak' git rebase -i main
git rebase --continue
GIT_SEQUENCE_EDITOR='sed -i 1d' git rebase -i main
git log --oneline -3
GIT_SEQUENCE_EDITOR='sed -i s/^pick/foo/' git rebase -i main
git rebase --abort
GIT_SEQUENCE_EDITOR='echo >' git rebase -i main
git rebase --continue
printf '1\n2\n3\n4\n5\n' > n; git add n; git commit -qm n; sed -i 's/3/three/' n; git commit -qam three; sed -i 's/three/THREE/' n; git commit -qam THREE; for r in 0 1; do git log -1 --format='pick %h %s' HEAD~$r; done > ../todo2; GIT_SEQUENCE_EDITOR='cp $HOME/todo2' git rebase -i HEAD~2
git status
cat n
git rebase --skip
git status
cat n
git rebase --abort
git status
