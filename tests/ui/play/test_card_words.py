"""What cards do is told in words; their code only where it is asked for, and nothing of another edition."""

from pathlib import Path

DUEL = ("play", "duel", "--seed", "3", "--no-about")


def test_a_card_is_told_in_words_without_another_editions_clauses(moot) -> None:
    out = moot(*DUEL, typed="look gandalfs enchantment\nquit\n").stdout
    assert "Take a card from the Balrog's hand at random." in out
    assert "[english/enchantment.face_up" in out and "cox/enchantment" not in out and "Gandalf's Spell" not in out
    shown = moot("show", "duel", "cards/gandalfs_enchantment").stdout
    assert "Take a card from the Balrog's hand at random." in shown and "english/enchantment.when" in shown
    assert "cox/" not in shown and "let c = enchantment_takes()" not in shown
    other = moot("show", "duel/cox", "cards/gandalfs_enchantment").stdout
    assert "cox/enchantment.card" in other and "english/" not in other


def test_code_is_shown_where_it_is_asked_for(moot) -> None:
    for typed in ("code gandalfs enchantment", "look gandalfs enchantment --code"):
        out = moot(*DUEL, typed=f"{typed}\nquit\n").stdout
        assert "    let c = enchantment_takes()\n" in out and "Take a card from" in out
    assert "write: look NAME --code" in moot(*DUEL, typed="code\nquit\n").stdout
    shown = moot("show", "duel", "cards/gandalfs_enchantment", "--code").stdout
    assert "let c = enchantment_takes()" in shown


def test_a_hand_that_is_looked_at_says_what_its_cards_do(moot) -> None:
    out = moot(*DUEL, typed="look hand\nquit\n").stdout
    assert "  Gandalf's Enchantment: Take a card from the Balrog's hand at random." in out
    assert "hand of the Balrog: 9 that you cannot see" in out


def test_fields_are_named_in_words(moot) -> None:
    assert "sweep                 attack x.xx*  defence x..x*" in moot("show", "duel", "cards").stdout
    assert "printed_" not in moot("show", "duel", "cards/sweep").stdout


def test_what_somebody_looks_at_is_not_said_to_be_hidden(moot) -> None:
    typed = "\n".join(["1"] * 60)
    out = moot("play", "duel", "--seat", "gandalf", "--seed", "11", "--bot", "balrog=random", typed=typed).stdout
    assert "hidden from you" not in out.replace("at random: hidden from you", "") and "something" not in out


LENT = """
game lent "Lent"
players ann, bob
kind card
kind band
  held : number = 0
zone shelf : row of card, seen by all
phase lent
  search()
  climb()
  let b = new band(held: 1)
  remove b
  choose c in shelf by ann "take one"
    win ann "done"
procedure search                               @search
  test_it("search")
procedure climb                                @climb
  test_it("climb")
procedure test_it(what: string)
  let thrown = roll 1d6
  note(what, thrown)
procedure note(what: string, thrown: number)
  say("{what} is {thrown}")
"""


def test_a_helper_called_from_two_rules_cites_the_one_that_called_it(moot, pack):
    clauses = "".join(f'    {one}: {{place: "{one}", kind: rule, gist: "{one} it"}}\n' for one in ("search", "climb"))
    path = pack(
        "lent",
        LENT,
        cards="kind: card\ncards: {fern: {}, oak: {}}\n",
        terms='terms:\n  band(removed): "{band} breaks up"\n',
        decks="decks:\n  all: {zone: shelf, cards: {fern: 1, oak: 1}}\n",
        book=f"document:\n  id: lent\n  title: Lent\n  clauses:\n{clauses}",
    )
    manifest = path / "pack.yaml"
    manifest.write_text(manifest.read_text() + "document: lent\n")
    out = moot("play", path, "--seed", "3", typed="1\n").stdout
    told = {line.split()[0]: line.rpartition("[")[2] for line in out.splitlines() if " is " in line and "[" in line}
    assert (told.get("search"), told.get("climb")) == ("lent/search]", "lent/climb]"), out
    assert "band 1 breaks up" in out


