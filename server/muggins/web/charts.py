"""Charts of ratings as SVG, drawn on the server: no script, no inline style."""

from collections.abc import Sequence

from markupsafe import Markup


def sparkline(ratings: Sequence[float]) -> Markup:
    """The way of a rating, small enough for a line of a table."""
    if len(ratings) < 2:
        return Markup("")
    return Markup(
        '<svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">'
        '<polyline points="{}"/></svg>'
    ).format(_points(ratings, 100, 24, min(ratings), max(ratings)))


def wide_chart(ratings: Sequence[float], label: str) -> Markup:
    """The way of a rating with its highest, lowest and latest value written beside it."""
    if len(ratings) < 2:
        return Markup("")
    low, high = min(ratings), max(ratings)
    return Markup(
        '<figure class="chart"><svg viewBox="0 0 600 160" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<polyline points="{}"/></svg>'
        "<figcaption>from {:.0f} to {:.0f}, now <b>{:.0f}</b>, over {} matches</figcaption></figure>"
    ).format(
        f"{label}: from {low:.0f} to {high:.0f}, now {ratings[-1]:.0f}",
        _points(ratings, 600, 160, low, high),
        low,
        high,
        ratings[-1],
        len(ratings) - 1,
    )


def _points(ratings: Sequence[float], width: int, height: int, low: float, high: float) -> str:
    step, scale = width / (len(ratings) - 1), (height - 8) / ((high - low) or 1.0)
    return " ".join(f"{i * step:.1f},{height - 4 - (rating - low) * scale:.1f}" for i, rating in enumerate(ratings))
