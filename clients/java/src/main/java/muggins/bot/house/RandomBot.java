package muggins.bot.house;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import muggins.bot.Bot;
import muggins.v1.Play.Turn;

/** Plays any legal move of any game, each equally likely. */
public final class RandomBot implements Bot {
    @Override
    public String decide(Turn turn) {
        List<String> moves = turn.getLegalMovesList();
        return moves.get(ThreadLocalRandom.current().nextInt(moves.size()));
    }

    @Override
    public int maxMatches() {
        return 64;
    }
}
