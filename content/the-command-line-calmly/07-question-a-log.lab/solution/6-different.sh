# How many different clients are there?
cut -d " " -f 3 stream.log | sort -u | wc -l