TINTS = """
game tints "Tints"
players ann, bob
## colours of cards
## red: a warm one
kind tint : red, blue
kind card
  ## the colours on its rim
  rim    : list of tint = []
  copies : number = 1
zone shelf : row of card, seen by all
phase tints
  choose c in shelf by ann "take one"
    win ann "done"
"""


def test_look_knows_values_and_parts_of_names(moot, pack):
    path = pack(
        "tints",
        TINTS,
        cards="kind: card\ncards:\n  tall_fern: {rim: [red, red, blue]}\n  oak: {copies: 2}\n"
        "  old_fern: {rim: [blue]}\n",
        decks="decks:\n  all: {zone: shelf, cards: {tall_fern: 1, oak: 1, old_fern: 1}}\n",
    )
    out = moot("play", path, "--seed", "3", typed="look tall fern\nlook oak\nlook red\nlook fern\nlook aok\n").stdout
    assert "tall fern: rim red \u00d72, blue\n" in out and "oak: copies 2\n" in out
    assert "red (tint): a warm one\n  printed on cards and pieces that you see: tall fern\n" in out
    assert "unknown thing `fern`; names that contain it: tall fern, old fern\n" in out
    assert "unknown thing `aok`; did you mean `oak`?\n" in out


def test_a_line_from_a_card_without_clauses_names_the_card(moot) -> None:
    moot("new", "pack", "mine", "--extends", "duel")
    card = "owner: gandalf, printed_attack: x..x, printed_defence: '....', text: raise energy(gandalf) by 1"
    Path("mine/leap.yaml").write_text(f"kind: card\ncards:\n  leap: {{{card}}}\n", encoding="utf-8")
    decks = "override:\n  gandalf:\n    cards: {leap: 1, stagger: 0}\n"
    Path("mine/decks.yaml").write_text(decks, encoding="utf-8")
    quick = ("--bot", "gandalf=random", "--bot", "balrog=random")
    for seed in range(12):
        out = moot("play", "mine", "--bots", *quick, "--seed", str(seed)).stdout
        if found := [line for line in out.splitlines() if line.endswith("[leap]")]:
            assert found[0].strip().startswith("leap: energy of Gandalf ")
            return
    raise AssertionError("the card is never played")


DENS = """
game dens "Dens"
players ann, bob
kind blow
  might : number
kind card
  blows : list of blow = []
zone stock(p: player) : stack of card, seen by all
zone waiting : stack of call, seen by all
phase dens
  put_off(pending growl(ann, bob))
  choose c in stock(ann) by ann "take one"
    win ann "done"
procedure put_off(c: call)
  move c to waiting
procedure growl(p: player, other: player)
  nothing
"""


def test_things_printed_on_a_card_and_calls_that_wait_are_in_words(moot, pack):
    path = pack(
        "dens",
        DENS,
        cards="kind: card\ncards:\n  old_den: {blows: [{might: 3}, {might: 5}]}\n",
        decks="decks:\n  ann: {zone: stock(ann), cards: {old_den: 2}}\n",
        terms='terms:\n  growl: "the growl of {p} at {other}"\n',
    )
    out = moot("play", path, "--seed", "3", typed="look old den\nlook waiting\n").stdout
    assert "old den: blows (might 3), (might 5)\n" in out and ".blows" not in out, out
    assert "the growl of ann at bob" in out, out


def test_look_at_a_player_shows_their_states_and_zones(moot) -> None:
    out = moot(*DUEL, typed="look the balrog\nquit\n").stdout
    assert "the Balrog, a player: step on the bridge 0, energy 15, card supply 18, hand 9" in out


def test_notes_on_a_choice_join_the_printed_values(moot) -> None:
    typed = "\n".join(["done"] * 30)
    told = ""
    for seed in range(4):
        told += moot("play", "gondolin", "--seed", str(seed), typed=typed).stdout
    found = [line.split("  ") for line in told.splitlines() if "price now" in line and " play " in line]
    assert found and all(any(part.startswith("price ") for part in line[1:]) for line in found)
    assert any(" price now 1" in line and "price 2" in line for line in found), found
