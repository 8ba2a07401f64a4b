"""load: cannot be imported: SyntaxError: '(' was never closed (syntax_error.py, line 3)."""



x = (  # <- here
