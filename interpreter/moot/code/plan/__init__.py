"""The plan of the compilation: units, rules, targets, pausing, phases, flat actions; and the results of constant
formulas.
"""

from .make import make_plan
from .units import Flat, Plan, Rule, Target, Unit

__all__ = ["Flat", "Plan", "Rule", "Target", "Unit", "make_plan"]
