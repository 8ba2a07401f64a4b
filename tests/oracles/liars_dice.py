"""Liar's dice by lists: dice as digits, bids as pairs."""

from __future__ import annotations

from collections.abc import Sequence


def choices(words: Sequence[str], dice: int, sides: int) -> list[str]:
    """What can come after a history: faces, or bids and liar; nothing once it is over."""
    if len(words) < 2 * dice:
        return [str(face) for face in range(1, sides + 1)]
    said = words[2 * dice :]
    if "liar" in said:
        return []
    bids = [(q, f) for q in range(1, 2 * dice + 1) for f in range(1, sides + 1)]
    if not said:
        return [written(bid) for bid in bids]
    return [written(bid) for bid in bids if bid > read(said[-1])] + ["liar"]


def payoff(words: Sequence[str], dice: int, sides: int, wild: bool) -> int:
    """What the first player wins at the end of a history."""
    said = words[2 * dice :]
    quantity, face = read(said[-2])
    good = {face, sides} if wild else {face}
    is_true = sum(int(die) in good for die in words[: 2 * dice]) >= quantity
    first_bid_last = len(said) % 2 == 0  # bids and a liar
    return 1 if is_true == first_bid_last else -1


def written(bid: tuple[int, int]) -> str:
    return f"{bid[0]}x{bid[1]}"


def read(word: str) -> tuple[int, int]:
    quantity, face = word.split("x")
    return int(quantity), int(face)
