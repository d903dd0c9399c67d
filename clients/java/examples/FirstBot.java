import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import muggins.bot.Bot;
import muggins.bot.Bots;
import muggins.bot.Card;
import muggins.bot.Placement;
import muggins.bot.Tile;
import muggins.v1.Cribbage.CribbagePhase;
import muggins.v1.Cribbage.CribbageView;
import muggins.v1.Play.MatchEnd;
import muggins.v1.Play.Turn;

/**
 * A whole bot: heavy tiles first, fives stay in the hand, and fifteen and thirty-one are taken.
 *
 * <p>MUGGINS_TOKEN=... java -cp target/muggins-bot.jar examples/FirstBot.java --address localhost:7411
 */
public final class FirstBot implements Bot {
    @Override
    public String decide(Turn turn) {
        List<String> moves = turn.getLegalMovesList();
        return turn.hasCribbage() ? card(turn.getCribbage(), moves) : greatest(moves, FirstBot::weight);
    }

    @Override
    public void matchEnded(MatchEnd end) {
        System.out.println(end.getMatchId() + " " + end.getTermination() + " " + end.getSidesList());
    }

    private static int weight(String move) {
        Tile tile = Placement.parse(move).tile();
        return tile.first() + tile.second();
    }

    private static String card(CribbageView view, List<String> moves) {
        if (view.getPhase() == CribbagePhase.CRIBBAGE_PHASE_LAY_AWAY) {
            return greatest(moves, move -> -(int) Card.ofMove(move).stream().filter(card -> card.value() == 5).count());
        }
        return greatest(moves, move -> {
            int value = Card.parse(move).value();
            int count = view.getCount() + value;
            return count == 15 || count == 31 ? 100 : value;
        });
    }

    private static String greatest(List<String> moves, ToIntFunction<String> measure) {
        return moves.stream().max(Comparator.comparingInt(measure)).orElseThrow();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Bots.run(new FirstBot(), arguments);
    }
}
