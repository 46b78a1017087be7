# Makes the repository. It has run already when your script starts, in ~/polish.
git init -q -b main ~/polish && cd ~/polish
git config user.name "Lab" && git config user.email "lab@example.com"

echo 'export const area = (w, h) => w * h;' > shapes.js
printf '# Shapes\n\nFunctons for shapes.\n' > README.md
git add . && git commit -qm "Start shapes library"

git switch -qc topic
echo 'export const perimeter = (w, h) => 2 * w + h;' >> shapes.js
git commit -qam "Add perimeter"

printf '# Shapes\n\nFunctions for shapes.\n' > README.md
git commit -qam "typo"

echo 'export const diagonal = (w, h) => Math.hypot(w, h);' >> shapes.js
git commit -qam "wip"

sed 's/2 \* w + h/2 * (w + h)/' shapes.js > t && mv t shapes.js
git commit -qam "oops, fix perimeter"

echo 'console.log("debug");' >> shapes.js
git commit -qam "debugging"

grep -v debug shapes.js > t && mv t shapes.js
printf '\n- area\n- perimeter\n- diagonal\n' >> README.md
git commit -qam "remove debugging, list functions"

git tag before
