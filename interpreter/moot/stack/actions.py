"""Actions at work."""


def action_helpers(program, ns):
    return {}


def call_key(program, value):
    return str(value)


def why_not_call(machine, S, key):
    return None
