"""Which hosts and origins may talk to the server: pages that it served itself.

Another site's page can make a browser connect to this machine. It cannot change the Origin header
that the browser sends, nor, by a name of its own for this machine, the Host header. `server.py`
closes the socket of another origin with code 1008, and answers another host with status 421.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["Origins"]

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # names of addresses, to which nothing is bound


@dataclass(frozen=True)
class Origins:
    """The names by which the server is reached: its host, and names of this machine."""

    host: str
    port: int

    def allows_host(self, header: str | None) -> bool:
        """Whether a Host header names this server."""
        try:
            parts = urlsplit(f"//{header or ''}")
            name, port = parts.hostname or "", parts.port or 80
        except ValueError:
            return False
        return port == self.port and self._is_name(name)

    def allows_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether an Origin header is that of a page that this server served under this host.

        On all addresses the server does not know its names; so the two headers must agree.
        """
        return self.allows_host(host) and (origin or "").lower() == f"http://{host}".lower()

    def _is_name(self, name: str) -> bool:
        if name in ("localhost", self.host.lower().strip("[]")):
            return True
        if self.host in EVERYWHERE:
            return _is_address(name) or name == socket.gethostname().lower()
        return name in ("127.0.0.1", "::1")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
