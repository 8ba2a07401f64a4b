"""Functions of `math`."""

# mypy: ignore-errors


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


def is_close(a, b, relative, absolute):
    if relative < 0.0 or absolute < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if a - a != 0.0 or b - b != 0.0:  # infinite, or no number
        return False
    distance = abs(b - a)
    is_near = distance <= abs(relative * b) or distance <= abs(relative * a)
    return is_near or distance <= absolute


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
