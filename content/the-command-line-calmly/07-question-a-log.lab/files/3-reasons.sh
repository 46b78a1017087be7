# How many of them were timeouts, and how many had no signal? One pipeline, two numbers.
