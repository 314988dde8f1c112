"""What is to be compiled: units, rules, targets, what pauses, phases, flat actions; and what formulas come to."""

from .make import make_plan
from .units import Flat, Plan, Rule, Target, Unit

__all__ = ["Flat", "Plan", "Rule", "Target", "Unit", "make_plan"]
