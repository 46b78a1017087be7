# Makes the repository. It has run already when your scripts start, in ~/hunt.
git init -q -b main ~/hunt && cd ~/hunt
git config user.name "Lab" && git config user.email "lab@example.com"

# Commits the revisions from $1 to $2 with the rate $3, and $4 as a line more.
commit() {
  for i in $(seq "$1" "$2"); do
    printf '# revision %s\nRATE=%s\n%secho $(( $1 + $1 * RATE / 100 ))\n' "$i" "$3" "$4" > price.sh
    git commit -qam "Revision $i"
  done
}

touch price.sh && git add price.sh
commit 1 1 20
git tag v1
commit 2 89 20
commit 90 105 20 $'if then\n'
commit 106 136 20
commit 137 200 2
