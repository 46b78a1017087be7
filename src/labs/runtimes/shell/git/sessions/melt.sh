git init -q -b main melt && cd melt && printf '1\n2\n3\n' > f; git add f; git commit -qm base; git tag start
sed -i s/1/one/ f; git commit -qam "One"; sed -i s/one/uno/ f; git commit -qam "Uno"; sed -i s/uno/ein/ f; git commit -qam "Ein"; echo n > n; git add n; git commit -qm "New"; git tag end
list() { :; }; printf 'echo "--"; cat "$1" | sed "/^# Please/,\\$d"\n' > ../ed; n=$(git rev-parse end) e=$(git rev-parse end~1) o=$(git rev-parse end~3); printf "n=$n\ne=$e\no=$o\n" > ../names
. ../names; printf "pick $o One\nsquash $e Ein\npick $n New\n" > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i start
GIT_EDITOR="sh ../ed" git rebase --skip; git log --format=%B
git reset -q --hard end; . ../names; printf "pick $o One\nfixup $n New\nsquash $e Ein\n" > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i start
git rebase --skip; git log --format=%B
git reset -q --hard end; . ../names; printf "pick $o One\nsquash $n New\nsquash $e Ein\n" > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i start
git rebase --skip; git log --format=%B
git reset -q --hard end; . ../names; printf "pick $o One\nsquash $e Ein\nsquash $n New\n" > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i start
git rebase --skip; git log --format=%B
git reset -q --hard end; . ../names; printf "pick $o One\nsquash $e Ein\nfixup $n New\n" > ../todo; GIT_SEQUENCE_EDITOR='cp ../todo' git rebase -i start
git rebase --skip; git log --format=%B
