# On which date were there most errors?
grep -i error stream.log | cut -d " " -f 1 | sort | uniq -c | sort -rn | head -n 1
