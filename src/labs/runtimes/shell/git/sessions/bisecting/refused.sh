git init -q -b main refused && cd refused; for i in 1 2 3 4 5; do echo $i > f; git add f; git commit -qm "Change $i"; done
git bisect start main~3 main; git bisect log; git status; git bisect good
git bisect start main~2 main~4; git bisect good; git bisect good; git bisect start; git bisect start main~1
git bisect start main main; git bisect log; git status
git bisect start; git bisect bad main~2; git bisect good main; git bisect log; git status
git bisect good main~1; git bisect log
git bisect reset; git bisect log
git bisect start main main~4; git bisect good nowhere; git bisect bad nowhere; git bisect log
git bisect bad main~4; git bisect log; git bisect reset
echo own > f; git bisect start main main~4; git bisect log; git status --short; git bisect reset; git checkout -q f
git switch -qc side main~3; echo s > s; git add s; git commit -qm "Side"; git switch -q main; git rm -q f; echo w > s; git commit -qm "Without"
git rebase -i side; git status; git rebase --edit-todo; rm -f s; git rebase --continue; git status; cat s
git rebase --abort; git status --short; git log --oneline -2
