# How many of them were timeouts, and how many had no signal? One pipeline, two numbers.
grep -i error stream.log | cut -d " " -f 7 | sort | uniq -c
