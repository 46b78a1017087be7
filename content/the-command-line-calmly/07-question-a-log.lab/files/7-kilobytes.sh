# How many kilobytes were sent in total? On the next line: how many for jazz?
