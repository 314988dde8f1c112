"""Modules that have another path since this version. For one version, their old paths say where they are now."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

# By the old folder and the new one: the modules that moved, with an = where the name has changed too.
_MOVES = """
tools tools: written=files
tools tools.setup: case_game=compiled case_formula=formulas case_values case_given=given
    case_position=position placing=placement composed=named_position case_journal=journal_text
tools tools.cases: cases=run case_file=file case_play=play case_then=expectations
tools tools.documents: citations explain=clause_lookup source_text=owner_text rulebook_text=text_parts
tools tools.coverage: coverage=clauses covered=lines used=usage used_series=usage_series
tools tools.explain: why why_not=refusal why_not_call=why_not_action why_not_choice=why_not_value asked=context
    observed=instrumented reading=formula_trace travel=destinations explain_clause=clause
tools tools.odds: odds=question asks=parameters posed=solve probes=fixtures chances=chance_tree outlook=choices
    routes=best_paths way_odds=paths stand_ins
tools tools.maps: board_graph=graph drawn=picture map_picture=picture_builder map_formula=formulas turn_pictures
tools tools.decks: deck_bytes=encoding deck_cards=match_cards deck_file=file deck_game=game_format
    deck_judge=legality deck_laws=constraints deck_lines=line_formats deck_list=listing deck_pool=pool
    deck_search=search deck_trees=tree_formats deck_write=write
tools tools.laws: laws=broken law_places=places
tools tools.check: check=packs board_check=boards deck_check=decks glossary=terms names_read pack_checked=findings
tools tools.bots: bots=simple brisk search evaluate
tools tools.simulate: simulate=series survival=solo causes=end_reasons intervals=confidence
    every_option=option_sweep
tools tools.logs: log log_places=entries kept_logs=folder made_with=reload save_file=save
tools tools.show: showing=facts table_grid=tables sheet form_text=lowered_form
tools tools.scaffold: new_files=starters new_game_files=game_files new_map=map_files new_overlay=overlay
    new_document=document
tools tools.diff: diff=compare
tools tools.diff.structure: aligned=documents differences=rules rule_list=rule_texts hybrid common=shared_names
tools tools.diff.search: behaviour composer=position_generator enumerate=equivalence fate=common_random
    formula_values=formula_eval lockstep samples=sampled_calls seek=seeker shrink
    steer=impact witness=counterexample witness_case=counterexample_case
tools stack: reported=scoreboard
ui ui: working=progress
ui ui.play: play_command play=session prompt table=drawing narrate choices seats curtain undo_rule kept=autosave
ui ui.logs: replay_command verify_command
ui ui.maps: map_command map_svg=svg map_text=text
ui ui.show: show_command show_tables=tables sheet_command
ui ui.diff: diff_command diff_tell=text diff_words=wording diff_page=page
ui ui.odds: odds_command odds_position=choices odds_ways=paths
ui ui.explain: explain_command explained=text
ui ui.coverage: coverage_command coverage_page=page used_command
ui ui.decks: deck_command deck_report=report
ui ui.simulate: sim_command sim_report=report sim_picture=charts
ui ui.check: check_command test_command=cases_command
ui ui.scaffold: new_command
stack stack.saves: saved=serialize serialize
stack stack: orders=chance ways=pathfinding blame=fault_origin opening=machine
stack stack.guesses: guess=determinize determinize
lang lang: uncollected=without_gc plain=name_folding
code.plan code.plan: plan=units
code.typing code.typing: values=data_values
code.lower.formulas code.lower.formulas: formulas=dispatch
pack pack.model: board_values boards bundle copies lineage fields kinds place_words schema yaml_text
pack pack.maps: maps=grids map_letters=letters graph_maps=graphs map_fits=has_fields link_boards=link
"""


def _modules() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _MOVES.replace("\n    ", " ").split("\n")[1:-1]:
        folders, _, names = line.partition(":")
        of, to = folders.split(" ")
        for old, _, new in (name.partition("=") for name in names.split()):
            found[f"moot.{of}.{old}"] = f"moot.{to}.{new or old}"
    return found


# The new places of old paths. Some old paths are packages now (see `lazy.handed_on`).
MODULES = _modules()


def moved(old: str, new: str) -> ImportError:
    """The error raised for an old path."""
    return ImportError(f"`{old}` is now `{new}`", name=old)


class OldPaths:
    """Asked last, for modules that nothing else finds."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name in MODULES:
            raise moved(name, MODULES[name])
        return None


def watch() -> None:
    """From now on, an old path that is imported raises ImportError with the new one."""
    if OldPaths not in sys.meta_path:
        sys.meta_path.append(OldPaths)
