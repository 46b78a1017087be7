# Which clients take the first three places by number of lines? Watch out for a tie.
