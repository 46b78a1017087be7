# Write the paragraph that was staged but never committed to draft.txt.
