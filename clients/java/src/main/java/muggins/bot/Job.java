package muggins.bot;

import muggins.v1.Play.MatchEnd;
import muggins.v1.Play.MatchStart;
import muggins.v1.Play.Notice;
import muggins.v1.Play.Turn;

/** One call of the bot. */
sealed interface Job {
    record Started(MatchStart start) implements Job {}

    record Ended(MatchEnd end) implements Job {}

    record Told(Notice notice) implements Job {}

    record Asked(Turn turn) implements Job {}
}
