"""Methods of strings; numbers as text."""

# ruff: noqa: PERF401, PERF402, SIM110
# mypy: ignore-errors

from outply.compiler.errors import NumberTooLarge

DIGITS = "0123456789"
BLANKS = "".join(letter for letter in map(chr, range(0x3001)) if letter.isspace())
LONG_DIGITS = "0123456789abcdef"
LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def text_of_int(number):
    if number < 0:  # the lowest number has no positive counterpart
        tens = -((number + 9) // 10)
        return "-" + (digits_of(tens) if tens else "") + DIGITS[-(number + tens * 10)]
    return digits_of(number)


def digits_of(number):
    letters = [DIGITS[number % 10]]
    number = number // 10
    while number > 0:
        letters.append(DIGITS[number % 10])
        number = number // 10
    return "".join(letters[::-1])


def int_of_text(text):
    stripped = text.strip()
    sign = 1
    if stripped[:1] == "-" or stripped[:1] == "+":
        if stripped[:1] == "-":
            sign = -1
        stripped = stripped[1:]
    if len(stripped) == 0:
        raise ValueError("invalid literal for int() with base 10")
    number = 0
    after_digit = False
    for letter in stripped:
        code = ord(letter)
        if code > 127 and letter.isdecimal():
            raise NumberTooLarge("only ASCII digits can be read by compiled code")
        if code == 95 and after_digit:  # as in 1_000
            after_digit = False
            continue
        if code < 48 or code > 57:
            raise ValueError("invalid literal for int() with base 10")
        number = number * 10 + sign * (code - 48)
        after_digit = True
    if not after_digit:
        raise ValueError("invalid literal for int() with base 10")
    return number


PRINTABLE = (  # accented, Greek, Cyrillic, Chinese letters, chessmen, boxes and other symbols
    *((0xAE, 0x377), (0x400, 0x52F), (0x2190, 0x2426), (0x2460, 0x2B73), (0x4E00, 0x9FFC)),
    *((0x1F300, 0x1F64F), (0xA1, 0xAC)),
)
PREFIXES = {2: ("0b", "0B"), 8: ("0o", "0O"), 16: ("0x", "0X")}


def int_of_text_in_base(text, base):
    if base != 0 and (base < 2 or base > 36):
        raise ValueError("int() base must be >= 2 and <= 36, or 0")
    stripped = text.strip()
    sign = 1
    if stripped[:1] == "-" or stripped[:1] == "+":
        if stripped[:1] == "-":
            sign = -1
        stripped = stripped[1:]
    has_prefix = False
    for known, prefixes in PREFIXES.items():
        if stripped[:2] in prefixes and (base == known or base == 0) and not has_prefix:
            stripped = stripped[2:]
            base = known
            has_prefix = True
    is_decimal = base == 0
    if is_decimal:
        base = 10
    number = 0
    after_digit = has_prefix  # as in 0x_ff
    for letter in stripped:
        code = ord(letter)
        if code > 127 and letter.isdecimal():
            raise NumberTooLarge("only ASCII digits can be read by compiled code")
        if 65 <= code <= 90:
            code += 32
        if code == 95 and after_digit:  # as in 1_000
            after_digit = False
            continue
        digit = code - 48 if code < 58 else code - 87
        if digit < 0 or digit >= base or (57 < code < 97):
            raise ValueError("invalid literal for int() with this base")
        number = number * base + sign * digit
        after_digit = True
    if not after_digit or len(stripped) == 0:
        raise ValueError("invalid literal for int() with this base")
    if is_decimal and number != 0 and stripped[0] == "0":
        raise ValueError("invalid literal for int() with base 0")
    return number


def places_in(text, start, end):
    """Two places in a text, which count from its end if they are negative."""
    size = len(text)
    first = max(start + size, 0) if start < 0 else start
    last = max(end + size, 0) if end < 0 else min(end, size)
    return first, last


def text_find(text, part, start, end):
    first, last = places_in(text, start, end)
    at = text.find(part, first)
    return at if at + len(part) <= last else -1


def text_rfind(text, part, start, end):
    first, last = places_in(text, start, end)
    for at in range(last - len(part), first - 1, -1):
        if text[at : at + len(part)] == part:
            return at
    return -1


def text_index(text, part, start, end):
    at = text_find(text, part, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at


def text_rindex(text, part, start, end):
    at = text_rfind(text, part, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at


def text_count(text, part, start, end):
    first, last = places_in(text, start, end)
    if len(part) == 0:
        return max(last - first + 1, 0) if first <= len(text) else 0
    number = 0
    at = text_find(text, part, first, last)
    while at >= 0:
        number += 1
        at = text_find(text, part, at + len(part), last)
    return number


def text_replace(text, old, new, count):
    found = []
    if len(old) == 0:
        for number, letter in enumerate(text):
            if number < count or count < 0:
                found.append(new)
            found.append(letter)
        if len(text) < count or count < 0:
            found.append(new)
        return "".join(found)
    at = 0
    left = count
    place = text.find(old)
    while place >= 0 and left != 0:
        found.append(text[at:place])
        found.append(new)
        at = place + len(old)
        place = text.find(old, at)
        left -= 1
    found.append(text[at:])
    return "".join(found)


def text_split(text, part):
    if len(part) == 0:
        raise ValueError("empty separator")
    found = []
    at = 0
    place = text.find(part)
    while place >= 0:
        found.append(text[at:place])
        at = place + len(part)
        place = text.find(part, at)
    found.append(text[at:])
    return found


def text_words(text):
    found = []
    at = -1
    for i in range(len(text)):
        if text[i] in BLANKS:
            if at >= 0:
                found.append(text[at:i])
            at = -1
        elif at < 0:
            at = i
    if at >= 0:
        found.append(text[at:])
    return found


def text_starts(text, part):
    return text[: len(part)] == part


def text_ends(text, part):
    return len(text) >= len(part) and text[len(text) - len(part) :] == part


def text_starts_between(text, part, start, end):
    first, last = places_in(text, start, end)
    return first + len(part) <= last and text[first : first + len(part)] == part


def text_starts_any_between(text, part, start, end):
    for one in part:
        if text_starts_between(text, one, start, end):
            return True
    return False


def text_ends_any_between(text, part, start, end):
    for one in part:
        if text_ends_between(text, one, start, end):
            return True
    return False


def text_ends_between(text, part, start, end):
    first, last = places_in(text, start, end)
    return first + len(part) <= last and text[last - len(part) : last] == part


def text_starts_any(text, parts):
    for part in parts:
        if text[: len(part)] == part:
            return True
    return False


def text_ends_any(text, parts):
    for part in parts:
        if len(text) >= len(part) and text[len(text) - len(part) :] == part:
            return True
    return False


def text_lstrip(text, letters):
    at = 0
    while at < len(text) and text[at] in letters:
        at += 1
    return text[at:]


def text_rstrip(text, letters):
    end = len(text)
    while end > 0 and text[end - 1] in letters:
        end -= 1
    return text[:end]


def ascii_code(letter):
    code = ord(letter)
    if code > 127:
        raise NumberTooLarge("title() of letters beyond ASCII is not compiled")
    return code


def require_printable(letter):
    for first, last in PRINTABLE:
        if first <= ord(letter) <= last:
            return
    raise NumberTooLarge("the repr of some letters beyond ASCII is not compiled")


def text_isspace(text):
    for letter in text:
        if letter not in BLANKS:
            return False
    return len(text) > 0


def text_center(text, width, fill):
    if len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    left = width - len(text)
    if left <= 0:
        return text
    before = left // 2 + (left & width & 1)
    return fill * before + text + fill * (left - before)


def text_ljust(text, width, fill):
    if len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return text + fill * (width - len(text))


def text_rjust(text, width, fill):
    if len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return fill * (width - len(text)) + text


def digits_in_base(number, base):
    """The digits of a whole number without its sign."""
    left = number
    letters = []
    if left < 0:  # the lowest number has no positive counterpart
        letters.append(LONG_DIGITS[-(left % -base)])
        left = -((left + -(left % -base)) // base)
    else:
        letters.append(LONG_DIGITS[left % base])
        left = left // base
    while left > 0:
        letters.append(LONG_DIGITS[left % base])
        left = left // base
    return "".join(letters[::-1])


def grouped_digits(digits, size, mark):
    first = len(digits) % size
    parts = []
    if first:
        parts.append(digits[:first])
    for at in range(first, len(digits), size):
        parts.append(digits[at : at + size])
    return mark.join(parts)


def text_of_decimal(number, digits):
    """A number of hundredths, or the like, as text."""
    if digits == 0:
        return digits_of(number)
    text = digits_of(number)
    text = "0" * (digits + 1 - len(text)) + text
    return text[: len(text) - digits] + "." + text[len(text) - digits :]


def text_of_whole(number, digits):
    if digits == 0:
        return digits_of(number)
    return digits_of(number) + "." + "0" * digits


def text_of_items(texts, is_list):
    parts = []
    for text in texts:
        parts.append(text)
    if is_list:
        return "[" + ", ".join(parts) + "]"
    if len(parts) == 1:
        return "(" + parts[0] + ",)"
    return "(" + ", ".join(parts) + ")"


def text_quoted(text):
    quote = "'"
    if "'" in text and '"' not in text:
        quote = '"'
    parts = [quote]
    for letter in text:
        code = ord(letter)
        if letter == quote or letter == "\\":
            parts.append("\\" + letter)
        elif letter == "\n":
            parts.append("\\n")
        elif letter == "\t":
            parts.append("\\t")
        elif letter == "\r":
            parts.append("\\r")
        elif code < 32 or code == 127:
            parts.append("\\x" + LONG_DIGITS[code // 16] + LONG_DIGITS[code % 16])
        else:
            if code > 127:
                require_printable(letter)
            parts.append(letter)
    parts.append(quote)
    return "".join(parts)


def text_centered(text, width, fill):
    """As formats centre a text: what is left over goes behind it."""
    left = width - len(text)
    if left <= 0:
        return text
    return fill * (left // 2) + text + fill * (left - left // 2)


def text_zfill(text, width):
    if len(text) >= width:
        return text
    if text[:1] == "-" or text[:1] == "+":
        return text[:1] + "0" * (width - len(text)) + text[1:]
    return "0" * (width - len(text)) + text


def text_rsplit(text, part, most):
    if len(part) == 0:
        raise ValueError("empty separator")
    parts = []
    end = len(text)
    while most != 0:
        at = text.rfind(part, 0, end)
        if at < 0:
            break
        parts.append(text[at + len(part) : end])
        end = at
        most -= 1
    parts.append(text[:end])
    parts.reverse()
    return parts


def text_partition(text, part):
    if len(part) == 0:
        raise ValueError("empty separator")
    at = text.find(part)
    if at < 0:
        return text, "", ""
    return text[:at], part, text[at + len(part) :]


def text_rpartition(text, part):
    if len(part) == 0:
        raise ValueError("empty separator")
    at = text.rfind(part)
    if at < 0:
        return "", "", text
    return text[:at], part, text[at + len(part) :]


def text_lines(text, keepends):
    found = []
    start = 0
    at = 0
    while at < len(text):
        if text[at] in LINE_ENDS:
            end = at
            at += 1
            if text[end] == "\r" and at < len(text) and text[at] == "\n":
                at += 1
            found.append(text[start : at if keepends else end])
            start = at
        else:
            at += 1
    if start < len(text):
        found.append(text[start:])
    return found


def text_split_often(text, part, most):
    if len(part) == 0:
        raise ValueError("empty separator")
    found = []
    at = 0
    place = text.find(part)
    while place >= 0 and len(found) != most:
        found.append(text[at:place])
        at = place + len(part)
        place = text.find(part, at)
    found.append(text[at:])
    return found


def text_title(text):
    letters = []
    inside = False
    for letter in text:
        code = ascii_code(letter)
        if 65 <= code <= 90 or 97 <= code <= 122:
            letters.append(letter.lower() if inside else letter.upper())
            inside = True
        else:
            letters.append(letter)
            inside = False
    return "".join(letters)


def text_removeprefix(text, part):
    return text[len(part) :] if text.startswith(part) else text


def text_removesuffix(text, part):
    if len(part) > 0 and text.endswith(part):
        return text[: len(text) - len(part)]
    return text


def text_translate(text, letters, replacements):
    parts = []
    for letter in text:
        at = letters.find(letter)
        parts.append(letter if at < 0 else replacements[at])
    return "".join(parts)
