# How many lines report an error, whatever the spelling?
