"""Moves that a page must send back but may not read or invent, as tokens `?…` and `text?…`.

A token is the move's text, encrypted with a secret of this server. It only opens at the same place
of the same game for the same viewers, so it cannot be moved to where it would be shown. A move that
the viewers may see has its text before the token, for the page to read.

    token   ? base64url(nonce 12 bytes | text XOR key stream | tag 12 bytes)
    key stream, tag    keyed BLAKE2b of nonce, place and (the tag) of the encrypted text
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets

from outply.game import OutplyError

__all__ = ["HiddenMoves", "is_hidden", "is_token", "public_text", "without_text"]

MARK = "?"
NONCE, TAG = 12, 12  # bytes
BLOCK = 64  # texts are padded, so that their length says nothing
LENGTH = -(-4 * (NONCE + BLOCK + TAG) // 3)  # of a token's letters after the mark


def is_token(text: str) -> bool:
    """Whether the server made this text, by its form: a token, with or without its text."""
    return len(text) > LENGTH and text[-LENGTH - 1] == MARK


def is_hidden(text: str) -> bool:
    """Whether a text is a token that says nothing of its move."""
    return is_token(text) and len(text) == LENGTH + 1


def without_text(token: str) -> str:
    return token[-LENGTH - 1 :]


def public_text(text: str) -> str:
    """What a page shows of a move: its text; the token itself if the move is hidden."""
    return text[: -LENGTH - 1] if is_token(text) and not is_hidden(text) else text


class HiddenMoves:
    """Makes and opens tokens."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, text: str, place: str) -> str:
        """The token of a move's text at a place of a game."""
        plain = text.encode()
        if len(plain) >= BLOCK:
            raise OutplyError(
                f"The move {len(plain)} bytes long cannot be hidden; shorten its text."
            )
        nonce = secrets.token_bytes(NONCE)
        encrypted = self._xor(bytes([len(plain)]) + plain.ljust(BLOCK - 1, b"\0"), nonce, place)
        data = nonce + encrypted + self._tag(nonce, encrypted, place)
        return MARK + base64.urlsafe_b64encode(data).decode().rstrip("=")

    def text(self, token: str, place: str) -> str:
        """The text of a token; refuses a token of another place, game, viewer or server."""
        try:
            data = base64.urlsafe_b64decode(token[1:] + "==")
        except (binascii.Error, ValueError):
            data = b""
        nonce, encrypted, tag = data[:NONCE], data[NONCE:-TAG], data[-TAG:]
        if len(encrypted) != BLOCK or not hmac.compare_digest(
            tag, self._tag(nonce, encrypted, place)
        ):
            raise OutplyError("A hidden move belongs to another game, seat or server; start again.")
        plain = self._xor(encrypted, nonce, place)
        return plain[1 : 1 + plain[0]].decode()

    def seed(self, place: str) -> bytes:
        """A seed for random numbers at a place of a game, which no page can foresee."""
        return self._keyed(b"r", place.encode(), BLOCK)

    def _xor(self, data: bytes, nonce: bytes, place: str) -> bytes:
        stream = self._keyed(b"s", nonce + place.encode(), BLOCK)
        return bytes(a ^ b for a, b in zip(data, stream, strict=True))

    def _tag(self, nonce: bytes, encrypted: bytes, place: str) -> bytes:
        return self._keyed(b"t", nonce + encrypted + place.encode(), TAG)

    def _keyed(self, person: bytes, data: bytes, size: int) -> bytes:
        return hashlib.blake2b(data, digest_size=size, key=self._secret, person=person).digest()
