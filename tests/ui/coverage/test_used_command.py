"""Games kept as logs by moot sim, and what moot used tells of them."""

import json

import pytest

from moot.tools.logs.log import read_log

RULES = """game market "Market"
players ann, bob

kind state_of_ware : fresh, stale
kind ware
  worth : 1..3
kind stall
  place : 1..9
table price(how: state_of_ware, w: 1..3) : set of 0..9

zone basket : pool of ware, seen by all
zone bought : row of ware, seen by all
zone stalls : row of stall, seen by all
state purse(p: player) : 0..99
option thieves          : bool = no
state open(s: stall)   : bool = no

phase day
  for each p in player
    buy(p)
  evening(ann)
  for each s in stalls where s.place = 1
    set open(s) to yes
  if purse(ann) > 90
    win ann "she is rich"
  win bob "the day is over"

procedure buy(p: player)
  choose w in basket where w.worth < 3 by p "buy something"
    sell(p, w)
    move w to bought

procedure sell(p: player, w: ware)
  if 4 in price[fresh, w.worth]
    raise purse(p) by 4

phase evening(p: player)
  offer actions to p

action haggle(w: ware in basket) by p in evening(p)
  require not 7 in price[stale, w.worth]
  require not 4 in price[fresh, 1]
  do
    nothing

instead of quarrel where thieves
  win none "all is stolen"

procedure quarrel
  nothing
"""
WARES = """kind: ware
cards:
  apple: {worth: 1}
  bread: {worth: 2}
  dates: {worth: 2}
  cheese: {worth: 3}
"""
STALLS = "kind: stall\ncards:\n  corner: {place: 1}\n  middle: {place: 2}\n"
PRICES = """tables:
  price:
    rows:
      fresh: {1..2: 4, 3: 8}
      stale: {1..3: none}
"""
DECKS = """decks:
  all: {zone: basket, cards: {apple: 1, bread: 1, dates: 1, cheese: 1}}
  places: {zone: stalls, cards: {corner: 1, middle: 1}}
"""


@pytest.fixture
def market(pack):
    return pack("market", RULES, wares=WARES, stalls=STALLS, prices=PRICES, decks=DECKS)


@pytest.fixture
def logs(moot, market, tmp_path):
    result = moot("sim", market, "--games", "6", "--seed", "5", "--logs", "games")
    assert result.exit_code == 0, result.output
    return tmp_path / "games"


def counts(result):
    return [line for line in result.stdout.splitlines()[3:]]


def test_each_game_is_kept_as_a_log_that_is_true(moot, logs):
    kept = sorted(logs.iterdir())
    assert len(kept) == 6 and (logs / "5.log") in kept
    for log in kept:
        assert moot("verify", log).exit_code == 0
        header = read_log(log).header
        assert f"{header['seed']}.log" == log.name and header["bots"] == {"ann": "random", "bob": "random"}


def test_a_run_goes_on_where_it_was_interrupted(moot, market, logs):
    plain = moot("sim", market, "--games", "9", "--seed", "5")
    sorted(logs.iterdir())[2].unlink()
    before = {log: log.stat().st_mtime_ns for log in logs.iterdir()}
    again = moot("sim", market, "--games", "9", "--seed", "5", "--logs", "games")
    assert counts(again) == counts(plain) and len(list(logs.iterdir())) == 9
    assert {log: log.stat().st_mtime_ns for log in before} == before


def test_games_in_which_nothing_is_chosen_go_on_as_they_were(moot, tmp_path):
    (tmp_path / "quick").mkdir()
    (tmp_path / "quick" / "pack.yaml").write_text("id: quick\ntitle: Quick\n")
    first = 'phase match\n  raise n by 1\n  if n > 1\n    win bob "twice"\n  win ann "once"\n'
    (tmp_path / "quick" / "rules.moot").write_text(f'game quick "Quick"\nplayers ann, bob\nstate n : number\n{first}')
    told = [moot("sim", "quick", "--games", "2", "--seed", "5", "--logs", "games") for _ in range(2)]
    assert counts(told[0]) == counts(told[1]) and "once" in told[0].stdout


