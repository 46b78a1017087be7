# Print the ten lines with the most kilobytes, largest first.
sort -k 5,5nr stream.log | head -n 10
