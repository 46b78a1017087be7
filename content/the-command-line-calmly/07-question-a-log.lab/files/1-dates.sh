# How many lines has the log? Then: each date once.
