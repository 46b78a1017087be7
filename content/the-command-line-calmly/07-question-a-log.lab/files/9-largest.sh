# Print the ten lines with the most kilobytes, largest first.
