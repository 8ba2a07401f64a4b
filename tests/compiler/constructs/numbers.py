"""Integers, floats and bits, up to the limits of 64 bits."""

from __future__ import annotations

import math

from tests.compiler.constructs.registry import construct

HALF = 0.5


LIMIT = 10


@construct((7, 2), (-7, 2), (7, -2), (-7, -2), (0, 3), (1, 0))
def floor_division_and_modulo(a, b):
    return a // b, a % b


@construct((7, 2), (-7, 2), (1, 0))
def true_division(a, b):
    return a / b


@construct((7.5, 2.0), (-7.5, 2.0), (7.5, -2.0))
def float_floor_division_and_modulo(a, b):
    return a // b, a % b


@construct((17, 5), (-17, 5), (17, -5), (1, 0))
def divmod_of_ints(a, b):
    return divmod(a, b)


@construct((2, 10), (3, 0), (-2, 3), (0, 0))
def power_of_ints(a, b):
    return a**b, pow(a, b)


@construct((3, 20, 7), (2, 0, 5))
def power_modulo(a, b, m):
    return pow(a, b, m)


@construct((2.0, 3), (0.5, -2))
def power_of_float(x, n):
    return x**n


@construct((2, -1), (4, -2))
def power_with_negative_exponent(a, b):
    return float(a) ** b


@construct((2.5,), (3.5,), (-2.5,), (2.4,), (-0.4,))
def round_to_int(x):
    return round(x)


@construct((2.345,), (-1.005,), (10.0,))
def round_to_digits(x):
    return round(x, 2), round(x, 1)


@construct((3,), (-3,), (0,))
def absolute_value(n):
    return abs(n), abs(n / 2)


@construct((2.7,), (-2.7,), (0.0,))
def int_of_float(x):
    return int(x), math.floor(x), math.ceil(x), math.trunc(x)


@construct((3,), (0,))
def float_of_int(n):
    return float(n), n * 1.0, n + 0.5, n * HALF


@construct((5, 3), (-8, 1), (0, 0))
def bit_operators(a, b):
    return a & b, a | b, a ^ b, ~a, a << b, a >> b


@construct((1, 2), (1, -1), (3, 0))
def shift_by_a_negative_number(a, b):
    return a << b


@construct((10,), (0,), (255,), (-6,))
def bit_methods(n):
    return n.bit_count(), n.bit_length(), n & -n


@construct((0b10110,), (0,))
def bit_loop(bits):
    squares = []
    while bits:
        squares.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return squares


@construct((3, 2.5), (2, 2.0), (-1, 0.0))
def int_and_float_compare(n, x):
    return n < x, n == x, n + x, n * x, n - x


@construct((True, False), (True, True), (False, False))
def bool_arithmetic(a, b):
    return a + b, a * 3, a and b, a or b, not a, a ^ b, a & b, a == 1


@construct((3, 0), (0, 5), (0, 0))
def and_or_give_values(a, b):
    return a and b, a or b, (a or b) and 7


@construct((5,), (0,), (-5,))
def truth_of_numbers(n):
    return bool(n), not n, bool(n * 0.5)


@construct((5,), (15,), (10,))
def chained_comparison(n):
    return 0 < n < LIMIT, 0 <= n <= LIMIT != n, 1 < n > 7


@construct((3, True), (3, False), (-3, True), (-3, False), (0, True), (0, False))
def conditional_expression_as_condition(n, up):
    found = []
    limit = None if n == 0 else n
    if (n > 1) if up else (n < -1):
        found.append("beyond")
    if not ((n > 1) if up else (n < -1)):
        found.append("within")
    if (limit > 1) if limit is not None else up:
        found.append("limited")
    if "text" if n else []:
        found.append("of another type")
    if (1 / n > 0) if n else False:
        found.append("divided")
    while (n > 0) if up else (n < 0):
        n -= 1 if up else -1
    assert n == 0 if (n >= 0 if up else n <= 0) else True
    return found, n


@construct((5,), (-5,), (0,))
def conditional_expression(n):
    return "plus" if n > 0 else "minus" if n < 0 else "zero"


@construct((5, 7))
def swap(a, b):
    a, b = b, a
    return a, b


