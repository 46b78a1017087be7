git init -q -b main draw && cd draw; echo 1 > f; git add f; git commit -qm "One"; echo 2 > f; git commit -qam "Two"; git switch -qc side; echo s > s; git add s; git commit -qm "Side"; echo ss > s; git commit -qam "Side again"; git switch -q main; echo 3 > f; git commit -qam "Three"; git merge -q -m "Merge side" side; echo 4 > f; git commit -qam "Four"
git log --graph --oneline; git log --graph --oneline -2
git log --graph --oneline -3; git log --graph --oneline -4; git log --graph -3 --format=%s%n%b
git log --graph --oneline -- f
git log --graph --oneline -- s; git log --graph --oneline -1 -- s
git log --graph --oneline -- f s
git log --graph --oneline --grep=S; git log --graph --grep=S --stat
git log --graph --oneline --grep='One\|Four'
git log --graph --oneline --no-merges; git log --graph --oneline --merges
git log --graph --oneline --reverse
git log --graph --oneline --skip=2; git log --graph --oneline --skip=1 -2
git switch -qc other HEAD~1; for i in 1 2 3; do echo o$i > o; git add o; git commit -qm "Other $i"; done; echo f >> s; git commit -qam "Both"; git switch -q main; git merge -q -m "Merge other" other; echo n > n; git add n; git commit -qm "New"; git log --graph --oneline -- f s
git log --graph --oneline -- s; git log --graph --oneline -- o; git log --graph --oneline -- n o s; git log --graph --oneline -- .
git log --graph --oneline -5; git log --graph --oneline -7 --first-parent; git log --graph --oneline --author=nobody
git log --graph --oneline main~3..main -- s; git log --graph --oneline --all -6; git log --graph --oneline other ^side -- o f
git show --graph --oneline HEAD
git log --oneline --grep='a|b' ; git log --oneline --grep='(S'; git log --oneline --grep='\(One\|Two\)$'; git log --oneline --author='Ada\?d*a*' -1; git log --oneline --grep='O.*r [12]\{1\}'; git log --oneline --grep='[|]'
git merge -q side; git merge side
