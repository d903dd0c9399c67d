package muggins.bot.house;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import muggins.bot.Bot;
import muggins.bot.Card;
import muggins.bot.Placement;
import muggins.v1.Cribbage.CribbagePhase;
import muggins.v1.Cribbage.CribbageView;
import muggins.v1.Fives.FivesView;
import muggins.v1.Play.Turn;

/** Takes the most points that it can have now, and never looks further; of equal moves it takes the first. */
public final class GreedyBot implements Bot {
    @Override
    public String decide(Turn turn) {
        List<String> moves = turn.getLegalMovesList();
        if (moves.size() == 1) {
            return moves.get(0);
        }
        return switch (turn.getViewCase()) {
            case FIVES -> place(turn.getFives(), turn.getSeat(), moves);
            case CRIBBAGE -> turn.getCribbage().getPhase() == CribbagePhase.CRIBBAGE_PHASE_LAY_AWAY
                    ? layAway(turn.getCribbage(), moves)
                    : peg(turn.getCribbage(), moves);
            default -> throw new IllegalArgumentException("greedy does not play this game");
        };
    }

    @Override
    public List<String> games() {
        return List.of("cribbage", "fives-and-threes");
    }

    @Override
    public int maxMatches() {
        return 64;
    }

    private static String place(FivesView view, int seat, List<String> moves) {
        Layout layout = Layout.of(view);
        return best(moves, move -> layout.after(Placement.parse(move)).gain(view, seat));
    }

    private static String layAway(CribbageView view, List<String> moves) {
        List<Card> hand = Card.parseAll(view.getHandList());
        return best(moves, move -> {
            List<Card> kept = new ArrayList<>(hand);
            kept.removeAll(Card.ofMove(move));
            return Hands.seenWorth(kept);
        });
    }

    private static String peg(CribbageView view, List<String> moves) {
        List<Card> pile = Card.parseAll(view.getPileList());
        return best(moves, move -> {
            List<Card> played = new ArrayList<>(pile);
            played.add(Card.parse(move));
            return Pegs.pegged(played);
        });
    }

    /** The first of the moves that are worth most. */
    private static String best(List<String> moves, ToIntFunction<String> worth) {
        String best = "";
        int most = -1;
        for (String move : moves) {
            int points = worth.applyAsInt(move);
            if (points > most) {
                most = points;
                best = move;
            }
        }
        return best;
    }
}
