package muggins.bot;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Pauses between attempts to dial: each is drawn from 0 to a ceiling, which doubles from the first to the most.
 *
 * <p>Full jitter keeps bots that lost one server from all coming back in the same instant.
 */
public final class Backoff {
    /** A session that lasted so long starts the pauses again from the first. */
    private static final Duration STABLE = Duration.ofSeconds(5);

    private final Duration first;
    private final Duration most;
    private final DoubleSupplier share;
    private Duration ceiling;

    /** The first and the greatest ceiling. */
    public Backoff(Duration first, Duration most) {
        this(first, most, () -> ThreadLocalRandom.current().nextDouble());
    }

    Backoff(Duration first, Duration most, DoubleSupplier share) {
        this.first = first;
        this.most = most;
        this.share = share;
        this.ceiling = first;
    }

    /** How long to wait before the next attempt. */
    public Duration pause() {
        Duration pause = Duration.ofNanos((long) (ceiling.toNanos() * share.getAsDouble()));
        Duration doubled = ceiling.multipliedBy(2);
        ceiling = doubled.compareTo(most) < 0 ? doubled : most;
        return pause;
    }

    /** Tell how long a session lasted. */
    public void lasted(Duration session) {
        if (session.compareTo(STABLE) >= 0) {
            ceiling = first;
        }
    }
}
