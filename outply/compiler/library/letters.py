"""Letters of all alphabets, as Python sees them: tables, and the code that looks them up.

A table is made when a method that needs it is compiled, by asking Python about each character.
"""

# ruff: noqa: F821  (the tables are made by `require`)
# mypy: ignore-errors

from __future__ import annotations

from outply.compiler.errors import NumberTooLarge

__all__ = ["METHODS", "require"]

LETTERS = 0x40000  # characters beyond have no case and are no letters
WIDTH, FILL = 3, "\0"  # one letter becomes up to three
CLASSES = {
    **{"ALPHA": str.isalpha, "ALNUM": str.isalnum, "DIGIT": str.isdigit},
    **{"DECIMAL": str.isdecimal, "NUMERIC": str.isnumeric},
    **{"UPPER": str.isupper, "LOWER": str.islower},
    "TITLE": lambda letter: letter.istitle() and not letter.isupper(),
}
CASES = {
    **{"TO_UPPER": str.upper, "TO_LOWER": str.lower},
    **{"FOLDED": str.casefold, "TO_TITLE": str.capitalize},
}


def require(*names: str) -> None:
    """Make the tables that are not there yet."""
    for name in names:
        if f"{name}_FIRST" not in globals() and name in CLASSES:
            _make_class(name)
        elif f"{name}_CODES" not in globals() and name in CASES:
            _make_case(name)


def __getattr__(name: str) -> object:
    """A table by its name: a warm start compares the tables that a kernel was made with."""
    table = name.rpartition("_")[0]
    if table not in CLASSES and table not in CASES:
        raise AttributeError(name)
    require(table)
    return globals()[name]


def _make_class(name: str) -> None:
    """The first and last characters of the runs that are of a class, beyond ASCII."""
    test = CLASSES[name]
    codes = [code for code in range(128, LETTERS) if test(chr(code))]
    known = set(codes)
    globals()[f"{name}_FIRST"] = "".join(chr(code) for code in codes if code - 1 not in known)
    globals()[f"{name}_LAST"] = "".join(chr(code) for code in codes if code + 1 not in known)


def _make_case(name: str) -> None:
    """Characters beyond ASCII that change, and what they become, in places of the same width."""
    change = CASES[name]
    pairs = [(chr(code), change(chr(code))) for code in range(128, LETTERS)]
    others = [(letter, text) for letter, text in pairs if text != letter]
    globals()[f"{name}_CODES"] = "".join(letter for letter, _ in others)
    globals()[f"{name}_TEXTS"] = "".join(text.ljust(WIDTH, FILL) for _, text in others)


# -- compiled --------------------------------------------------------------------------------


def last_up_to(letters, code):
    """The place of the last letter that is not beyond this code, or -1."""
    low, high = 0, len(letters)
    while low < high:
        middle = (low + high) // 2
        if ord(letters[middle]) <= code:
            low = middle + 1
        else:
            high = middle
    return low - 1


def is_in_class(code, first, last):
    at = last_up_to(first, code)
    return at >= 0 and code <= ord(last[at])


def changed(letter, letters, texts):
    """What a letter becomes, by a table."""
    at = last_up_to(letters, ord(letter))
    if at < 0 or letters[at] != letter:
        return letter
    first = WIDTH * at
    size = 1
    while size < WIDTH and texts[first + size] != FILL:
        size += 1
    return texts[first : first + size]


def is_upper(code):
    return 65 <= code <= 90 if code < 128 else is_in_class(code, UPPER_FIRST, UPPER_LAST)


def is_lower(code):
    return 97 <= code <= 122 if code < 128 else is_in_class(code, LOWER_FIRST, LOWER_LAST)


def to_upper(letter):
    code = ord(letter)
    if code < 128:
        return chr(code - 32) if 97 <= code <= 122 else letter
    return changed(letter, TO_UPPER_CODES, TO_UPPER_TEXTS)


def to_lower(letter):
    code = ord(letter)
    if code < 128:
        return chr(code + 32) if 65 <= code <= 90 else letter
    if code == 0x3A3:
        raise NumberTooLarge("the lower case of Σ depends on its place, which is not compiled")
    return changed(letter, TO_LOWER_CODES, TO_LOWER_TEXTS)


