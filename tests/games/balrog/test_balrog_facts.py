"""Every card of the expansion, and of the decks published for it, as card data have it: see tests/facts/README.md."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from moot.pack.load import load

FACTS = Path(__file__).resolve().parents[2] / "facts" / "balrog_cards.csv"
ROWS = {row["code"]: row for row in csv.DictReader(FACTS.read_text(encoding="utf-8").splitlines())}
KINDS = {"dragon_event": "hazard_event"}
# A way whose other end its player names, which is apart, and one to any site of a region.
WAYS_APART = {"named_under_deeps_ruins_lairs": None, "any_site_in_udun": "cirith_gorgor"}


@pytest.fixture(scope="module")
def pack() -> Any:
    return load("balrog/under_deeps", cases=False)


@pytest.fixture(scope="module")
def cards(pack: Any) -> dict[str, Any]:
    return {plain(thing.fields["code"]): thing for thing in pack.things.values() if "code" in thing.fields}


def plain(entry: Any) -> Any:
    """The value of an entry of a file, without its places."""
    value = getattr(entry, "value", entry)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def words(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name) or []
    return " ".join(sorted(str(one) for one in (value if isinstance(value, list) else [value]) if one != "none"))


def attack_text(attack: dict[str, Any]) -> str:
    if attack.get("from_hand"):
        key = attack.get("keyed_site") or attack.get("keyed_region")
        return " ".join(["from_hand", *(["unique_too"] if attack.get("unique_too") else []), f"keyed={key}"])
    flags = [
        name for name in ("uncancelable", "attacker_assigns", "wound_eliminates", "overt_only") if attack.get(name)
    ]
    flags += [f"{name}={attack[name]}" for name in ("at", "detains", "wound_check") if name in attack]
    body = [f"body={attack['body']}"] if "body" in attack else []
    return " ".join(
        [attack["race"], str(attack.get("strikes") or "each"), str(attack["prowess"]), *body, *sorted(flags)]
    )


def attacks(fields: dict[str, Any], name: str) -> str:
    return "; ".join(attack_text(one) for one in fields.get(name, []))


def strikes(kind: str, fields: dict[str, Any]) -> str:
    if kind not in ("creature", "dragon_event"):
        return ""
    return "each wounded" if fields.get("per_wounded") else str(fields.get("strikes", "each"))


def influence_over(thing: Any) -> str:
    """What direct influence a character has over some cards alone, by the lines of its own code that say so."""
    if "effect" not in thing.fields:
        return ""
    at = thing.fields["effect"].at
    text = "\n".join(at.source.text.splitlines()[at.line - 1 : at.end_line])
    found = []
    for number, over in re.findall(r"modify influence_over(?:_own)?\(c, over\) by (\d+) where c = this and (.*)", text):
        named = re.search(r'over\.name = "(.*)"', over)
        races = re.search(r"kin\(over, \[(.*)\]\)", over)
        what = named[1] if named else races[1].replace(",", "") if races else "balrog_specific"
        found.append(f"{what} {number}")
    return "; ".join(sorted(found))


def home(fields: dict[str, Any]) -> str:
    if "home_sort" in fields:
        return f"any {fields['home_sort']}"
    return f"region {fields['home_region']}" if "home_region" in fields else words(fields, "home")


def ways(pack: Any, fields: dict[str, Any]) -> str:
    """The ways that the player of a site has from it, with the numbers of its version."""
    board, version = pack.boards["under_deeps"], fields["alignment"]
    place = fields["location"]
    found = []
    for (start, end), link in board.links.items():
        numbers = {key: plain(value) for key, value in pack.things[link].fields.items()}
        if board.places[start] == place and numbers.get(version, "none") != "none" and not numbers.get("named"):
            found.append(f"{board.places[end]} {numbers[version]}")
    return "; ".join(sorted(found))


def said(pack: Any, thing: Any) -> dict[str, str]:
    """What the rules have of a card, in the words of the table."""
    fields = {name: plain(entry) for name, entry in thing.fields.items()}
    kind = KINDS.get(thing.kind, thing.kind)
    races = fields.get("races") or [race for race in [fields.get("race")] if race]
    found = {name: "" if fields.get(name) is None else str(fields[name]) for name in ROWS["BA-1"]}
    found |= {
        name: "yes" if fields.get(name) else ""
        for name in ("unique", "balrog_specific", "spawn", "avatar", "scored", "for_item")
    }
    found |= {
        name: words(fields, name)
        for name in ("skills", "words", "keyed", "keyed_sites", "discard_on", "allows", "adds_at")
    }
    found |= {name: attacks(fields, name) for name in ("attacks", "added", "faces")}
    found |= {
        "kind": kind,
        "races": " ".join(sorted(races)),
        "strikes": strikes(thing.kind, fields),
        "home": home(fields),
    }
    found["influence_over"] = influence_over(thing)
    found["durations"] = " ".join(filter(None, [words(fields, "durations"), fields.get("as_event", "")]))
    if found["adds_at"]:  # an attack of a card that adds one to sites
        found |= {"added": found["faces"], "faces": ""}
    if found["added"].count("; ") > 9:  # one for each race
        found["added"] = " ".join(["any", *found["added"].split("; ")[0].split()[1:]])
    if fields.get("points") == fields.get("points_if"):
        found["points"] = ""
    nearest = fields.get("nearest") or {"haven": "", "regions": []}
    found |= {"nearest": nearest["haven"], "path": " ".join(nearest["regions"]), "region": "", "ways": ""}
    if kind == "site":
        region = plain(pack.things[fields["location"]].fields.get("region"))
        found["region"] = region or "below"
        found["ways"] = "" if region else ways(pack, fields)
    return found


def adjusted(row: dict[str, str]) -> dict[str, str]:
    """A row of the table, without what stands in rules, not in fields."""
    wanted = dict(row)
    if row["kind"] == "site":
        wanted["unique"] = ""  # all are, but havens: a law of decks
        links = [one.rsplit(" ", 1) for one in filter(None, row["ways"].split("; "))]
        named = [(WAYS_APART.get(place, place), number) for place, number in links]
        wanted["ways"] = "; ".join(sorted(f"{place} {number}" for place, number in named if place))
    return wanted


def nought(text: str) -> str:
    return "" if text == "0" else text


def test_the_table_has_every_card_of_the_expansion() -> None:
    assert {code for code in ROWS if code.startswith("BA-")} == {f"BA-{number}" for number in range(1, 105)}


def test_every_row_has_one_card_with_rules_of_its_own(cards: dict[str, Any]) -> None:
    assert not [code for code in ROWS if code not in cards]
    needs = [
        code
        for code in ROWS
        if cards[code].kind in ("event", "hazard_event", "dragon_event") and "effect" not in cards[code].fields
    ]
    assert not needs


@pytest.mark.parametrize("code", ROWS)
def test_a_card_is_as_card_data_have_it(pack: Any, cards: dict[str, Any], code: str) -> None:
    found, wanted = said(pack, cards[code]), adjusted(ROWS[code])
    differ = [f"{key}: {found[key]}, not {wanted[key]}" for key in wanted if nought(found[key]) != nought(wanted[key])]
    if differ:  # not by assert, which would print whole packs
        pytest.fail(f"{code} {found['name']}: {'; '.join(differ)}", pytrace=False)
