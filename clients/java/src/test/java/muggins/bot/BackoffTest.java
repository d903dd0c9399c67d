package muggins.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private double share = 1;
    private final Backoff pauses = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(5), () -> share);

    @Test
    void theCeilingDoublesToTheMostAndAStableSessionResetsIt() {
        assertEquals(List.of(1000L, 2000L, 4000L, 5000L, 5000L), next(5));
        pauses.lasted(Duration.ofSeconds(4));
        assertEquals(List.of(5000L), next(1));
        pauses.lasted(Duration.ofSeconds(5));
        share = 0.5;
        assertEquals(List.of(500L, 1000L), next(2));
    }

    private List<Long> next(int count) {
        return Stream.generate(() -> pauses.pause().toMillis()).limit(count).toList();
    }
}
