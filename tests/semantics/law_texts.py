"""A document with the clauses that a small game cites."""

from __future__ import annotations


def law(*clauses: str) -> dict[str, str]:
    """`more` for `play`: a manifest that names the document `law`, and the document."""
    rows = "".join(f'    "{one}": {{place: "here", lines: [1, 1], kind: rule, gist: "A rule."}}\n' for one in clauses)
    head = 'document:\n  id: law\n  title: Law\n  edition: "1"\n  translator: ""\n  date: ""\n  sha256: ' + "0" * 64
    return {
        "pack.yaml": "id: trial\ntitle: Trial\ndocument: law\n",
        "law.yaml": f"{head}\n  clauses:\n{rows}",
    }
