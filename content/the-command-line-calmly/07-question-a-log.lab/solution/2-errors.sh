# How many lines report an error, whatever the spelling?
grep -ci error stream.log
