# Search between v1 and main with ~/check.sh. Save the log to ~/bisect.log before you reset.
