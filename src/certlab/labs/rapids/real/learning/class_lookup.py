"""Which class a name stands for when it is called, read off the source.

For the trap of two imports of one name: the second takes the first's place, silently.
Only what stands at the top of a source is read, and nothing is run.
"""

import ast


def origins(source: str) -> dict[str, str]:
    """Full name of what each variable was made by: {"model": "cuml.cluster.KMeans"}.

    A variable that is bound by a call `name(...)` or `module.name(...)` is followed to
    the import that `name` or `module` had last, before that line.

    Raises:
        SyntaxError: the source is no Python.
    """
    known: dict[str, str] = {}
    made: dict[str, str] = {}
    for line in ast.parse(source).body:
        if isinstance(line, ast.Import):
            for one in line.names:
                bound = one.asname or one.name.split(".")[0]
                known[bound] = one.name if one.asname else bound
        elif isinstance(line, ast.ImportFrom):
            for one in line.names:
                known[one.asname or one.name] = f"{line.module}.{one.name}"
        elif isinstance(line, ast.Assign) and isinstance(line.value, ast.Call):
            maker = _full(_innermost(line.value), known)
            names = [one.id for one in line.targets if isinstance(one, ast.Name)]
            made |= dict.fromkeys(names, maker)
    return made


def _innermost(call: ast.Call) -> ast.expr:
    """What makes the object in `Maker(...)` and in `Maker(...).fit(...)`."""
    made_by = call.func
    while isinstance(made_by, ast.Attribute) and isinstance(made_by.value, ast.Call):
        made_by = made_by.value.func
    return made_by


def _full(expression: ast.expr, known: dict[str, str]) -> str:
    if isinstance(expression, ast.Attribute):
        return f"{_full(expression.value, known)}.{expression.attr}"
    if isinstance(expression, ast.Name):
        return known.get(expression.id, expression.id)
    return ""
