"""Widgets in a browser wait as long as whoever looks at them."""


def script(seconds: float) -> str:
    """What a page runs first: anywidget waits so long for a widget's module.

    It gives the module two seconds and then says so as an error, also where the widget is
    drawn a moment later (its runtime.ts); a busy machine needs longer.
    """
    return f"""const limit = AbortSignal.timeout;
AbortSignal.timeout = (given) =>
  limit.call(AbortSignal, given === 2000 ? {1000 * seconds} : given);"""
