# How many kilobytes were sent in total? On the next line: how many for jazz?
awk '{ kb += $5 } END { print kb }' stream.log
awk '$4 == "jazz" { kb += $5 } END { print kb }' stream.log
