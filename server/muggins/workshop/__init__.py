"""For bot authors, without a server of their own: local matches, the check of a bot, and what a match shows later."""