def test_logs_of_another_run_and_changed_ones_are_told(moot, market, logs):
    other = moot("sim", market, "--games", "1", "--seed", "5", "--bot", "greedy", "--logs", "games")
    assert other.exit_code == 1
    assert "its `bots` differs from that of these games" in other.stderr and "games/5.log:1" in other.stderr
    log = logs / "5.log"
    log.write_text(log.read_text().replace('"bob", "choice"', '"ann", "choice"'))
    for command in (("sim", market, "--games", "1", "--seed", "5", "--logs", "games"), ("used", "games")):
        changed = moot(*command)
        assert changed.exit_code == 1 and "[log-changed]" in changed.stderr
    assert moot("sim", market, "--every-option", "--logs", "games").exit_code == 2


def test_what_was_used_and_what_never(moot, logs):
    told = moot("used", "games", "--of", "ware").stdout
    assert told.startswith("Market: 6 games, 12 choices; each replay")
    assert "bob     the day is over      6        2\n" in told
    assert "ware not used in any game: cheese\n" in told
    assert "stall not used in any game: middle\n" in told
    assert "cells of price never read: stale; fresh: 3\n" in told
    assert "0 of 1 action chosen in some game\nactions never chosen: haggle\n" in told
    at = {line: number for number, line in enumerate(RULES.splitlines(), 1)}
    assert f"rules.moot: procedure quarrel ({at['  nothing']}), action haggle ({at['    nothing']})\n" in told
    wares = [line.split(maxsplit=2) for line in told.splitlines() if line.startswith(("apple", "bread", "dates"))][:3]
    assert [what for _, games, what in wares] == [f"chosen {n}, moved {n}, procedure sell {n}" for _, n, _ in wares]
    assert sum(int(games) for _, games, _ in wares) == 12
    assert "cheese      0\n" in told
    lines = moot("used", "games", "--lines").stdout
    rich = at['    win ann "she is rich"']
    assert f"lines that never ran, in rules.moot: phase day: {rich}\n" in lines


def test_the_same_as_json_with_several_processes(moot, logs, monkeypatch):
    def elsewhere(work, lots, jobs, what, begin, given):
        begin(*given)
        return [work(*lot) for lot in lots]

    monkeypatch.setattr("moot.tools.simulate.series.spread", elsewhere)
    one, two = (json.loads(moot("used", logs, "--json", *jobs).stdout) for jobs in ((), ("--jobs", "2")))
    assert one == two
    assert one["games"] == len(one["logs"]) == 6
    cells = {(cell["row"], cell["column"]): cell["games"] for cell in one["tables"]["price"]}
    assert cells == {("fresh", "1..2"): 6, ("fresh", "3"): 0, ("stale", "1..3"): 0}
    corner = next(thing for thing in one["things"] if thing["thing"] == "corner")
    assert (corner["used"], corner["changed"], corner["chosen"]) == (6, 6, 0)


def test_a_log_that_breaks_off_is_told(moot, logs):
    log = logs / "5.log"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]))
    assert "the log is incomplete" in moot("used", log).stdout


def test_wrong_calls(moot, logs, tmp_path):
    (tmp_path / "empty").mkdir()
    assert "[no-logs]" in moot("used", "empty").stderr
    assert moot("used", "nowhere.log").exit_code == 2
    assert "did you mean `ware`" in moot("used", "games", "--of", "wares").stderr


def test_things_chosen_together_are_used(moot, pack):
    together = '  choose w in basket, s in stalls, n in 1..2 by ann "what, and where"\n    nothing\n  win none\n'
    rules = f"{RULES[: RULES.index('phase day')]}phase day\n{together}"
    pack("market", rules, wares=WARES, stalls=STALLS, prices=PRICES, decks=DECKS)
    moot("sim", "market", "--games", "4", "--seed", "5", "--logs", "games")
    told = json.loads(moot("used", "games", "--json").stdout)
    chosen = [thing["chosen"] for thing in told["things"] if thing["chosen"]]
    assert sum(chosen) == 8
