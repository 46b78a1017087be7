# Save all error lines to errors.txt and print their number, in one pipeline.
