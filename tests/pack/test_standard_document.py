"""The document of the Standard Rules accounts for every line of its part of the text: 1.0 to 10.0 and their charts."""

import pytest

from moot.pack.load import load

# The text is not ours to print. Its hash, and which of its lines have anything on them: `102-106` means 102 to 106,
# `202-206/2` every second of them. Between 931 and 1877, and after 2092, stand the rules of one game alone.
DIGEST = "d4257ae4da156a8a6c7b8ea2e4a756811c10275dc27c091dbda53e5a4d4ce711"
LINES = (
    "1 3-9 11-12 14-16 18-19 21-27 29-37 39 41-53 55-65 67-68 70-76/2 77-83 85 87-90 92-96 98-100 102-106 108-111"
    " 113-117 119-121 125-127 129-134 136 138-140 142-151 153 155-158 160-164 166 168-171 173 175-179 181-185"
    " 187-188 190-191 193-195 197-200 202-206/2 207-210 212-213 215-219 221-225/2 226-228 230-235 237-238 240-243"
    " 245 247-249 251-255 257-258 260-264 266-268 270-273 275-281 283-285 287-288 290-296/2 297-302 304-306 308-309"
    " 311-312 314-315 317-323/2 324-330 332 334-335 337-340 342-346 348-352 354-359 361-362 364-365 367-371/2"
    " 372-375 377 379-381 383-385 387-389 393 395-396 398-400 402-406 408-409 411-417 419-422 424-429 431-432"
    " 434-436 438-440 442-446 448-453 455 457-463 465-473 475-480 482-484 486-487 489-490 492 494-501 503-511"
    " 513-527 529-539 541-543 545-550 552-555 557-561 563 565-566 568-569 571-575/2 576-578 580-582 584-587 589-595"
    " 597-601 603-605 607-614 616 618-623 625-626 628-630 632-634 636-637 639-652 654-658/2 659-660 664-666 668-669"
    " 671-680 682 684-687 689-690 692-695 697-704 706 708-709 711-717 719-720 722-724 726-733 735-738 740-743"
    " 745-746 748 750-753 755-760 762-765 767-774 776-779 781-784 786-789 791-793 795-798 800-801 803 805-806 808"
    " 810-812 814-820 822-825 827-836 838-840 842-846 848-849 851-858 860-864/2 865-868 870-880 882-885 887-888"
    " 890-893 895-898 900-902 904 906-907 909-912 914 916-920 922 924-930 1878 1880-1881 1883 1885-1886 1888"
    " 1890-1891 1893-1894 1896-1897 1899 1901-1902 1904 1906-1907 1909-1910 1912 1914-1915 1917-1923/2 1924"
    " 1926-1928 1930-1932 1934-1940/2 1941 1943-1947 1949-1950 1952-1953 1955 1957-1959 1961-1964 1966-1967"
    " 1969-1975/2 1976-1980 1982-1988 1990 1992-1994 1996 1998-1999 2001-2002 2004-2008 2010 2012-2013 2015-2019/2"
    " 2020-2025 2027 2029-2031 2033 2035-2036 2038 2040-2047 2049-2053/2 2054-2060 2062-2064 2066-2067 2069-2070"
    " 2072-2073 2075-2085 2087 2089-2092"
)
PRINTED = (  # the numbered cases, and the headings that say something themselves
    "4.1 4.11 4.12 4.13 4.21 4.22 4.23 4.24 4.25 4.26 4.27 4.28 4.29 4.3 6.1 6.11 6.12 6.13 6.14 6.15 6.16 6.2 6.3"
    " 7.11 7.12 7.13 7.14 7.15 7.16 7.17 7.18 7.21 7.22 7.23 7.24 7.25 7.26 7.31 7.32 7.33 7.34 7.35 7.36 7.37 7.41"
    " 7.42 7.51 7.52 7.53 7.54 7.55 7.56 7.57 7.61 7.62 7.63 7.64 7.65 7.7 8.1 8.21 8.22 8.23 8.24 8.3 8.31 8.32"
    " 8.33 8.34 8.35 8.36 8.37 8.4 8.41 8.42 8.43 8.44 8.45 8.46 8.47 8.48 8.51 8.52 8.53 8.54 8.55 8.56 9.11 9.12"
    " 9.13 9.21 9.22 9.23 9.31 9.32 9.33 10.0"
)


@pytest.fixture(scope="module")
def document():
    return load("gondor/learning", cases=False).documents["standard"]


def _lines(text: str) -> set[int]:
    found: set[int] = set()
    for run in text.split():
        span, _, step = run.partition("/")
        first, _, last = span.partition("-")
        found.update(range(int(first), int(last or first) + 1, int(step or 1)))
    return found


def test_every_line_belongs_to_a_clause(document):
    assert document.sha256 == DIGEST, "another text: count its lines anew"
    written = _lines(LINES)
    covered = {n for clause in document.clauses.values() for n in range(clause.lines[0], clause.lines[1] + 1)}
    assert not written - covered
    assert max(covered) == max(written)
    for clause in document.clauses.values():
        assert set(clause.lines) <= written, clause.id


def test_clauses_stand_in_the_order_of_the_text(document):
    clauses = list(document.clauses.values())
    assert [one.lines for one in clauses] == sorted(one.lines for one in clauses)
    assert len({one.place for one in clauses}) == len(clauses)


def test_every_numbered_case_is_a_clause_by_its_number(document):
    assert not set(PRINTED.split()) - document.clauses.keys()
    for one in document.clauses.values():
        assert one.place.startswith(one.id.split(".")[0]) or "sheet" in one.place, one.id
