# Print the subject of the commit that introduced the line RATE=2, and nothing else. No bisect.
git log --format=%s -G'^RATE=2$'
