# There is no editor here, so the list comes from todo.txt, and messages are not edited on the way.
export GIT_EDITOR=true
export GIT_SEQUENCE_EDITOR="cp $HOME/todo.txt"

git rebase -i main

# The repair of the perimeter: correct, and no diagonal as yet.
cat > shapes.js << 'END'
export const area = (w, h) => w * h;
export const perimeter = (w, h) => 2 * (w + h);
END
git add shapes.js
git rebase --continue

# The next commit adds the diagonal.
cat > shapes.js << 'END'
export const area = (w, h) => w * h;
export const perimeter = (w, h) => 2 * (w + h);
export const diagonal = (w, h) => Math.hypot(w, h);
END
git add shapes.js
git rebase --continue
