git init -q -b main bases && cd bases
for i in a b; do echo $i > $i; git add .; git commit -qm "Add $i"; done; git switch -qc topic; for i in x y z; do echo $i > $i; git add .; git commit -qm "Add $i"; git tag t$i; done
git switch -q main; git rebase HEAD topic; git log --oneline; git switch -q main
git rebase --onto nowhere main topic; git status
git switch -q main; echo m > m; git add m; git commit -qm "Add m"; git rebase main ty
git log --oneline; git switch -q main; git rebase main nothing; git rebase HEAD topic; git log --oneline
