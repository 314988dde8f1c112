from .build import Build


def write_actions(build: Build, traced: bool) -> list[str]:
    return []


def action_register(build: Build) -> list[str]:
    return []
