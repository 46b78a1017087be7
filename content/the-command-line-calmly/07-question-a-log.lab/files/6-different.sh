# How many different clients are there?
