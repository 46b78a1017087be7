# There is no editor here, so the list comes from todo.txt, and messages are not edited on the way.
export GIT_EDITOR=true
export GIT_SEQUENCE_EDITOR="cp $HOME/todo.txt"

git rebase -i main

# After a conflict: write the file as it should be at this point of the story, add it, and go on.
# cat > shapes.js << 'END'
# export const area = (w, h) => w * h;
# END
# git add shapes.js
# git rebase --continue
