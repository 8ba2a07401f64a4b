"""The comparisons that `functools.total_ordering` adds to a class which has one of its own."""

# mypy: ignore-errors


def gt_from_lt(one, other):
    return not one < other and one != other


def le_from_lt(one, other):
    return one < other or one == other


def ge_from_lt(one, other):
    return not one < other


def ge_from_le(one, other):
    return not one <= other or one == other


def lt_from_le(one, other):
    return one <= other and one != other


def gt_from_le(one, other):
    return not one <= other


def lt_from_gt(one, other):
    return not one > other and one != other


def ge_from_gt(one, other):
    return one > other or one == other


def le_from_gt(one, other):
    return not one > other


def le_from_ge(one, other):
    return not one >= other or one == other


def gt_from_ge(one, other):
    return one >= other and one != other


def lt_from_ge(one, other):
    return not one >= other
