package muggins.bot;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import muggins.v1.Play.Clock;
import muggins.v1.Play.Turn;

/** What a bot has been asked and told: what waits, the turn that is due first in front, and what is thought about. */
final class Thinking {
    /** A deadline, in nanoseconds from any fixed moment. */
    private record Due(long at, long turnId) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return Long.signum(at - other.at); // the nanoseconds may run over
        }
    }

    private final Queue<Job> news = new ArrayDeque<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>(); // some of them dropped since
    private final Map<Long, Turn> waiting = new HashMap<>();
    private final Map<Long, String> thinking = new HashMap<>(); // match ids of the turns that are thought about

    /** Something to tell the bot, before any turn. */
    void tell(Job job) {
        news.add(job);
    }

    /** Put a turn in the queue. One that is thought about already is not begun again. */
    void ask(Turn turn, long now) {
        if (!thinking.containsKey(turn.getTurnId())) {
            Clock clock = turn.getClock();
            long left = 1000 * (clock.getMoveLeftUs() + clock.getBankLeftUs());
            due.add(new Due(now + left, turn.getTurnId()));
            waiting.put(turn.getTurnId(), turn);
        }
    }

    /** The next call of the bot, or null: its news in their order, then the turn that is due first. */
    Job next() {
        if (!news.isEmpty()) {
            return news.remove();
        }
        while (!due.isEmpty()) {
            Turn turn = waiting.remove(due.remove().turnId());
            if (turn != null) {
                thinking.put(turn.getTurnId(), turn.getMatchId());
                return new Job.Asked(turn);
            }
        }
        return null;
    }

    /** A turn has been thought about. Returns whether its answer is still wanted. */
    boolean thought(long turnId) {
        return thinking.remove(turnId) != null;
    }

    /** Stop caring about a turn. */
    void drop(long turnId) {
        waiting.remove(turnId);
        thinking.remove(turnId);
    }

    /** Stop caring about the turns of a match. */
    void dropMatch(String matchId) {
        waiting.values().removeIf(turn -> turn.getMatchId().equals(matchId));
        thinking.values().removeIf(matchId::equals);
    }

    /** Forget the turns that wait; what is thought about goes on. */
    void forgetWaiting() {
        waiting.clear();
        due.clear();
    }

    /** Whether something waits for a thread. */
    boolean isWaiting() {
        return !news.isEmpty() || !waiting.isEmpty();
    }

    /** Whether no turn waits or is thought about. */
    boolean isIdle() {
        return waiting.isEmpty() && thinking.isEmpty();
    }
}