@construct((5,))
def augmented_assignments(n):
    a = b = n
    a += 2
    a *= 3
    a -= 1
    b //= 2
    b **= 3
    b %= 5
    a <<= 1
    a ^= 7
    a |= 64
    a &= 127
    return a, b


@construct((9.0,), (2.0,), (0.25,))
def math_functions(x):
    return math.sqrt(x), math.floor(x), math.hypot(x, x) > x, math.fabs(-x)


@construct((2.0,), (0.5,))
def math_functions_rounded(x):
    return (
        round(math.exp(x), 9),
        round(math.log(x), 9),
        round(math.log2(x), 9),
        round(math.sin(x) + math.cos(x), 9),
        round(math.tanh(x), 9),
        round(math.atan2(x, 3.0), 9),
    )


@construct((12, 18), (0, 5), (-4, 6))
def math_of_ints(a, b):
    return math.gcd(a, b), math.isqrt(abs(b)), math.comb(5, abs(a) % 6), math.factorial(b % 7)


@construct((1.0,), (-1.0,), (0.0,))
def infinity(x):
    return x < math.inf, -math.inf < x, math.isinf(x), max(x, -math.inf), float("inf") > x


@construct((math.nan,), (1.0,))
def not_a_number(x):
    return x == x, math.isnan(x), x < 1.0, x != x


@construct((0.1, 0.2), (1e300, 1e300))
def float_arithmetic(a, b):
    return a + b, a * b, -a, a - b, (a + b) / 2


@construct((7,), (-1,))
def int_limits(n):
    return n + 2**62, -(2**62) - n, 0x7FFF_FFFF - n, 1_000_000 * n


@construct((-1,), (-64,), (5,))
def shift_of_negative_numbers(n):
    return n >> 1, n >> 70, n & 0xFF, n << 3


@construct((62,), (0,))
def large_shifts(n):
    return 1 << n, (1 << n) - 1 >> 3, 2**n


@construct((9_007_199_254_740_993,), (3,))
def large_int_and_float(n):
    return n / 2, n == float(n), n < 9_007_199_254_740_992.0, int(float(n))


@construct((-0.0,), (0.0,))
def negative_zero(x):
    return -x, x + 0, abs(x), x * 5, math.copysign(1.0, x)


@construct((1e20,), (0.5,))
def float_too_large_for_int(x):
    return x > 2**62, x // 1.0, x % 1.0


@construct((math.inf,), (math.nan,), (2.0,))
def int_of_infinity_and_nan(x):
    try:
        return int(x)
    except OverflowError:
        return -1
    except ValueError:
        return -2


@construct((6, 9, 15), (0, 0, 0), (-4, 6, 8))
def divisors_of_several(a, b, c):
    return math.gcd(a, b, c), math.gcd(a), math.gcd(), math.lcm(a, b, c)


@construct((3, -1, 7), (2, 5, -7), (2, -1, 4), (5, 3, 1), (5, 3, 0))
def power_modulo_of_any_sign(a, b, m):
    return pow(a, b, m)


@construct((2**62 + 1, 3), (2**53 + 1, 2**53 - 1), (-(2**63), 7), (0, 2**60), (5, -(2**61) - 1))
def quotient_of_large_ints(a, b):
    return a / b, b / 3, a < float(b), float(a) == a, float(a) <= a


@construct(("1_000",), ("_1",), ("1__0",), ("1_",), ("-7",))
def int_with_underscores(text):
    return int(text)


@construct((3, False), (3, True))
def number_that_may_be_too_large(n, is_large):
    if is_large and n > 100:
        x = 10 << 62
    else:
        x = 0 - n
    return x // 2, x % 5


@construct((0,), (1,))
def a_constant_with_the_least_and_the_largest_number(n):
    return (9223372036854775807, -9223372036854775808)[n]


@construct((9223372036854775807, 5), (-9223372036854775808, -5), (7, 9))
def lowest_bits_of_sums_that_overflow(a, b):
    return (a + b) % 8, (a - b) & 15, (a * b) % 2, (b - 1) % 4, (a + 0.5) % 2


@construct((5, True), (0, False), (0, True))
def bits_of_an_int_or_a_bool(n, b):
    x = n if n else b
    return x | b, b & x, x ^ x, x | 1
