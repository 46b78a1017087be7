git init -q -b main bounds && cd bounds
for i in 1 2 3 4 5 6 7 8; do echo $i > f; git add f; git commit -qm "Change $i"; done; git tag v1 main~7
git switch -qc side main~4; echo side > s; git add s; git commit -qm "Side"; echo more >> s; git commit -qam "More"; git switch -q main
git bisect start main side
git bisect good
git bisect log
git bisect bad; git bisect good
git bisect reset; git bisect start main side; git bisect bad
git bisect log; git bisect reset
git bisect start main side; git bisect skip; git bisect log; git bisect reset
git bisect start main side; printf 'grep -q "[678]" f && exit 1\nexit 0\n' > ../check.sh; git bisect run sh ../check.sh; git bisect reset