def text_upper(text):
    if len(text) == 1:
        return to_upper(text)
    return "".join([to_upper(letter) for letter in text])


def text_lower(text):
    if len(text) == 1:
        return to_lower(text)
    return "".join([to_lower(letter) for letter in text])


def to_title(letter):
    """As the first of a word: of ǆ and ß, not all of it is upper case."""
    code = ord(letter)
    if code < 128:
        return chr(code - 32) if 97 <= code <= 122 else letter
    return changed(letter, TO_TITLE_CODES, TO_TITLE_TEXTS)


def text_capitalize(text):
    if len(text) == 0:
        return text
    return to_title(text[0]) + text_lower(text[1:])


def digits_upper(text):
    """Of ASCII only, such as the digits of a hexadecimal number."""
    return "".join([chr(ord(x) - 32) if "a" <= x <= "z" else x for x in text])


def folded(letter):
    code = ord(letter)
    if code < 128:
        return chr(code + 32) if 65 <= code <= 90 else letter
    return changed(letter, FOLDED_CODES, FOLDED_TEXTS)


def text_casefold(text):
    return "".join([folded(letter) for letter in text])


def text_swapcase(text):
    letters = []
    for letter in text:
        if is_upper(ord(letter)):
            letters.append(to_lower(letter))
        elif is_lower(ord(letter)):
            letters.append(to_upper(letter))
        else:
            letters.append(letter)
    return "".join(letters)


def text_isupper(text):
    found = False
    for letter in text:
        code = ord(letter)
        if is_upper(code):
            found = True
        elif is_lower(code) or (code > 127 and is_in_class(code, TITLE_FIRST, TITLE_LAST)):
            return False
    return found


def text_islower(text):
    found = False
    for letter in text:
        code = ord(letter)
        if is_lower(code):
            found = True
        elif is_upper(code) or (code > 127 and is_in_class(code, TITLE_FIRST, TITLE_LAST)):
            return False
    return found


def is_a_digit(code, first, last):
    return 48 <= code <= 57 if code < 128 else is_in_class(code, first, last)


def text_isdecimal(text):
    for letter in text:
        if not is_a_digit(ord(letter), DECIMAL_FIRST, DECIMAL_LAST):
            return False
    return len(text) > 0


def text_isdigit(text):
    for letter in text:
        if not is_a_digit(ord(letter), DIGIT_FIRST, DIGIT_LAST):
            return False
    return len(text) > 0


def text_isnumeric(text):
    for letter in text:
        if not is_a_digit(ord(letter), NUMERIC_FIRST, NUMERIC_LAST):
            return False
    return len(text) > 0


def text_isalpha(text):
    for letter in text:
        code = ord(letter)
        if code < 128:
            if not (65 <= code <= 90 or 97 <= code <= 122):
                return False
        elif not is_in_class(code, ALPHA_FIRST, ALPHA_LAST):
            return False
    return len(text) > 0


def text_isalnum(text):
    for letter in text:
        code = ord(letter)
        if code < 128:
            if not (65 <= code <= 90 or 97 <= code <= 122 or 48 <= code <= 57):
                return False
        elif not is_in_class(code, ALNUM_FIRST, ALNUM_LAST):
            return False
    return len(text) > 0


METHODS = {
    **{"upper": (text_upper, "TO_UPPER"), "lower": (text_lower, "TO_LOWER")},
    "capitalize": (text_capitalize, "TO_TITLE", "TO_LOWER"),
    "casefold": (text_casefold, "FOLDED"),
    "swapcase": (text_swapcase, "TO_UPPER", "TO_LOWER", "UPPER", "LOWER"),
    "isupper": (text_isupper, "UPPER", "LOWER", "TITLE"),
    "islower": (text_islower, "UPPER", "LOWER", "TITLE"),
    "isdecimal": (text_isdecimal, "DECIMAL"),
    **{"isdigit": (text_isdigit, "DIGIT"), "isnumeric": (text_isnumeric, "NUMERIC")},
    **{"isalpha": (text_isalpha, "ALPHA"), "isalnum": (text_isalnum, "ALNUM")},
}
