# Which clients take the first three places by number of lines? Watch out for a tie.
cut -d " " -f 3 stream.log | sort | uniq -c | sort -rn | head -n 4
