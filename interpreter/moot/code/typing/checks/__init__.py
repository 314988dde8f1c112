"""What is looked into once all is typed: ways that end, what nobody reads, what may not change, decks."""
