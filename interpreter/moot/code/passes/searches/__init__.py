"""Passes of games with boards: functions whose values are kept, searches of their own."""
