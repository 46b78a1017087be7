git init -q -b main hunt && cd hunt && git config user.name "Lab" && git config user.email "lab@example.com"
i=1; while [ $i -le 80 ]; do rate=20; [ $i -ge 57 ] && rate=2; { echo "# revision $i"; echo "RATE=$rate"; [ $i -ge 35 ] && [ $i -le 42 ] && echo "if then"; echo 'echo $(( $1 + $1 * RATE / 100 ))'; } > price.sh; git add price.sh; git commit -q -m "Revision $i"; [ $i -eq 1 ] && git tag v1; i=$((i + 1)); done; git log --oneline | wc -l
git bisect start main v1
git status
git bisect good
git bisect log
git bisect skip
git bisect bad
git bisect log
git bisect reset
printf 'sh -n price.sh || exit 125\n[ "$(sh price.sh 100)" = "120" ]\n' > ../check.sh
git bisect start main v1
git bisect run sh ../check.sh 2>/dev/null
git bisect log > ../bisect.log; cat ../bisect.log
git show --oneline --stat refs/bisect/bad
git bisect reset
git bisect replay ../bisect.log
git bisect reset
git log --format=%s -G'^RATE=2$'
git log --oneline -S'RATE=20'
printf 'sh -n price.sh || exit 1\n[ "$(sh price.sh 100)" = "120" ]\n' > ../check.sh
git bisect start
git bisect bad
git bisect good v1
git bisect run sh ../check.sh 2>/dev/null
git bisect reset
git status
git bisect log
git bisect good
git bisect start main~30 v1; git bisect skip; git bisect skip; git bisect skip; git bisect skip; git bisect good; git bisect skip; git bisect reset
git bisect start main main~4; git bisect skip; git bisect skip; git bisect skip; git bisect log; git bisect reset
