# Create the branch epilogue again, where it was.
