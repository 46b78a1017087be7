# How many lines has the log? Then: each date once.
wc -l < stream.log
cut -d " " -f 1 stream.log | sort -u
