# Bring main back to its four chapters.
