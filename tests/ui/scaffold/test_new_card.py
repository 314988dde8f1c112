"""A card that begins as a copy of another."""

from pathlib import Path

from moot.pack.load import load


def test_a_card_begins_as_a_copy(moot) -> None:
    moot("new", "pack", "mine", "--extends", "duel")
    said = moot("new", "card", "mine/lamp", "--like", "gandalfs_magic")
    assert said.exit_code == 0, said.output
    text = Path("mine/lamp.yaml").read_text(encoding="utf-8")
    assert "# A copy of gandalfs_magic" in text and "\n  lamp:" in text and "gandalfs_magic:" not in text
    bundle = load("mine")
    lamp, magic = bundle.things["lamp"], bundle.things["gandalfs_magic"]
    assert lamp.kind == magic.kind and set(lamp.fields) == set(magic.fields)
    assert set(lamp.stand_in) == set(magic.stand_in)
    assert moot("check", "mine").exit_code == 0


def test_comments_say_what_each_field_means_and_takes(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondolin")
    assert moot("new", "card", "mine/lamp", "--kind", "achievement").exit_code == 0
    text = Path("mine/lamp.yaml").read_text(encoding="utf-8")
    assert "# An achievement. " in text and "moot words mine achievement" in text
    assert "    price: 0  # the resources you pay to play it (0..99)\n" in text
    moot("new", "card", "mine/guard", "--kind", "defender")
    text = Path("mine/guard.yaml").read_text(encoding="utf-8")
    assert "# the enemy abilities it answers (set of ability: flying, burrowing, fire)" in " ".join(text.split())
    moot("new", "story", "mine/winter")
    text = Path("mine/winter.yaml").read_text(encoding="utf-8")
    assert "# turns the number of turns (1..99) #" in " ".join(text.split())


def test_the_kinds_on_offer_are_those_of_cards(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondor/learning")
    assert moot("new", "card", "mine/frost", "--kind", "spell").exit_code == 0
    text = Path("mine/frost.yaml").read_text(encoding="utf-8")
    assert "# Other kinds, with --kind: battle, army, unit, leader\n" in text  # no hex, and no posting
    assert moot("new", "scenario", "mine/ford").exit_code == 0
    text = Path("mine/ford.yaml").read_text(encoding="utf-8")
    assert "# In each posting:\n#   who  the piece (piece)\n#   at   the starting hex (hex)\n" in text


def test_a_thing_that_tables_have_cells_for_gets_them(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondor/learning")
    said = moot("new", "card", "mine/frost", "--kind", "spell")
    assert "wrote mine/frost_tables.yaml" in said.stdout
    cells = Path("mine/frost_tables.yaml").read_text(encoding="utf-8")
    assert cells.endswith("override:\n  spell_table:\n    frost:\n      1..6: none\n")
    said = moot("check", "mine")
    assert said.exit_code == 0, said.output


def test_of_what_is_not_there_no_copy_is_made(moot) -> None:
    moot("new", "pack", "mine", "--extends", "duel")
    said = moot("new", "card", "mine/lamp", "--like", "gandalf_magic")
    assert said.exit_code == 2 and "unknown thing `gandalf_magic`" in said.stderr
    assert "did you mean" in said.stderr and not Path("mine/lamp.yaml").exists()


def test_without_a_kind_it_is_of_that_of_the_cards_in_decks(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondolin")
    moot("new", "card", "mine/lamp")
    dealt = load("gondolin")
    first = next(title for deck in dealt.decks.values() for title, count, _ in deck.cards if count)
    assert f"\nkind: {dealt.things[first].kind}\n" in Path("mine/lamp.yaml").read_text(encoding="utf-8")


def test_an_empty_name_to_copy_is_no_name(moot) -> None:
    moot("new", "pack", "mine", "--extends", "duel")
    said = moot("new", "card", "mine/lamp", "--like", "")
    assert said.exit_code == 2 and "`--like` is empty" in said.stderr
    assert not Path("mine/lamp.yaml").exists()


def test_in_a_folder_of_a_pack_the_next_command_names_the_pack(moot) -> None:
    moot("new", "pack", "mine", "--extends", "duel")
    Path("mine/more").mkdir()
    said = moot("new", "card", "mine/more/lamp")
    assert said.exit_code == 0 and said.stdout.endswith("then: moot check mine\n"), said.stdout
    assert moot("check", "mine").exit_code == 0


def test_a_deck_names_the_cards_of_its_laws_in_few_words(moot) -> None:
    moot("new", "pack", "mine", "--extends", "gondolin")
    assert moot("new", "deck", "mine/cart").exit_code == 0
    text = Path("mine/cart.yaml").read_text(encoding="utf-8")
    assert "#   at most 32: all cards except defender_z, last_firstborn\n" in text
    assert "of the kind hand_card except defender_z, last_firstborn\n" in text
    assert text.partition("decks:")[0].count("\n") < 25


def test_a_field_that_a_pack_adds_cites_the_document_of_the_pack(moot) -> None:
    moot("new", "pack", "mine", "--extends", "duel")
    with Path("mine/pack.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write("document: house\n")
    clause = "weight: {place: '1', kind: rule, gist: Cards have a weight.}"
    head = "document:\n  id: house\n  title: House\n  edition: first\n  clauses:\n"
    Path("mine/house.yaml").write_text(f"{head}    {clause}\n", encoding="utf-8")
    Path("mine/rules.moot").write_text("kind card has\n  weight : number = 1  @weight\n", encoding="utf-8")
    said = moot("check", "mine")
    assert said.exit_code == 0, said.output
    Path("mine/rules.moot").write_text("kind card has\n  weight : number = 1  @wait\n", encoding="utf-8")
    assert "`house` has no clause `wait`" in moot("check", "mine").stdout
