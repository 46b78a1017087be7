# Search between v1 and main with ~/check.sh. Save the log to ~/bisect.log before you reset.
git bisect start main v1
git bisect run sh ~/check.sh
git bisect log > ~/bisect.log
git bisect reset
