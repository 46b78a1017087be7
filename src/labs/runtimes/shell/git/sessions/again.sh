git init -q -b main again && cd again; for i in a b; do echo $i > $i; git add .; git commit -qm "Add $i"; done; git switch -qc topic
for i in "Fix the fence" "Fix" "Walk"; do echo "$i" > "$i"; git add .; git commit -qm "$i"; done; for i in "fixup! Fix" "squash! Fix the" "fixup! W" "fixup! fixup! Fix" "fixup! nobody" "fixup! $(git rev-parse --short HEAD~2)"; do echo "$i" > x"$(ls | wc -l)"; git add .; git commit -qm "$i"; done; git tag start
GIT_SEQUENCE_EDITOR=cat git rebase -i --autosquash main | grep -v '^#'
git log --format='%s%n%b' --stat
git reset -q --hard start; GIT_SEQUENCE_EDITOR=cat git rebase -i --autosquash -x 'echo one' -x 'echo two' main | grep -v '^#'
git log --format='%s%n%b'
git rebase -x 'echo one' -x 'echo two' main
git rebase -x 'echo one' HEAD; git status
git rebase -f main; git log --oneline
git rebase --no-ff start~9; git log --oneline
git rebase --force-rebase main; git log --oneline
git rebase -f HEAD; git log --oneline
GIT_SEQUENCE_EDITOR=: git rebase -i --no-ff main; git log --oneline
GIT_SEQUENCE_EDITOR=: git rebase -i main; git log --oneline
git commit -q --allow-empty -m "fixup! $(git rev-parse --short HEAD)"; GIT_SEQUENCE_EDITOR=cat git rebase -i --autosquash main | grep -v '^#'
git reset -q --hard main; for i in 1 2 3; do echo $i >> f; git add f; git commit -qm "$([ $i = 1 ] || echo 'squash! ')Count" -m "Body $i"; done; GIT_SEQUENCE_EDITOR=: GIT_EDITOR="sed '/^$/d; /^# Please/,\$d'" git rebase -i --autosquash main; git log -1 --format=%B
git rebase --onto main~1 -f main; git log --oneline
