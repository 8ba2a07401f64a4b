"""Python's built-in functions and methods that are as easily written in Python.

The compiler puts this code in the place of a call, so that `any(… for …)` becomes one loop. It is
never run by Python itself, and imports nothing.
"""

# ruff: noqa: PERF401, PERF402, SIM110, SIM113, F821, F841
# mypy: ignore-errors

DIGITS = "0123456789"
BLANKS = "".join(letter for letter in map(chr, range(0x3001)) if letter.isspace())


# -- loops that end in one value -------------------------------------------------------------


def any_of(items):
    for item in items:
        if item:
            return True
    return False


def all_of(items):
    for item in items:
        if not item:
            return False
    return True


def total(items, start):
    so_far = start
    for item in items:
        so_far = so_far + item
    return so_far


def float_total(items, start):
    """Of floats; without any, what it starts with, which may be an int."""
    so_far = start + 0.0
    found = False
    for item in items:
        found = True
        so_far = so_far + item
    if not found:
        return start
    return so_far


def compensated_total(items, start):
    """As Python 3.12 adds floats: what rounding loses is kept apart (Neumaier 1974)."""
    so_far = start + 0.0
    lost = 0.0
    found = False
    for item in items:
        found = True
        sum_ = so_far + item
        if abs(so_far) >= abs(item):
            lost = lost + ((so_far - sum_) + item)
        else:
            lost = lost + ((item - sum_) + so_far)
        so_far = sum_
    if not found:
        return start
    if lost == lost and lost != INFINITE and lost != -INFINITE:
        return so_far + lost
    return so_far


INFINITE = float("inf")


def smallest(items):
    found = False
    for item in items:
        if not found or item < best:
            best = item
            found = True
    if not found:
        raise ValueError("min() arg is an empty sequence")
    return best


def largest(items):
    found = False
    for item in items:
        if not found or item > best:
            best = item
            found = True
    if not found:
        raise ValueError("max() arg is an empty sequence")
    return best


def smallest_or(items, default):
    found = False
    for item in items:
        if not found or item < best:
            best = item
            found = True
    if not found:
        return default
    return best


def largest_or(items, default):
    found = False
    for item in items:
        if not found or item > best:
            best = item
            found = True
    if not found:
        return default
    return best


def smallest_by(items, key):
    found = False
    for item in items:
        value = key(item)
        if not found or value < least:
            best = item
            least = value
            found = True
    if not found:
        raise ValueError("min() arg is an empty sequence")
    return best


def largest_by(items, key):
    found = False
    for item in items:
        value = key(item)
        if not found or value > most:
            best = item
            most = value
            found = True
    if not found:
        raise ValueError("max() arg is an empty sequence")
    return best


def smallest_by_or(items, key, default):
    found = False
    for item in items:
        value = key(item)
        if not found or value < least:
            best = item
            least = value
            found = True
    if not found:
        return default
    return best


def largest_by_or(items, key, default):
    found = False
    for item in items:
        value = key(item)
        if not found or value > most:
            best = item
            most = value
            found = True
    if not found:
        return default
    return best


def reduced(function, items):
    found = False
    for item in items:
        so_far = function(so_far, item) if found else item
        found = True
    if not found:
        raise TypeError("reduce() of empty iterable with no initial value")
    return so_far


def reduced_from(function, items, start):
    so_far = start
    for item in items:
        so_far = function(so_far, item)
    return so_far


def count_of(items, wanted):
    number = 0
    for item in items:
        if item == wanted:
            number += 1
    return number


def index_of(items, wanted):
    for number, item in enumerate(items):
        if item == wanted:
            return number
    raise ValueError("not in the sequence")


# -- sorting ---------------------------------------------------------------------------------


def sort(items):
    """Sort a list in place, keeping the order of equal items."""
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and item < items[j - 1]:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def sort_down(items):
    for i in range(1, len(items)):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] < item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


