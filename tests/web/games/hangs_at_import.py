"""A file whose import never ends."""

while True:
    number = 0
