from muggins_bot.backoff import Backoff


def longest(low: float, high: float) -> float:
    assert low == 0
    return high


def test_pauses_double_up_to_the_most() -> None:
    backoff = Backoff(first=0.2, most=1.0, uniform=longest)
    assert [backoff.pause() for _ in range(5)] == [0.2, 0.4, 0.8, 1.0, 1.0]


def test_only_a_stable_session_starts_them_again() -> None:
    backoff = Backoff(first=0.2, stable=5, uniform=longest)
    backoff.pause()
    backoff.lasted(4.9)
    assert backoff.pause() == 0.4
    backoff.lasted(5)
    assert backoff.pause() == 0.2


def test_pauses_are_drawn_from_nothing_to_the_ceiling() -> None:
    pauses = [Backoff(first=1.0).pause() for _ in range(200)]
    assert min(pauses) < 0.2
    assert 0.8 < max(pauses) <= 1.0
