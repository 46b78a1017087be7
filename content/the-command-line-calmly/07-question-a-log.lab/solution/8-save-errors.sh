# Save all error lines to errors.txt and print their number, in one pipeline.
grep -i error stream.log | tee errors.txt | wc -l
