"""Damaged logs: each damage is reported at its place, and nothing but what hangs on it is lost."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
import zstandard

from mocsar_conformance.audit import jobs, judge, lines, units
from mocsar_conformance.audit.tally import Tally
from mocsar_conformance.cli.audit import added
from mocsar_reference import Rulebook

from .conftest import SHORT, Audit, Write

LINES = SHORT.splitlines()


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("A043", b'{"p":"Bea","do":"pl'),
        ("A043", b'{"p":"Bea","do":"play","cards":["7"]}\x00'),
        ("A043", b"\x00\x00\x00"),
        ("A043", b"garbage"),
        ("A044", b'{"p":"B\xff","do":"pass"}'),
        ("A046", b'{"p":"Bea","do":"play","cards":' + b"[" * 100 + b"]" * 100 + b"}"),
        ("A043", b"[" * 100_000),
        ("A046", b'{"p":"Bea","do":"play","cards":' + b"[" * 5_000 + b"]" * 5_000 + b"}"),
        ("A046", b'{"p":"Bea","do":"play","x":NaN}'),
        ("A046", b'{"p":"Bea","x":' + b"9" * 5_000 + b"}"),
        ("A047", b'{"p":"Bea","do":"play","cards":[7]}'),
        ("A047", b'{"p":"Bea","do":"play","cards":[],"x":1}'),
        ("A047", b'{"p":"","do":"pass"}'),
        ("A047", b'{"move":"Bea"}'),
        ("A047", b"[1,2]"),
        ("A047", b'{"answer":"view"}'),
    ],
)
def test_a_damaged_line_costs_its_deal_only(audit: Audit, write: Write, code: str, line: bytes) -> None:
    ends = [each.encode() + b"\n" for each in LINES]
    data = b"".join([*ends[:3], line, b"\n", *ends[4:], *ends])
    ended = audit(write(data))
    if line.startswith(b"[[[[["):
        code = ended.found[0][0]  # which of the two it is depends on how deep Python's reader goes
        assert code in ("A043", "A046")
    assert ended.found == [(code, 4)]
    assert ended.code == 1
    assert (ended.report["matches"], ended.report["moves"], ended.report["unjudged"]) == (2, 1 + 6, 4)


def test_a_line_of_ten_megabytes(audit: Audit, write: Write) -> None:
    text = SHORT.encode()
    data = text + b'{"p":"' + b"A" * 10_000_000 + b'","do":"pass"}\n' + text
    ended = audit(write(data))
    assert ended.found == [("A045", 10)]
    assert ended.report["moves"] == 12


def test_a_file_that_is_one_line_without_end(audit: Audit, write: Write) -> None:
    assert audit(write(b"{" * 3_000_000)).found == [("A045", 1)]


def test_a_lost_head_costs_its_match_only(audit: Audit, write: Write) -> None:
    ended = audit(write([*LINES, LINES[0][:20], *LINES[1:], *LINES]))
    assert ended.found == [("A043", 10)]
    assert (ended.report["moves"], ended.report["unjudged"], ended.report["skipped"]) == (12, 6, 8)


def test_lines_before_any_match(audit: Audit, write: Write) -> None:
    ended = audit(write([*LINES[3:], *LINES]))
    assert ended.found == [("A049", 1)]
    assert (ended.report["skipped"], ended.report["moves"]) == (6, 6)


def test_windows_lines_a_byte_order_mark_and_empty_lines(audit: Audit, write: Write) -> None:
    data = b"\xef\xbb\xbf" + SHORT.replace("\n", "\r\n\r\n").encode()
    assert audit(write(data)).code == 0
    assert audit(write(SHORT.encode()[:-1])).code == 0  # the last line has no end


def test_empty_files_and_folders(audit: Audit, write: Write, tmp_path: Path) -> None:
    empty = write(b"", "empty.jsonl")
    (tmp_path / "nothing").mkdir()
    good = write(LINES)
    ended = audit(empty, tmp_path / "nothing", good)
    assert ended.found == [("A041", 0), ("A041", 0)]
    assert [Path(each["file"]).name for each in ended.report["findings"]] == ["empty.jsonl", "nothing"]
    assert ended.report["moves"] == 6


def test_a_folder_is_searched_and_each_file_judged_once(audit: Audit, write: Write, tmp_path: Path) -> None:
    write(LINES, "logs/a/one.jsonl")
    write(zstandard.compress(SHORT.encode()), "logs/two.jsonl.zst")
    write("no log", "logs/notes.txt")
    one = tmp_path / "logs" / "a" / "one.jsonl"
    ended = audit(tmp_path / "logs", one, os.path.relpath(one))
    assert (ended.code, ended.report["files"], ended.report["matches"]) == (0, 2, 2)
    assert [Path(each).name for each in ended.report["twice"]] == ["one.jsonl", "one.jsonl"]


def test_a_file_that_is_not_there_is_wrong_usage(audit: Audit, tmp_path: Path) -> None:
    assert audit(tmp_path / "none.jsonl").code == 2


def test_a_file_that_is_gone_when_it_is_to_be_read(rulebook: Rulebook, write: Write) -> None:
    path = write(LINES)
    (unit,) = units.find([path]).units
    path.unlink()
    order = judge.order_of(rulebook, [], None, 3)
    judge.keep_games(order, rulebook)
    assert judge.judge_unit(order, unit).tally.counts == {("A040", ""): 1}


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_to_a_log_it_is_reported_and_the_same_in_any_parts(
    rulebook: Rulebook, write: Write, kollar: tuple[str, ...], jekely: tuple[str, ...], seed: int
) -> None:
    """Lines are lost, doubled, cut, moved and changed at random; then a match follows that is whole."""
    rnd = random.Random(seed)
    log = [line.encode() for line in (*rnd.choice([kollar, jekely]), *LINES * 2, *jekely[:60])]
    for _ in range(rnd.randint(1, 10)):
        at, other = rnd.randrange(len(log)), rnd.randrange(len(log))
        match rnd.randrange(6):
            case 0:
                del log[at]
            case 1:
                log.insert(at, log[other])
            case 2:
                log[at] = log[at][: rnd.randrange(len(log[at]) + 1)]
            case 3:
                log[at], log[other] = log[other], log[at]
            case 4:
                log[at] = log[at].replace(b"Anna", b"Bea")
            case 5 if log[at]:
                place = rnd.randrange(len(log[at]))
                log[at] = log[at][:place] + rnd.randbytes(1) + log[at][place + 1 :]
    path = write(b"\n".join([*log, *(line.encode() for line in LINES)]))
    order = judge.order_of(rulebook, [], None, 3)
    judge.keep_games(order, rulebook)
    sums: list[Tally] = []
    for part in (1 << 30, 400):
        sums.append(Tally(3))
        for _ in added(sums[-1], jobs.judged(order, units.find([path], part).units, 1)):
            pass
    assert sums[0] == sums[1]
    assert sums[0].moves >= 6


# ---- compressed ------------------------------------------------------------------------------------------------------


def frames(*parts: bytes) -> bytes:
    return b"".join(zstandard.ZstdCompressor().compress(part) for part in parts)


def many(matches: int) -> bytes:
    """Return many matches that do not compress to nothing: each has a number of its own."""
    return b"".join(SHORT.replace('"players"', f'"seed":{n},"players"', 1).encode() for n in range(matches))


def test_a_compressed_file_is_known_by_its_first_bytes(audit: Audit, write: Write) -> None:
    assert audit(write(frames(many(3)), "log.jsonl")).report["matches"] == 3
    assert audit(write(SHORT, "log.jsonl.zst")).report["matches"] == 1


def test_compression_that_breaks_off(audit: Audit, write: Write) -> None:
    packed = frames(many(4_000))
    ended = audit(write(packed[: len(packed) // 2], "log.jsonl.zst"), write(LINES, "good.jsonl"))
    assert ended.kinds["A042"] == 1
    (found,) = [each for each in ended.report["findings"] if each["code"] == "A042"]
    assert found["line"] > 9
    assert ended.report["moves"] > 6  # what came before it is judged, and the other file


def test_a_broken_frame_costs_itself_only(audit: Audit, write: Write) -> None:
    first, second, third = (frames(many(100)) for _ in range(3))
    middle = len(second) // 2
    broken = second[:middle] + bytes(byte ^ 255 for byte in second[middle : middle + 20]) + second[middle + 20 :]
    ended = audit(write(first + broken + third, "log.jsonl.zst"))
    assert "A042" in ended.kinds
    assert ended.report["moves"] >= 1200


def test_what_is_not_zstd_after_its_first_bytes(audit: Audit, write: Write) -> None:
    assert audit(write(lines.MAGIC + b"nothing of the kind", "log.jsonl.zst")).kinds["A042"] == 1


def test_lines_may_go_over_from_frame_to_frame(audit: Audit, write: Write) -> None:
    data = many(50)
    cut = frames(*(data[at : at + 777] for at in range(0, len(data), 777)))
    ended = audit(write(cut, "log.jsonl.zst"))
    assert (ended.code, ended.report["matches"], ended.report["moves"]) == (0, 50, 300)


def test_a_file_that_blows_up(audit: Audit, write: Write) -> None:
    packer = zstandard.ZstdCompressor().compressobj()
    bomb = b"".join(packer.compress(b"A" * 1_000_000) for _ in range(200))
    ended = audit(write(bomb + packer.compress(b"\n" + SHORT.encode()) + packer.flush(), "log.jsonl.zst"))
    assert len(bomb) < 100_000
    assert (ended.found, ended.report["lines"], ended.report["moves"]) == ([("A045", 1)], 10, 6)
