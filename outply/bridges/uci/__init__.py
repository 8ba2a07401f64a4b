"""The protocols UCI and UGI: Outply as an engine for other programs.

UGI is UCI for any game of two players. Sources: Huber and Meyer-Kahlen, "Description of the
universal chess interface" (2006); kz04px, "Universal Game Interface" (ugi.md of cutegames).
"""

from outply.bridges.uci.uci_server import PROTOCOLS, UciServer

__all__ = ["PROTOCOLS", "UciServer"]