def sort_by(items, keys):
    for i in range(1, len(items)):
        item = items[i]
        key = keys[i]
        j = i
        while j > 0 and key < keys[j - 1]:
            items[j] = items[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        items[j] = item
        keys[j] = key


def sort_down_by(items, keys):
    for i in range(1, len(items)):
        item = items[i]
        key = keys[i]
        j = i
        while j > 0 and keys[j - 1] < key:
            items[j] = items[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        items[j] = item
        keys[j] = key


def reverse(items):
    last = len(items) - 1
    for i in range(len(items) // 2):
        item = items[i]
        items[i] = items[last - i]
        items[last - i] = item


# -- itertools -------------------------------------------------------------------------------


def accumulated(items):
    found = False
    for item in items:
        so_far = so_far + item if found else item
        found = True
        yield so_far


def accumulated_by(items, function):
    found = False
    for item in items:
        so_far = function(so_far, item) if found else item
        found = True
        yield so_far


def pairs(items):
    found = False
    for item in items:
        if found:
            yield before, item
        before = item
        found = True


def taken_while(test, items):
    for item in items:
        if not test(item):
            return
        yield item


def dropped_while(test, items):
    dropping = True
    for item in items:
        if dropping and test(item):
            continue
        dropping = False
        yield item


def sliced(items, start, stop, step):
    wanted = start
    number = 0
    if stop <= start:
        return
    for item in items:
        if number == wanted:
            yield item
            wanted += step
        number += 1
        if number >= stop:
            return


def sliced_to_the_end(items, start, step):
    wanted = start
    number = 0
    for item in items:
        if number == wanted:
            yield item
            wanted += step
        number += 1


def repeated(item, times):
    for _ in range(times):
        yield item


def product_2(one, other):
    for a in one:
        for b in other:
            yield a, b


def product_3(one, other, third):
    for a in one:
        for b in other:
            for c in third:
                yield a, b, c


def product_4(one, other, third, fourth):
    for a in one:
        for b in other:
            for c in third:
                for d in fourth:
                    yield a, b, c, d


def product_1(one):
    for a in one:
        yield (a,)


def pairs_of(pool):
    for i in range(len(pool)):
        for j in range(i + 1, len(pool)):
            yield pool[i], pool[j]


def triples_of(pool):
    for i in range(len(pool)):
        for j in range(i + 1, len(pool)):
            for k in range(j + 1, len(pool)):
                yield pool[i], pool[j], pool[k]


def ordered_pairs_of(pool):
    for i in range(len(pool)):
        for j in range(len(pool)):
            if i != j:
                yield pool[i], pool[j]


def combinations(pool, size):
    if size < 0:
        raise ValueError("r must be non-negative")
    if size > len(pool):
        return
    places = list(range(size))
    while True:
        yield tuple([pool[place] for place in places])
        at = size - 1
        while at >= 0 and places[at] == len(pool) - size + at:
            at -= 1
        if at < 0:
            return
        places[at] += 1
        for behind in range(at + 1, size):
            places[behind] = places[behind - 1] + 1


def permutations(pool, size):
    if size < 0:
        raise ValueError("r must be non-negative")
    if size > len(pool):
        return
    places = list(range(size))
    while True:
        yield tuple([pool[place] for place in places])
        at = size - 1
        while at >= 0:
            following = places[at] + 1
            while following < len(pool) and following in places[:at]:
                following += 1
            if following < len(pool):
                break
            at -= 1
        if at < 0:
            return
        places[at] = following
        for behind in range(at + 1, size):
            least = 0
            while least in places[:behind]:
                least += 1
            places[behind] = least


def zipped_longest(one, other, fill):
    for i in range(max(len(one), len(other))):
        yield one[i] if i < len(one) else fill, other[i] if i < len(other) else fill


# -- strings ---------------------------------------------------------------------------------


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
        if code > 127 and letter.isdigit():
            raise OverflowError("only ASCII digits can be read by compiled code")
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


def text_count(text, part):
    if len(part) == 0:
        return len(text) + 1
    number = 0
    at = text.find(part)
    while at >= 0:
        number += 1
        at = text.find(part, at + len(part))
    return number


def text_index(text, part):
    at = text.find(part)
    if at < 0:
        raise ValueError("substring not found")
    return at


def text_rfind(text, part):
    for at in range(len(text) - len(part), -1, -1):
        if text[at : at + len(part)] == part:
            return at
    return -1


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
        raise OverflowError("only ASCII letters can be changed by compiled code")
    return code


def text_isspace(text):
    for letter in text:
        if letter not in BLANKS:
            return False
    return len(text) > 0


def text_center(text, width, fill):
    left = width - len(text)
    if left <= 0:
        return text
    before = left // 2 + (left & width & 1)
    return fill * before + text + fill * (left - before)


def text_ljust(text, width, fill):
    return text + fill * (width - len(text))


def text_rjust(text, width, fill):
    return fill * (width - len(text)) + text


# -- numbers ---------------------------------------------------------------------------------


def gcd(one, other):
    a = abs(one)
    b = abs(other)
    while b:
        a, b = b, a % b
    return a


def lcm(one, other):
    if one == 0 or other == 0:
        return 0
    return abs(one // gcd(one, other) * other)


def isqrt(number):
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(number**0.5)
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


def comb(n, k):
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative")
    if k > n:
        return 0
    found = 1
    for i in range(min(k, n - k)):
        found = found * (n - i) // (i + 1)
    return found


def factorial(n):
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for i in range(2, n + 1):
        found *= i
    return found


def product_of(items, start):
    found = start
    for item in items:
        found = found * item
    return found


def power_modulo(base, exponent, modulus):
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    factor = base % modulus
    left = exponent
    if left < 0:
        factor = inverse(factor, abs(modulus)) % modulus
        left = -left
    found = 1 % modulus
    while left > 0:
        if left % 2:
            found = found * factor % modulus
        left = left // 2
        if left > 0:
            factor = factor * factor % modulus
    return found


def inverse(number, modulus):
    a = number % modulus
    b = modulus
    x = 1
    y = 0
    while b:
        part = a // b
        a, b = b, a - part * b
        x, y = y, x - part * y
    if a != 1:
        raise ValueError("base is not invertible for the given modulus")
    return x


def gcd_of(numbers):
    found = 0
    for number in numbers:
        found = gcd(found, number)
    return found


def lcm_of(numbers):
    found = 1
    for number in numbers:
        found = lcm(found, number)
    return found


def rounded_to_tens(number, digits):
    """`round(number, -digits)` of a whole number: to the nearest, of two to the even one."""
    step = 10**digits
    rest = number % step
    down = number - rest
    if 2 * rest > step or (2 * rest == step and down // step % 2):
        return down + step
    return down


# -- text of numbers -------------------------------------------------------------------------

LONG_DIGITS = "0123456789abcdef"


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
        code = ascii_code(letter)
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
            parts.append(letter)
    parts.append(quote)
    return "".join(parts)


# -- more of strings -------------------------------------------------------------------------


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


def text_rindex(text, part):
    at = text.rfind(part)
    if at < 0:
        raise ValueError("substring not found")
    return at


LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


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


def text_capitalize(text):
    return text[:1].upper() + text[1:].lower()


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


# -- more of itertools -----------------------------------------------------------------------


def grouped(items):
    found = False
    for item in items:
        if found and item == key:
            group.append(item)
            continue
        if found:
            turn = iter(group)
            yield key, turn
            for _ in turn:
                pass
        found = True
        key = item
        group = [item]
    if found:
        yield key, iter(group)


def grouped_by(items, function):
    found = False
    for item in items:
        value = function(item)
        if found and value == key:
            group.append(item)
            continue
        if found:
            turn = iter(group)
            yield key, turn
            for _ in turn:
                pass
        found = True
        key = value
        group = [item]
    if found:
        yield key, iter(group)


def product_of_many(pools):
    """All ways to take one item of each of some lists."""
    for pool in pools:
        if len(pool) == 0:
            return
    places = [0] * len(pools)
    while True:
        yield tuple([pools[number][place] for number, place in enumerate(places)])
        at = len(pools) - 1
        while at >= 0 and places[at] == len(pools[at]) - 1:
            places[at] = 0
            at -= 1
        if at < 0:
            return
        places[at] += 1


def times_of(pool, times):
    if times < 0:
        raise ValueError("repeat argument cannot be negative")
    return [pool] * times


def transposed(rows):
    if len(rows) > 0:
        for at in range(min([len(row) for row in rows])):
            yield tuple([row[at] for row in rows])


def require_two(items):
    if len(items) == 1:
        raise TypeError("object is not iterable")
    if len(items) == 0:
        raise TypeError("expected at least 1 argument, got 0")


def sort_either(items, down):
    if down:
        sort_down(items)
    else:
        sort(items)


def sort_either_by(items, keys, down):
    if down:
        sort_down_by(items, keys)
    else:
        sort_by(items, keys)


# -- collections -----------------------------------------------------------------------------


def count_items(found, items):
    for item in items:
        found[item] = found[item] + 1


def count_pairs(found, pairs, sign):
    for item, number in pairs:
        found[item] = found[item] + sign * number


def most_common(found):
    items = list(found.items())
    numbers = [number for _, number in items]
    sort_down_by(items, numbers)
    return items


def elements(found):
    for item, number in found.items():
        for _ in range(number):
            yield item


def counters_sum(one, other, found):
    for item, number in one.items():
        if number + other[item] > 0:
            found[item] = number + other[item]
    for item, number in other.items():
        if item not in one and number > 0:
            found[item] = number
    return found


def counters_difference(one, other, found):
    for item, number in one.items():
        if number - other[item] > 0:
            found[item] = number - other[item]
    for item, number in other.items():
        if item not in one and number < 0:
            found[item] = -number
    return found


def counters_least(one, other, found):
    for item, number in one.items():
        if min(number, other[item]) > 0:
            found[item] = min(number, other[item])
    return found


def counters_most(one, other, found):
    for item, number in one.items():
        if max(number, other[item]) > 0:
            found[item] = max(number, other[item])
    for item, number in other.items():
        if item not in one and number > 0:
            found[item] = number
    return found


def rotated(items, steps):
    size = len(items)
    if size == 0:
        return
    before = list(items)
    for at in range(size):
        items[(at + steps) % size] = before[at]
