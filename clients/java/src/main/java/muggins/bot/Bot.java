package muggins.bot;

import java.util.List;
import muggins.v1.Play.MatchEnd;
import muggins.v1.Play.MatchStart;
import muggins.v1.Play.Notice;
import muggins.v1.Play.Turn;

/**
 * A bot. Write {@link #decide}; everything else may stay as it is.
 *
 * <p>One object plays all matches of a session, in several threads, so what it remembers belongs into a concurrent map
 * under {@code turn.getMatchId()}.
 */
public interface Bot {
    /**
     * One of {@code turn.getLegalMovesList()}.
     *
     * <p>An exception is printed, and the turn is left to its clock: no move is played in the bot's place.
     */
    String decide(Turn turn) throws Exception;

    /** The author's own name for this version, at most 32 characters. */
    default String version() {
        return "1";
    }

    /** Such as "cribbage"; empty means all. */
    default List<String> games() {
        return List.of();
    }

    /** The numbers of seats that it plays with; empty means all. */
    default List<Integer> seats() {
        return List.of();
    }

    /** How many matches it plays at once. */
    default int maxMatches() {
        return 8;
    }

    /** True where several sessions of the bot share its matches. */
    default boolean share() {
        return false;
    }

    /** How many turns it thinks about at once. */
    default int threads() {
        return 4;
    }

    /** Called once for each match, in its start-up time: the match is Ready when this returns. */
    default void matchStarted(MatchStart start) {}

    /** Called when a match has its result. */
    default void matchEnded(MatchEnd end) {}

    /** Called when the server has something to say, such as that a move was illegal. */
    default void notice(Notice notice) {}
}
