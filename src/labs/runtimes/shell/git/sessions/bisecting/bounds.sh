git init -q -b main bounds && cd bounds
for i in 1 2 3 4 5 6 7 8; do echo $i > f; git add f; git commit -qm "Change $i"; done; git tag v1 main~7
git bisect start main v1; git bisect run sh -c 'exit 127' --
git bisect log; git bisect reset
git bisect start main v1; git bisect run ./nothing.sh 2>/dev/null
git bisect reset; printf 'grep -q "[678]" f && exit 127\nexit 0\n' > ../check.sh; git bisect start main v1; git bisect run sh ../check.sh
git bisect reset
