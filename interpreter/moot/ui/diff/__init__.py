"""`moot diff`: a comparison at the terminal (`text`) and as a page (`page`), in the editions' words (`wording`)."""
