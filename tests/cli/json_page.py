"""Makes docs/json.md from the schema: python tests/cli/json_page.py > docs/json.md"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

import msgspec

from outply.cli import schemas

HEAD = f"""# JSON

With `--json`, a command prints one JSON document on one line. `--file` of `analyze` and `solve`
prints one such line for each position. This page lists the keys of every document. It is made from
`outply/cli/schemas`, and a test compares the documents with it.

- **Version.** Every document has `schema`, now {schemas.SCHEMA}. The number grows when a key is
  removed or changes its meaning. New keys do not change it.
- **Keys.** A document always has all of its keys. A value that is unknown, or does not apply, is
  `null`.
- **Players** are numbered from 0, as in Python: 0 is MAX, 1 is MIN, and so on; chance is -1. They
  are indices of the lists that have one entry for each player. Texts for people, and `--human`,
  number players from 1.
- **Infinity** is the text `"inf"` or `"-inf"`, which Python's `float` reads. JSON has no number for
  it.
- **Moves and positions** are texts in the notation of the game, which `--moves` and `--position`
  read.
- **Errors.** A command that is refused prints no document: it prints one sentence on stderr, and
  the exit code is 2. With `--file`, the document of a refused line has an `error`.
"""


def page() -> str:
    commands: dict[type, list[str]] = {}
    for command, document in schemas.DOCUMENTS.items():
        commands.setdefault(document, []).append(f"`outply {command}`")
    parts = [HEAD]
    for document, names in commands.items():
        parts.append("\n".join([f"## {', '.join(names)}", *_sections(document, "")]))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def descriptions(struct: type) -> dict[str, str]:
    """What the docstrings of a struct and its bases say about each key."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if issubclass(cls, msgspec.Struct) and cls is not msgspec.Struct:
            text = textwrap.dedent(" " * 4 + (cls.__doc__ or "")).partition("\n\n")[2]
            for entry in re.findall(r"^(\w+): (.*(?:\n +.*)*)", text, re.M):
                found[entry[0]] = " ".join(entry[1].split())
    return found


def structs_in(kind: msgspec.inspect.Type) -> Iterator[type]:
    """The structs that a type is made of."""
    if isinstance(kind, msgspec.inspect.StructType):
        yield kind.cls
    elif isinstance(kind, msgspec.inspect.UnionType):
        for part in kind.types:
            yield from structs_in(part)
    elif isinstance(kind, msgspec.inspect.ListType):
        yield from structs_in(kind.item_type)
    elif isinstance(kind, msgspec.inspect.DictType):
        yield from structs_in(kind.value_type)


def _sections(struct: type, key: str) -> Iterator[str]:
    """The keys of a struct, then those of the structs in it."""
    texts, fields = descriptions(struct), msgspec.inspect.type_info(struct).fields
    if key:
        yield f"\n`{key}`: {(struct.__doc__ or '').partition(chr(10))[0]}"
    yield "\n| key | type | |\n| --- | --- | --- |"
    for field in fields:
        yield f"| `{field.name}` | {_type_text(field.type)} | {texts[field.name]} |"
    for field in fields:
        for inner in structs_in(field.type):
            if not issubclass(inner, schemas.Document):
                yield from _sections(inner, f"{key}.{field.name}" if key else field.name)


def _type_text(kind: msgspec.inspect.Type) -> str:
    names = {
        msgspec.inspect.StrType: "text",
        msgspec.inspect.IntType: "whole number",
        msgspec.inspect.FloatType: "number",
        msgspec.inspect.BoolType: "true or false",
        msgspec.inspect.NoneType: "null",
        msgspec.inspect.AnyType: "any",
        msgspec.inspect.StructType: "object",
    }
    if isinstance(kind, msgspec.inspect.UnionType):
        return " or ".join(_type_text(part) for part in kind.types)
    if isinstance(kind, msgspec.inspect.ListType):
        return f"list of {_type_text(kind.item_type)}"
    if isinstance(kind, msgspec.inspect.DictType):
        return f"object of {_type_text(kind.value_type)}"
    if isinstance(kind, msgspec.inspect.LiteralType):
        return "infinity"  # the only literals are its two spellings
    return names[type(kind)]


if __name__ == "__main__":
    print(page(), end="")
