def action_helpers(program, ns):
    return {}
