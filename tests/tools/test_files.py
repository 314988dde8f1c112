"""Files that people keep."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from moot.tools.files import write_whole


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_file_may_be_read_by_whom_the_system_lets(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "report.html", "told")
    finally:
        os.umask(before)
    assert (tmp_path / "report.html").stat().st_mode & 0o777 == mode
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "told"
    assert list(tmp_path.iterdir()) == [tmp_path / "report.html"]


def test_a_link_stays_one_and_a_long_name_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "there.svg").write_text("before", encoding="utf-8")
    (tmp_path / "link.svg").symlink_to(tmp_path / "there.svg")
    write_whole(tmp_path / "link.svg", "after")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "there.svg").read_text(encoding="utf-8") == "after"
    write_whole(tmp_path / ("n" * 250), "told")
    assert (tmp_path / ("n" * 250)).read_text(encoding="utf-8") == "told"
