# On which date were there most errors?
